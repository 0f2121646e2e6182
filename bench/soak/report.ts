import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { headCommit, root } from './builds.ts'
import { boundOf, isLeak, type Quantity, quantities, type Sample, type Slope, slopesOf } from './slopes.ts'
import { problemKinds as problems, type SoakResult } from './soak.ts'

/** The curve of a run, as docs/proof/soak.json has it. */
interface Curve {
  commit: string
  date: string
  machine: { cpu: string; cores: number; memoryGb: number; node: string }
  messages: number
  minutes: number
  days: number
  samples: Sample[]
  slopes: Partial<Record<Quantity, Slope>>
  ends: SoakResult['ends']
  lost: number
  doubled: number
  stuck: number
  misrouted: number
  failed: number
  leftOut: string[]
}

const publishedFile = join(root, 'docs/proof/soak.json')
/** Recall keeps the words of 4,000 lines, and the sessions of all chats grow to their full length. */
const WARM_UP_MESSAGES = 4000
const MIN_SAMPLES = 3
/** How many of a kind are named. */
const NAMED = 10

/** Prints what came of a run and writes its curve; false if something was lost or leaks. */
export function report(result: SoakResult, { publish, say }: { publish: boolean; say(line: string): void }): boolean {
  const warm = steadySamples(result, WARM_UP_MESSAGES)
  const isWarm = warm.length >= MIN_SAMPLES
  const steady = isWarm ? warm : steadySamples(result, 0)
  const slopes = slopesOf(steady)
  const curve = curveOf(result, slopes)
  const before = existsSync(publishedFile) ? (JSON.parse(readFileSync(publishedFile, 'utf8')) as Curve) : undefined

  say('')
  const perThousand = (result.minutes * 60) / (result.messages / 1000)
  say(
    `${result.messages} messages in ${result.minutes.toFixed(1)} minutes (${perThousand.toFixed(0)} s per 1,000), ` +
      `${result.days.toFixed(1)} days on the daemon's clock`,
  )
  say(
    Object.entries(result.ends)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  )
  say(problems.map((kind) => `${kind} ${result[kind].length}`).join(', '))
  for (const kind of problems) for (const line of result[kind].slice(0, NAMED)) say(`  ${kind}: ${line}`)
  say('')
  say(`per 1,000 messages, over ${steady.length} samples from ${steady[0]?.messages ?? 0} messages on:`)
  const leaks: Quantity[] = []
  for (const quantity of quantities) {
    const slope = slopes[quantity]
    if (slope === undefined) continue
    say(describeSlope(quantity, slope, steady, before))
    if (isWarm && isLeak(quantity, slope, steady)) leaks.push(quantity)
  }
  if (steady.length < MIN_SAMPLES) say('  too few samples for a slope')
  else if (!isWarm) say(`  not judged: caches fill during the first ${WARM_UP_MESSAGES} messages after a start`)
  for (const leak of leaks) say(`LEAK: ${leak} grows by more than it may`)
  for (const line of result.leftOut) say(`LEFT OUT: ${line}`)
  if (before) say(`compared with the published run of ${before.commit}, ${before.date.slice(0, 10)}`)

  const file = publish ? publishedFile : join(mkdtempSync(join(tmpdir(), 'skein-soak-curve-')), 'soak.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(curve, null, 1)}\n`)
  say(`the curve is in ${file}`)
  return leaks.length === 0 && problems.every((kind) => result[kind].length === 0)
}

/** The second half without what comes right after the last start, when caches fill and code is compiled. */
export function steadySamples(
  { samples, lastStart, messages }: Pick<SoakResult, 'samples' | 'lastStart' | 'messages'>,
  warmUpMessages: number,
) {
  const from = Math.max(messages / 2, lastStart + Math.max(messages / 10, warmUpMessages))
  return samples.filter((sample) => sample.messages > from)
}

function curveOf(result: SoakResult, slopes: Curve['slopes']): Curve {
  const { messages, minutes, days, samples, ends, leftOut } = result
  const [cpu] = cpus()
  const counts = Object.fromEntries(problems.map((kind) => [kind, result[kind].length])) as Pick<
    Curve,
    (typeof problems)[number]
  >
  return {
    commit: headCommit(),
    date: new Date().toISOString(),
    machine: {
      cpu: cpu?.model.trim() ?? 'unknown',
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
    messages,
    minutes: rounded(minutes),
    days: rounded(days),
    samples: samples.map((sample) => mapValues(sample, rounded)),
    slopes: mapValues(slopes as Record<Quantity, Slope>, (slope) => mapValues(slope, rounded)),
    ends,
    ...counts,
    leftOut,
  }
}

function describeSlope(quantity: Quantity, { perThousand, error }: Slope, samples: Sample[], before?: Curve): string {
  const last = samples.at(-1)?.[quantity] ?? Number.NaN
  const published = before?.slopes[quantity]
  const then = published ? `, published ${signed(published.perThousand)}` : ''
  const bound = boundOf(quantity, samples).toFixed(3)
  return `  ${quantity.padEnd(18)} ${signed(perThousand)} ± ${(2 * error).toFixed(3)} (at most ${bound}${then}), last ${last.toFixed(2)}`
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(3)}`
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

function mapValues<K extends string, A, B>(record: Record<K, A>, change: (value: A) => B): Record<K, B> {
  return Object.fromEntries(Object.entries<A>(record).map(([key, value]) => [key, change(value)])) as Record<K, B>
}
