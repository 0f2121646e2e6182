import { describe, expect, test } from 'vitest'
import { messageReferencesIn } from '../../src/domain/message-reference.ts'
import { checkSummary, type Expected, parseSummary, renderSummary } from '../../src/memory/summary-format.ts'

const good = `## Goals and open questions
- 2026-03-01 Ana: find a flat in Graz before June [12]
## Decisions
- none
## Facts
- 2026-03-02 Ana: her sister Ilse keeps bees [13]
## Outcomes
- none
## Pending actions
- 2026-03-02 assistant: look up rents [14]`

const expected: Expected = { old: undefined, ids: [12, 13, 14], maxChars: 1_000 }

function problemsOf(answer: string, parts: Partial<Expected> = {}): string[] {
  const checked = checkSummary(answer, { ...expected, ...parts })
  return checked.status === 'bad' ? checked.problems : []
}

describe('a good summary', () => {
  test('is kept without its empty sections', () => {
    expect(checkSummary(good, expected)).toEqual({
      status: 'good',
      text: `## Goals and open questions
- 2026-03-01 Ana: find a flat in Graz before June [m12]
## Facts
- 2026-03-02 Ana: her sister Ilse keeps bees [m13]
## Pending actions
- 2026-03-02 assistant: look up rents [m14]`,
    })
  })

  test('survives being written and read again', () => {
    const { items } = parseSummary(good)
    expect(parseSummary(renderSummary(items)).items).toEqual(items)
  })

  test('is understood with other bullets, bold headings and words around it', () => {
    const loose = good
      .replaceAll('## ', '**')
      .replace(/^\*\*(.+)$/gm, '**$1:**')
      .replaceAll('\n- ', '\n* ')
    expect(problemsOf(`Here it is:\n\n${loose}`)).toEqual([])
  })

  test('points only to messages that were before the model, or that the old one pointed to', () => {
    const answer = good.replace('[13]', '[13, 99, 7] [100]')
    const checked = checkSummary(answer, { ...expected, old: '## Facts\n- x [7]' })
    expect(checked.status === 'good' && messageReferencesIn(checked.text)).toEqual([12, 13, 7, 14])
  })
})

describe('a summary is refused, with a sentence for the next try,', () => {
  test('when a section is missing', () => {
    expect(problemsOf(good.replace('## Decisions\n- none\n', ''))).toEqual(['The section "Decisions" is missing.'])
  })

  test('when it keeps nothing of the notes so far; where there are none, nothing may be worth keeping', () => {
    const none = good.replace(/^- .*$/gm, '- none')
    expect(problemsOf(none, { old: '## Facts\n- Ana has a cat' })).toEqual(['It keeps nothing of the notes so far.'])
    expect(problemsOf(none, { old: undefined })).toEqual([])
    expect(problemsOf('', { old: undefined })).toHaveLength(5)
  })

  test('when it is longer than allowed', () => {
    expect(problemsOf(good, { maxChars: 100 })[0]).toMatch(/^It has \d+ characters; at most 100 are allowed\.$/)
  })

  test('when it loses most of the names, numbers and dates of the one before', () => {
    const old = `## Facts
- 2026-01-04 Ana: Ilse moved to Lisbon with Bruno [1]
- 2026-01-05 Ana: the rent is 840 euros, paid to Frau Huber [2]`
    expect(problemsOf(good, { old })).toEqual([expect.stringMatching(/lost 7 of 9 .*: 2026-01-04, lisbon/)])
    const grown = good.replace('## Facts', `## Facts\n${old.split('\n').slice(1).join('\n')}`)
    expect(problemsOf(grown, { old })).toEqual([])
  })
})
