import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { mailLimits } from '../../../../src/channels/email/read/limits.ts'
import { type ReadMail, readMail } from '../../../../src/channels/email/read/read-mail.ts'
import { collectedHeap } from '../../../support/collected-heap.ts'
import { watchLoop } from '../../../support/loop-watch.ts'
import { seed } from '../../../support/seeded.ts'
import { size } from '../../../support/sizes.ts'
import { createMailFuzz, hugeMails } from './fuzz.ts'

const MAILS = size(120, 50_000)
/** Milliseconds of the processor in which nothing else runs. Our goal is 100; this is where something is broken. */
const STALL = 400
const MB = 1024 * 1024

// Tables of charsets and the parsers are loaded with their first use.
beforeAll(async () => {
  for (const charset of ['iso-2022-jp', 'gb18030', 'shift_jis', 'euc-kr', 'big5']) {
    await readMail(Buffer.from(`Subject: =?${charset}?q?a?=\nContent-Type: text/html; charset=${charset}\n\n<p>x</p>`))
  }
})

test('mails of every kind, sound and spoiled: each is read, none stalls the daemon, nothing stays in memory', async () => {
  console.log(`seed ${seed}`)
  const fuzz = createMailFuzz(seed)
  const before = collectedHeap()
  let longest = 0
  for (let count = 0; count < MAILS; count++) {
    const { kind, source } = fuzz.next()
    const digest = digestOf(source)
    const watched = await watchLoop(() => readMail(source))
    longest = Math.max(longest, watched.longest)
    const problem = problemOf(watched.value) ?? (digestOf(source) === digest ? undefined : 'the bytes were changed')
    if (problem)
      expect.fail(`${problem}: ${kind}, seed ${seed}, number ${count}\n${source.toString('latin1').slice(0, 2000)}`)
    if (watched.longest > STALL) expect.fail(`a stall of ${watched.longest} ms: ${kind}, seed ${seed}, number ${count}`)
  }
  console.log(`longest stretch of ${MAILS}: ${longest.toFixed(0)} ms`)
  expect(collectedHeap() - before).toBeLessThan(20 * MB)
}, 1_800_000)

test('mails made to cost far more than they weigh: each is read up to some point, and none stalls the daemon', async () => {
  const all = hugeMails(seed)
  const before = collectedHeap()
  for (const { kind, source } of all) {
    const watched = await watchLoop(() => readMail(source))
    expect(problemOf(watched.value), kind).toBeUndefined()
    expect(watched.longest, kind).toBeLessThan(STALL)
  }
  expect(collectedHeap() - before).toBeLessThan(20 * MB)
})

/** What would be wrong with it, whatever came. */
function problemOf(mail: ReadMail): string | undefined {
  const { subject, text, quoted, signature, notes, attachments, forwarded } = mail
  const words = [subject, text, quoted, signature, ...notes, forwarded?.from ?? '', forwarded?.text ?? '']
  if (notes.some((note) => note.startsWith('[The mail could not be read'))) return `it was not read: ${notes.join(' ')}`
  if (!words.every((one) => one.isWellFormed())) return 'half a character'
  if (words.some((one) => one.length > mailLimits.text)) return 'too long'
  if (words.some((one) => unseen.test(one))) return 'a character that nobody sees'
  if (subject.includes('\n') || subject.length > mailLimits.subject) return 'a subject of several lines'
  if (notes.some((note) => !/^\[[^\n]+\]$/.test(note)) || notes.length > mailLimits.notes + 1) return 'no note'
  // oxlint-disable-next-line no-control-regex -- looked for
  if (attachments.some(({ name }) => name === '' || name.length > 120 || /[/\\\u0000-\u001f\u202e]/.test(name)))
    return 'a name'
  if (attachments.reduce((sum, { content }) => sum + content.length, 0) > mailLimits.fileBytes) return 'too many bytes'
  return undefined
}

// oxlint-disable-next-line no-control-regex -- looked for
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u

function digestOf(source: Buffer): string {
  return createHash('sha256').update(source).digest('hex')
}
