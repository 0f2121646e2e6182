import { join } from 'node:path'
import { makeChatId } from '../src/domain/ids.ts'
import { createSteadyClock, systemClock } from '../src/lib/time/clock.ts'
import { sleep } from '../src/lib/time/timers.ts'
import type { ClaudeOptions } from '../src/spawner/claude/options.ts'
import { type MessagesRequest, type Reply, startMessagesApi } from '../test/peers/messages-api.ts'
import { findRealClaude } from '../test/spawner/claude/real-cli.ts'
import { createTestClock } from '../test/support/test-clock.ts'
import { type Bench, bringIn, onRoad, untilAnswered } from './cli-road.ts'
import { everydayTurns } from './everyday-talk.ts'
import { fakeFacts, fakeNotes } from './fake-notes.ts'
import { describeMs, judge, median, print } from './figures.ts'
import { type Charge, createPromptCache } from './prompt-cache.ts'
import type { BenchRoad } from './road.ts'
import { withScratch } from './scratch.ts'

const TIMED_TURNS = 15
const GOAL_REBUILDING = 0.25
const GOAL_BEFORE = 0.3
const GOAL_READ = 0.95
const GOAL_WARM = 0.15
/** Tokens of the first request in an empty chat, with and without the CLI's own tools. */
const GOAL_FIRST = { with: 4_600, without: 2_000 }
/** A written token costs as much as this many that are read for the first time. */
const OUTPUT_PRICE = 5
/** A token of the fast model (Haiku) costs this much of one of the model that answers (Opus). */
const FAST_PRICE = 0.2
/** What upkeep may cost of the answers of a day. */
const GOAL_UPKEEP = 0.2

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
    await withScratch((dir) => measureFirstTurn({ command, api, dir }, 'with', {}))
    const noTools = { own: { tools: [], allow: { owner: [], member: [] } } }
    await withScratch((dir) => measureFirstTurn({ command, api, dir }, 'without', noTools))
    await withScratch((dir) => measureUpkeep({ command, api, dir }))
    await withScratch((dir) => compareCosts({ command, api, dir }))
    await withScratch((dir) => compareWaits({ command, api, dir }))
  } finally {
    await api.close()
  }
}

/** What the first request of an empty chat holds. Four bytes of its JSON are a token. */
async function measureFirstTurn(
  bench: Bench,
  tools: keyof typeof GOAL_FIRST,
  options: Partial<ClaudeOptions>,
): Promise<void> {
  const first = bench.api.requests.length
  await onRoad(bench, createTestClock('2026-11-02T09:00:00Z'), options, (road) => untilAnswered(road, 'a', 'Hi there'))
  const body = JSON.parse(bench.api.requests[first]?.raw ?? '{}') as Record<'system' | 'tools' | 'messages', unknown>
  const tokens = (part: unknown) => Math.round(Buffer.byteLength(JSON.stringify(part ?? [])) / 4)
  const parts = { system: tokens(body.system), tools: tokens(body.tools), messages: tokens(body.messages) }
  const sum = parts.system + parts.tools + parts.messages
  const figures = Object.entries(parts).map(([part, size]) => `${part} ${whole(size)}`)
  judge(`first turn ${tools} the CLI's own tools`, `${whole(sum)} tokens (${figures.join(', ')})`, {
    says: `at most ${whole(GOAL_FIRST[tools])}`,
    met: sum <= GOAL_FIRST[tools],
  })
}

/** The twenty turns with a fast model beside them: what it was asked and wrote, and what that costs beside the answers. */
async function measureUpkeep({ command, api, dir }: Bench): Promise<void> {
  const clock = createTestClock('2026-11-02T09:00:00Z')
  const charge = createPromptCache()
  const answers: Charge[] = []
  const upkeep: Charge[] = []
  let said = ''
  // Called when a request has come.
  const reply = (): Reply => {
    const request = api.requests.at(-1) as MessagesRequest
    const isAnswer = request.system.includes('You are Skein')
    const asked = request.messages[0]?.text ?? ''
    const text = isAnswer ? said : asked.includes('{"facts"') ? fakeFacts(asked) : fakeNotes(asked)
    const { cost, ...rest } = charge(request.raw, clock.now().getTime())
    const written = OUTPUT_PRICE * (Buffer.byteLength(text) / 4)
    const charges = isAnswer ? answers : upkeep
    charges.push({ ...rest, cost: cost + written })
    return { kind: 'text', pieces: [text] }
  }
  api.script(reply)
  await onRoad(
    { command, api, dir },
    clock,
    {},
    async (road) => {
      bringIn(road, dir, clock)
      for (const { afterMinutes, said: question, answered } of everydayTurns) {
        clock.advance(afterMinutes * 60_000)
        said = answered
        await untilAnswered(road, 'a', question)
        road.upkeep.findWork()
        await untilIdle(road)
      }
      // The evening: what is left is done while nobody writes.
      for (let hour = 0; hour < 12; hour += 1) {
        clock.advance(3_600_000)
        road.upkeep.findWork()
        await untilIdle(road)
      }
    },
    true,
  )
  print(
    'answers of the day',
    `${answers.length} requests, ${whole(wholeOf(answers))} tokens, ${describeCharges(answers)}`,
  )
  print('upkeep of the day', `${upkeep.length} requests, ${whole(wholeOf(upkeep))} tokens, ${describeCharges(upkeep)}`)
  const share = total(upkeep) / total(answers)
  judge(
    'upkeep of an ordinary day',
    `${percent(share * FAST_PRICE)} of the answers with the usual fast model, ${percent(share)} at the same price`,
    {
      says: `less than ${GOAL_UPKEEP * 100} % with the usual fast model`,
      met: share * FAST_PRICE < GOAL_UPKEEP,
    },
  )
}

/** Until no task is waiting or running. */
async function untilIdle(road: BenchRoad): Promise<void> {
  const live = road.db.statement('SELECT count(*) FROM task WHERE finished_at IS NULL').pluck()
  for (let tries = 0; tries < 200 && live.get() !== 0; tries += 1) await sleep(50, new AbortController().signal)
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
