import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { loadConfig } from '../src/config/load.ts'
import { makeChatId } from '../src/domain/ids.ts'
import { createLog } from '../src/lib/log.ts'
import { createSteadyClock, type SteadyClock, systemClock } from '../src/lib/time/clock.ts'
import { createClaude } from '../src/spawner/claude/claude.ts'
import { type ClaudeOptions, claudeOptions } from '../src/spawner/claude/options.ts'
import type { Brain } from '../src/spawner/spawner.ts'
import { createImporter } from '../src/tasks/intake/importer.ts'
import type { Toolset } from '../src/tasks/permissions/toolset.ts'
import { openMcpEndpoint } from '../src/web/mcp-endpoint.ts'
import { type MessagesApi, startMessagesApi } from '../test/peers/messages-api.ts'
import { findRealClaude } from '../test/spawner/claude/real-cli.ts'
import { createTestClock } from '../test/support/test-clock.ts'
import { everydayPast, everydayTurns } from './everyday-talk.ts'
import { describeMs, judge, median, print } from './figures.ts'
import { type Charge, createPromptCache } from './prompt-cache.ts'
import { type BenchRoad, openRoad } from './road.ts'
import { withScratch } from './scratch.ts'

const PAST_LINES = 1_200
const TIMED_TURNS = 15
const GOAL_REBUILDING = 0.35
const GOAL_BEFORE = 0.3
const GOAL_READ = 0.95
const GOAL_WARM = 0.15

/** What the same twenty turns cost in epochs at commit df18f65 with its defaults and CLI 2.1.325: this bench, run there. */
const BEFORE = 416_279

/** One turn as the service saw it: all that was asked of it until the answer was there. */
interface Measured extends Charge {
  epoch: number
  /** Its system prompt, the CLI's own included. */
  system: string
}

/** What a conversation costs, counted from the requests of the real CLI, and the time until the model is asked. */
export async function benchTurnCost(): Promise<void> {
  const command = findRealClaude()
  if (!command) return print('not measured', 'the real claude CLI is not here')
  const api = await startMessagesApi({ kind: 'text', pieces: ['Fine.'] })
  try {
    await withScratch((dir) => compareCosts({ command, api, dir }))
    await withScratch((dir) => compareWaits({ command, api, dir }))
  } finally {
    await api.close()
  }
}

interface Bench {
  command: string
  api: MessagesApi
  dir: string
}

async function compareCosts(bench: Bench): Promise<void> {
  const inEpochs = await converse({ ...bench, dir: join(bench.dir, 'epochs') }, {})
  const rebuilt = await converse({ ...bench, dir: join(bench.dir, 'rebuilt') }, { sessions: false })
  const cheaper = await converse({ ...bench, dir: join(bench.dir, 'cheaper') }, { sessions: false, cache: '5m' })
  print('twenty turns in three epochs', describeCharges(inEpochs))
  print('the same, rebuilt each time', describeCharges(rebuilt))
  print('the same, rebuilt, kept for five minutes', describeCharges(cheaper))
  print('the same at df18f65', `cost ${whole(BEFORE)}`)
  compare('cost in epochs', total(inEpochs) / total(rebuilt), 'rebuilding', GOAL_REBUILDING)
  print('cost in epochs', `${(total(inEpochs) / total(cheaper)).toFixed(3)} of rebuilding, kept for five minutes`)
  compare('cost in epochs', total(inEpochs) / BEFORE, 'df18f65', GOAL_BEFORE)
  const later = inEpochs.filter(({ epoch }, n) => inEpochs[n - 1]?.epoch === epoch)
  const share = sumOf(later, 'read') / wholeOf(later)
  judge('read from the cache, from the second turn on', `${percent(share)} over all of them`, {
    says: `at least ${GOAL_READ * 100} %`,
    met: share >= GOAL_READ,
  })
  // What was never sent before can't be read: a question about the past brings it along (docs/decisions/0025).
  const sentBefore = inEpochs.filter(({ epoch }, n) => inEpochs[n + 1]?.epoch === epoch)
  print('of what stood in the request before', `${percent(sumOf(later, 'read') / wholeOf(sentBefore))} read again`)
  const [one = '', two = ''] = inEpochs.filter(({ epoch }, n) => inEpochs[n - 1]?.epoch !== epoch).map((t) => t.system)
  const shared = one.split('').findIndex((char, place) => char !== two[place])
  print('of its prompt the second epoch has with the first', `${shared} of ${two.length} characters from the start`)
  for (const [n, { epoch, read, written, cost }] of inEpochs.entries()) {
    const figures = `read ${whole(read)}, written ${whole(written)}: ${whole(cost)}; rebuilt ${whole(rebuilt[n]?.cost ?? 0)}`
    print(`  ${n + 1} (epoch ${epoch}) ${everydayTurns[n]?.said.slice(0, 26)}`, figures)
  }
}

function compare(what: string, ratio: number, to: string, goal: number): void {
  judge(what, `${ratio.toFixed(3)} of ${to}`, { says: `at most ${goal}`, met: ratio <= goal })
}

