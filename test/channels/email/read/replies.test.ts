import { expect, test } from 'vitest'
import { readMail } from '../../../../src/channels/email/read/read-mail.ts'
import { replies } from './corpus/clients.ts'
import { further } from './corpus/further.ts'
import { heldOut } from './corpus/held-out.ts'
import { languages } from './corpus/languages.ts'
import type { Reply } from './corpus/reply.ts'
import { shapes } from './corpus/shapes.ts'

test('what somebody wrote, exactly, in at least 95 of 100 answers of all clients and languages', async () => {
  const all = [...replies, ...shapes, ...further]
  expect(all.length).toBeGreaterThanOrEqual(120)
  expect(languages.length).toBeGreaterThanOrEqual(12)
  const wrong = await wrongOf(all)
  report(all, wrong)
  expect(wrong.length / all.length).toBeLessThanOrEqual(0.05)
})

test('and of those that no rule was made for', async () => {
  expect(heldOut.length).toBeGreaterThanOrEqual(30)
  const wrong = await wrongOf(heldOut)
  report(heldOut, wrong)
  expect(wrong.length / heldOut.length).toBeLessThanOrEqual(0.15)
})

/** Those of which something else was read, with what. */
async function wrongOf(all: Reply[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, source, own } of all) {
    const { text } = await readMail(source)
    if (text !== own) wrong.push(`${name}\n  wrote ${JSON.stringify(own)}\n  read  ${JSON.stringify(text)}`)
  }
  return wrong
}

function report(all: Reply[], wrong: string[]): void {
  console.log([`${all.length - wrong.length} of ${all.length} as written`, ...wrong].join('\n'))
}
