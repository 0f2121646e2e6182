import { simpleParser } from 'mailparser'
import { readMail } from '../src/channels/email/read/read-mail.ts'
import { replies } from '../test/channels/email/read/corpus/clients.ts'
import { further } from '../test/channels/email/read/corpus/further.ts'
import { shapes } from '../test/channels/email/read/corpus/shapes.ts'
import { createMailFuzz, hugeMails } from '../test/channels/email/read/fuzz.ts'
import { collectedHeap } from '../test/support/collected-heap.ts'
import { watchLoop } from '../test/support/loop-watch.ts'
import { describeMs, judge, median, ms, print, quantile, times } from './figures.ts'

const FUZZED = 50_000
const ROUNDS = 5
/** Ours does the parser's work and tells whose words are whose; it should not cost more than the parser's all. */
const GOAL_TIMES = 1
const GOAL_STALL_MS = 100
const GOAL_HEAP_MB = 20
const MB = 1024 * 1024

/** What it costs to read a mail, an ordinary one and the worst: processor time of the thread, whatever else runs. */
export async function benchMailReading(): Promise<void> {
  const mails = [...replies, ...shapes, ...further].map(({ source }) => source)
  const ours: number[] = []
  const parser: number[] = []
  // In turn, so that both meet the same noise; the first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const source of mails) {
      const read = (await watchLoop(() => readMail(source))).total
      const parsed = (await watchLoop(() => simpleParser(source))).total
      if (round > 0) ours.push(read)
      if (round > 0) parser.push(parsed)
    }
  }
  const share = sum(ours) / sum(parser)
  judge('an answer of the corpus, to its words', `${describeMs(ours)}, ${times(share)} the parser's own reading`, {
    says: `under ${times(GOAL_TIMES)}`,
    met: share < GOAL_TIMES,
  })

  // Its tables of signs are made with the first mail in Japanese, once in the life of a daemon.
  const first = await watchLoop(() =>
    readMail(Buffer.from('Content-Type: text/plain; charset=iso-2022-jp\n\n\x1b$B$3$s\x1b(B')),
  )
  print('the first mail in Japanese, longest stretch', ms(first.longest))
  const stalls: { kind: string; longest: number; total: number }[] = []
  for (const { kind, source } of hugeMails(1)) {
    const { longest, total } = await watchLoop(() => readMail(source))
    stalls.push({ kind, longest, total })
  }
  report('costly mails', stalls)

  const fuzz = createMailFuzz(11)
  const before = collectedHeap()
  const fuzzed: typeof stalls = []
  for (let count = 0; count < FUZZED; count++) {
    const { kind, source } = fuzz.next()
    const { longest, total } = await watchLoop(() => readMail(source))
    fuzzed.push({ kind, longest, total })
  }
  report(`${FUZZED.toLocaleString('en')} fuzzed mails`, fuzzed)
  const totals = fuzzed.map(({ total }) => total)
  print('the slowest in a thousand of them', `${times(quantile(totals, 0.999) / median(totals))} the usual`)
  fuzzed.length = 0
  const grown = (collectedHeap() - before) / MB
  judge('the heap after a collection', `${grown.toFixed(1)} MB more`, {
    says: `under ${GOAL_HEAP_MB} MB`,
    met: grown < GOAL_HEAP_MB,
  })
}

function report(what: string, all: { kind: string; longest: number; total: number }[]): void {
  const [worst] = all.toSorted((a, b) => b.longest - a.longest)
  if (!worst) return
  print(`${what}, all in all`, `${describeMs(all.map(({ total }) => total))}`)
  judge(`${what}, longest stretch`, `${ms(worst.longest)} (${worst.kind})`, {
    says: `under ${GOAL_STALL_MS} ms`,
    met: worst.longest < GOAL_STALL_MS,
  })
}

function sum(values: number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