/** The twenty turns over a store of their own. */
async function converse({ command, api, dir }: Bench, options: Partial<ClaudeOptions>): Promise<Measured[]> {
  const clock = createTestClock('2026-11-02T09:00:00Z')
  const chat = makeChatId('web', 'a')
  return await onRoad({ command, api, dir }, clock, options, async (road) => {
    bringIn(road, dir, clock)
    const charge = createPromptCache()
    const measured: Measured[] = []
    for (const { afterMinutes, said, answered } of everydayTurns) {
      clock.advance(afterMinutes * 60_000)
      const first = api.requests.length
      api.script({ kind: 'text', pieces: [answered] })
      await untilAnswered(road, 'a', said)
      const charges = api.requests.slice(first).map(({ raw }) => charge(raw, clock.now().getTime()))
      const epoch = road.db.statement('SELECT count(*) FROM epoch WHERE lane = ?').pluck().get(`root:${chat}`) as number
      measured.push({ ...addUp(charges), epoch, system: api.requests[first]?.system ?? '' })
    }
    return measured
  })
}

function bringIn(road: BenchRoad, dir: string, clock: SteadyClock): void {
  const { db, owner } = road
  const config = loadConfig(undefined, { HOME: dir })
  const importer = createImporter({ db, clock, owner, config: () => config, scrub: (text) => text })
  importer.write(everydayPast(makeChatId('web', 'a'), PAST_LINES, clock.now()))
  while (importer.settle());
}

/** The daemon's road with the real CLI, its tools and the daemon's as they come; no fast model beside it. */
async function onRoad<T>(
  { command, api, dir }: Bench,
  clock: SteadyClock,
  options: Partial<ClaudeOptions>,
  work: (road: BenchRoad) => Promise<T>,
): Promise<T> {
  const log = createLog({ level: 'error', format: 'auto', destination: process.stderr, scrub: (text) => text })
  const door = await openMcpEndpoint((request, admitted) => road.toolset.handle(request, admitted), log)
  const config = loadConfig(undefined, { HOME: dir })
  const makeBrain = (toolset: Toolset): Brain => {
    const { complete: _, ...brain } = createClaude({
      ...claudeOptions(config, dir, process.env),
      command,
      apiKey: 'none',
      baseUrl: api.url,
      retries: 0,
      tools: toolset.accessAt(door.url),
      permissions: toolset.permissions,
      clock,
      log,
      ...options,
    })
    made = brain
    return brain
  }
  let made: Brain | undefined
  const road = openRoad(dir, makeBrain, {}, clock)
  const stop = new AbortController()
  const running = road.run(stop.signal)
  try {
    return await work(road)
  } finally {
    stop.abort()
    await running
    await made?.close()
    await door.close()
    road.close()
  }
}

/** From the commit of a message to the request that the model sees, over the whole road. */
async function compareWaits(bench: Bench): Promise<void> {
  const { api } = bench
  const warm: number[] = []
  const cold: number[] = []
  await onRoad(bench, createSteadyClock(systemClock), {}, async (road) => {
    const say = (chat: string, n: number) =>
      untilAnswered(road, chat, `Question ${n}: what did we decide about it, and when?`, api)
    await say('hot', 0)
    for (let n = 1; n <= TIMED_TURNS; n += 1) {
      warm.push(await say('hot', n))
      cold.push(await say(`new-${n}`, n))
    }
  })
  print('from commit until the model is asked, new process', describeMs(cold))
  print('from commit until the model is asked, live process', describeMs(warm))
  const ratio = median(warm) / median(cold)
  judge('wait in a live process', `${ratio.toFixed(2)} of that for a new one`, {
    says: `at most ${GOAL_WARM}`,
    met: ratio <= GOAL_WARM,
  })
}

/** Milliseconds until the model was asked. */
async function untilAnswered(road: BenchRoad, chat: string, text: string, api?: MessagesApi): Promise<number> {
  const asked = api?.received(api.requests.length + 1)
  const answered = new Promise<void>((resolve, reject) => {
    const leave = road.channel.subscribe((event) => {
      if (event.kind !== 'progress' || event.progress.kind !== 'state') return
      const { state } = event.progress
      if (state === 'answered') resolve()
      else if (state === 'failed') reject(new Error('the turn failed'))
      else return
      leave()
    })
  })
  const sender = { channel: 'web', id: 'owner' } as const
  road.channel.say({ chat: makeChatId('web', chat), key: randomUUID(), text, sender, senderName: 'Ana' })
  const committed = performance.now()
  await asked
  const took = performance.now() - committed
  await answered
  return took
}

function addUp(charges: Charge[]): Charge {
  const sum = (key: keyof Charge) => charges.reduce((all, charge) => all + charge[key], 0)
  return { read: sum('read'), written: sum('written'), plain: sum('plain'), cost: sum('cost') }
}

function sumOf(charges: Charge[], key: keyof Charge): number {
  return addUp(charges)[key]
}

function wholeOf(charges: Charge[]): number {
  const { read, written, plain } = addUp(charges)
  return read + written + plain
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function total(charges: Charge[]): number {
  return sumOf(charges, 'cost')
}

function describeCharges(charges: Charge[]): string {
  const { read, written, plain, cost } = addUp(charges)
  return `cost ${whole(cost)} (read ${whole(read)}, written ${whole(written)}, plain ${whole(plain)})`
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}
