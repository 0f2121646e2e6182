import { makeChatId } from '../src/domain/ids.ts'
import type { Brain, BrainEvent } from '../src/spawner/spawner.ts'
import { type RedisPeer, redisServers, startRedis } from '../test/peers/redis/redis.ts'
import { createRunnerWorld, type RunnerWorld, turnOf } from '../test/support/runner-world.ts'
import { createScriptedBrain, type Script } from '../test/support/scripted-brain.ts'
import { describeMs, judge, median, ms, print } from './figures.ts'
import { letterText, writeLetter } from './letters.ts'
import { describeLoad } from './processor-time.ts'
import { openRoad } from './road.ts'
import { withScratch } from './scratch.ts'
import { CHATS, liveYears } from './years.ts'

const TURNS = 300
const GOAL_FIRST_TEXT_MS = 5
const EVENTS = 1_000
const TURNS_AT_ONCE = 4
const CALLS = 500
const PAST_MESSAGES = 100_000
const ROAD_TURNS = 400
const ROAD_PLACES = 8

/**
 * What a turn, an event and a call cost through Redis. Both ends are in this process, so its processor time is that of
 * the daemon and the runner together.
 */
export async function benchRunnerCosts(): Promise<void> {
  if (redisServers.length === 0) return print('not measured', 'neither redis-server nor valkey-server is here')
  print('load of the machine (1, 5, 15 minutes)', describeLoad())
  const redis = await startRedis()
  try {
    await onRunner(redis, shortTurn, measureTurns)
    await onRunner(redis, manyEvents, measureEvents)
    await onRunner(redis, manyCalls, measureCalls)
    await onRunner(redis, shortTurn, measureRoads)
  } finally {
    await redis.remove()
  }
}

interface Measured extends RunnerWorld {
  redis: RedisPeer
}

async function onRunner(
  redis: RedisPeer,
  script: (world: () => RunnerWorld) => Script,
  work: (world: Measured) => Promise<void>,
): Promise<void> {
  const made: { world?: RunnerWorld } = {}
  const brain = createScriptedBrain(script(() => made.world as RunnerWorld))
  const world = await createRunnerWorld(redis, { runner: brain }, { places: ROAD_PLACES })
  made.world = world
  try {
    await work({ ...world, redis })
  } finally {
    await world.close()
  }
}

const shortTurn = (): Script => () => [
  { kind: 'text', text: 'It was ' },
  { kind: 'done', text: 'It was in May.' },
]

const event: BrainEvent = { kind: 'action', action: { line: 'read notes.md', failed: false, output: letterText } }

const manyEvents = (): Script =>
  async function* () {
    for (let count = 0; count < EVENTS; count++) yield event
    yield { kind: 'done', text: 'Done.' }
  }

const manyCalls = (world: () => RunnerWorld): Script =>
  async function* (turn) {
    const took: number[] = []
    for (let count = 0; count < CALLS; count++) {
      const began = performance.now()
      await world()
        .boundTo(turn)
        .calls.call({ kind: 'tool', name: 'search_messages', input: { query: 'roof' } })
      took.push(performance.now() - began)
    }
    yield { kind: 'done', text: JSON.stringify(took) }
  }

async function measureTurns({ remote, redis }: Measured): Promise<void> {
  const first: number[] = []
  const cost = await costOf(redis, TURNS, async () => {
    for (let count = 0; count < TURNS; count++) {
      const began = performance.now()
      let firstAt: number | undefined
      for await (const { kind } of remote.run(turnOf({ text: letterText }), new AbortController().signal))
        if (kind === 'text') firstAt ??= performance.now()
      first.push((firstAt ?? Number.NaN) - began)
    }
  })
  // The brain itself says it at once.
  judge('added to the first text', describeMs(first), {
    says: `p50 at most ${GOAL_FIRST_TEXT_MS} ms`,
    met: median(first) <= GOAL_FIRST_TEXT_MS,
  })
  print('a whole turn with two events', cost)
}

async function measureEvents({ ask, redis }: Measured): Promise<void> {
  await ask(turnOf({}))
  const began = performance.now()
  const cost = await costOf(redis, EVENTS * TURNS_AT_ONCE, async () => {
    const turns = Array.from({ length: TURNS_AT_ONCE }, (_, at) => ask(turnOf({ chat: makeChatId('web', `e${at}`) })))
    const received = (await Promise.all(turns)).flat().filter(({ kind }) => kind === 'action').length
    if (received !== EVENTS * TURNS_AT_ONCE) throw new Error(`only ${received} events arrived`)
  })
  const seconds = (performance.now() - began) / 1000
  print('an event', cost)
  print('events a second, with both ends on one core', ((EVENTS * TURNS_AT_ONCE) / seconds).toFixed(0))
}

async function measureCalls({ ask, redis }: Measured): Promise<void> {
  let done: BrainEvent | undefined
  const cost = await costOf(redis, CALLS, async () => {
    done = (await ask(turnOf({}))).at(-1)
  })
  print('a call of the daemon', cost)
  print('a call until its answer', describeMs(done?.kind === 'done' ? (JSON.parse(done.text) as number[]) : []))
}

/** Everything around the model: receiving, context, commits and delivery, in a store that looks back on some years. */
async function measureRoads({ remote }: Measured): Promise<void> {
  const local = await measureRoad(undefined)
  const split = await measureRoad(remote)
  print('a turn of a daemon whose model takes no time', local)
  print('the same with both ends of a runner in it', split)
}

async function measureRoad(brain: Brain | undefined): Promise<string> {
  return await withScratch(async (dir) => {
    liveYears(dir, PAST_MESSAGES)
    const road = openRoad(dir, brain, { maxWorkers: ROAD_PLACES })
    const stop = new AbortController()
    const answered = road.db.statement("SELECT count(*) FROM task WHERE state = 'answered'").pluck()
    const running = road.run(stop.signal)
    const before = answered.get() as number
    const [began, own] = [performance.now(), process.cpuUsage()]
    const finished = new Promise<void>((resolve) => {
      road.deliver.onTried(() => {
        if ((answered.get() as number) - before >= ROAD_TURNS) resolve()
      })
    })
    for (let count = 0; count < ROAD_TURNS; count++)
      road.inbox.accept([writeLetter(makeChatId('web', `chat-${count % CHATS}`))])
    await finished
    const elapsed = (performance.now() - began) / ROAD_TURNS
    const { user, system } = process.cpuUsage(own)
    stop.abort()
    await running
    road.close()
    return `${ms(elapsed)}, on processors ${ms((user + system) / 1000 / ROAD_TURNS)}`
  })
}

/** Time for each of so many, of which so much on processors. */
async function costOf(redis: RedisPeer, count: number, work: () => Promise<void>): Promise<string> {
  const admin = redis.admin()
  const [began, own, server] = [performance.now(), process.cpuUsage(), await redisCpuMs(admin)]
  await work()
  const elapsed = performance.now() - began
  const { user, system } = process.cpuUsage(own)
  const ofServer = (await redisCpuMs(admin)) - server
  const each = (total: number) => `${(total / count).toFixed(3)} ms`
  return `${each(elapsed)}; on processors ${each((user + system) / 1000)} for both ends and ${each(ofServer)} for Redis`
}

async function redisCpuMs(admin: ReturnType<RedisPeer['admin']>): Promise<number> {
  const info = await admin.info('cpu')
  const seconds = [...info.matchAll(/^used_cpu_(?:user|sys):([\d.]+)/gm)].map(([, value]) => Number(value))
  return seconds.reduce((sum, value) => sum + value, 0) * 1000
}
