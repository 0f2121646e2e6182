import { describe, expect, test } from 'vitest'
import { readMail } from '../../../../src/channels/email/read/read-mail.ts'
import { lostWords } from './traps/lost-words.ts'
import { lostWordsHeldOut } from './traps/lost-words-held-out.ts'
import { takenWords } from './traps/taken-words.ts'
import { takenWordsHeldOut } from './traps/taken-words-held-out.ts'
import { faultOf, sourceOf, type Trap } from './traps/trap.ts'

async function faultsIn(traps: Record<string, Trap>): Promise<string[]> {
  const faults: string[] = []
  for (const [name, trap] of Object.entries(traps)) {
    const fault = faultOf(trap, await readMail(sourceOf(trap), { earlier: trap.said ?? [] }))
    if (fault !== undefined) faults.push(`${name}: ${fault}`)
  }
  console.log(
    [`${Object.keys(traps).length - faults.length} of ${Object.keys(traps).length} read well`, ...faults].join('\n'),
  )
  return faults
}

describe('words of the sender are never dropped', () => {
  test('in mails that rules were made with', async () => {
    expect(Object.keys(lostWords).length).toBeGreaterThanOrEqual(30)
    expect(await faultsIn(lostWords)).toEqual([])
  })

  test('in mails that were kept out', async () => {
    expect(Object.keys(lostWordsHeldOut).length).toBeGreaterThanOrEqual(30)
    expect((await faultsIn(lostWordsHeldOut)).length).toBeLessThanOrEqual(1)
  })
})

describe('words of others are not taken for those of the sender', () => {
  test('in mails that rules were made with', async () => {
    expect(Object.keys(takenWords).length).toBeGreaterThanOrEqual(30)
    expect((await faultsIn(takenWords)).length).toBeLessThanOrEqual(1)
  })

  test('in mails that were kept out', async () => {
    expect(Object.keys(takenWordsHeldOut).length).toBeGreaterThanOrEqual(30)
    expect((await faultsIn(takenWordsHeldOut)).length).toBeLessThanOrEqual(4)
  })
})
