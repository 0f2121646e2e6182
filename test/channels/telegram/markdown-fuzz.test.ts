import { expect, test } from 'vitest'
import { readBody, sanitize, toParts } from '../../../src/channels/telegram/outbound.ts'
import { renderMarkdown } from '../../../src/channels/telegram/send/markdown-entities.ts'
import { splitStyled } from '../../../src/channels/telegram/send/message-splitter.ts'
import type { StyledText } from '../../../src/channels/telegram/send/styled-text.ts'
import { formatText } from '../../peers/telegram/messages/formatted-text.ts'
import { createRandom } from '../../support/seeded.ts'
import { size } from '../../support/sizes.ts'

const TEXTS = size(3000, 50_000)

test(`${TEXTS} texts: parts add up, hold the limit, and the platform takes every one as it is`, () => {
  for (let seed = 1; seed <= TEXTS; seed++) {
    const random = createRandom(seed).integer
    const { markdown, words } = write(random)
    const styled = renderMarkdown(markdown)
    const limit = 16 + random(200)
    const parts = splitStyled(styled, limit)
    const context = () => `seed ${seed}, limit ${limit}: ${JSON.stringify(markdown)}`

    if (parts.map(({ text }) => text).join('') !== styled.text) expect.fail(`the parts do not add up. ${context()}`)
    const lost = hidden.test(markdown) ? [] : words.filter((word) => !styled.text.includes(word))
    if (lost.length > 0) expect.fail(`${lost.join(' ')} is lost. ${context()}`)
    for (const part of parts) {
      const problem = problemOf(part, limit) ?? fallbackProblem(part, words)
      if (problem) expect.fail(`${problem}. ${context()}`)
    }
    if (covered(parts) !== covered([styled])) expect.fail(`a style changed where a text was cut. ${context()}`)
  }
}, 900_000)

test('texts of every length become bodies that are read back as they were, within what one message holds', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed).integer
    const markdown = Array.from({ length: 1 + random(120) }, () => write(random).markdown).join('\n\n')
    for (const body of toParts(markdown, () => false)) {
      const parcel = readBody(body)
      if (JSON.stringify(parcel) !== body) expect.fail(`seed ${seed}: a body is not read back as it was`)
      const problem = problemOf(parcel, parcel.document ? 1024 : 4096)
      if (problem) expect.fail(`seed ${seed}: ${problem}`)
      if (parcel.document && parcel.document.content !== markdown)
        expect.fail(`seed ${seed}: the file is not the answer`)
    }
  }
})

/** Markdown itself shows no cells that a table has no column for, and nothing of what follows the marks of a code block. */
const hidden = /\||(~~~|```).*w\d+q/

/** The last resort for a part that was refused twice must still say all of it. */
function fallbackProblem(part: StyledText, words: string[]): string | undefined {
  const { text, entities } = sanitize(part)
  if (entities.length > 0 || text.length > part.text.length || !text.isWellFormed())
    return 'the fallback is no plain text'
  const lost = words.filter((word) => part.text.includes(word) && !text.includes(word))
  return lost.length > 0 ? `${lost.join(' ')} is lost in the fallback` : undefined
}

/** What the platform would object to, or change without a word. */
function problemOf({ text, entities }: StyledText, limit: number): string | undefined {
  if (text.length > limit) return `a part has ${text.length} units`
  if (!text.isWellFormed()) return 'a character was cut in two'
  const notes: string[] = []
  try {
    const shown = formatText(text, entities, {
      limit: 4096,
      unit: 'utf-16',
      tooLong: 'too long',
      note: (note) => void notes.push(note),
    })
    const accident = shown.entities.find(({ type }) => type === 'mention' || type === 'bot_command')
    // A cut may leave the beginning of a path, which then looks like a command.
    if (accident?.type === 'mention' && text === text.trim()) return `a mention at ${accident.offset}`
  } catch (error) {
    return `the platform refuses it: ${error instanceof Error ? error.message : String(error)}`
  }
  return notes.find((note) => !note.startsWith('the text was cleaned'))
}

/** Which styles lie on each unit of the text, however the text is cut. */
function covered(parts: StyledText[]): string {
  const units: string[] = []
  for (const { text, entities } of parts) {
    const here = Array.from({ length: text.length }, () => '')
    for (const { offset, length, type } of entities) {
      for (let at = offset; at < offset + length; at++) here[at] += `${type},`
    }
    for (const styles of here) units.push(styles.split(',').sort().join())
  }
  return units.join('|')
}

const marks = [
  '**',
  '*',
  '_',
  '~~',
  '`',
  '__',
  '***',
  '> ',
  '- ',
  '1. ',
  '# ',
  '\n',
  '\n\n',
  '```\n',
  '```js\n',
  '| ',
  ' |',
  '\n|---|\n',
  '\n---\n',
  '[',
  '](https://a.example/x)',
  '![',
  '- [ ] ',
  '    ',
  '\t',
  '\\',
  '<b>',
  '&amp;',
  '@',
  '/',
  ' ',
  ' ',
  ' ',
]
const signs = [
  '😀',
  '👩‍👩‍👧‍👦',
  'é',
  'e\u0301',
  '日本',
  'ß',
  '\u202e',
  '🇩🇪',
  '\u200d',
  '.',
  '!',
  'x.rs',
  '@alice',
  '/run',
  'https://b.example/y',
]

/** Markup without sense, with words in it that must all come out again. */
function write(random: (below: number) => number): { markdown: string; words: string[] } {
  const words: string[] = []
  let markdown = ''
  for (let left = 1 + random(24); left > 0; left--) {
    const kind = random(10)
    if (kind < 5) markdown += marks[random(marks.length)]
    else if (kind < 7) markdown += signs[random(signs.length)]
    else {
      // Set off by spaces, so that no mark makes it an address, a language or an entity.
      const word = `w${words.length}q`
      words.push(word)
      markdown += ` ${word} `
    }
  }
  return { markdown, words }
}
