import { percent, print, quantile } from './figures.ts'

// A simulated working day. Nothing is measured here, so every machine prints the same figures. What a turn costs the
// daemon and Redis was measured with `runners` and `runner-costs` (docs/scaling.md).

/** Time of the daemon's only thread for one turn, with runners: all its commits, the context and the events. */
const DAEMON_MS_PER_TURN = 50
/** Text in pieces, steps of tools, calls and their answers. */
const MESSAGES_PER_TURN = 60

const CONVERSATIONS_PER_DAY = 4
const MESSAGES_PER_CONVERSATION = 4
/** How often conversations begin in each hour of the day, relative to each other. */
const hours = [1, 1, 1, 1, 1, 2, 6, 14, 20, 22, 20, 16, 14, 16, 18, 18, 16, 15, 14, 16, 18, 16, 10, 4]
/** Most turns are short; one in twenty takes longer than 100 seconds. */
const TURN_SECONDS = { median: 14, spread: 1.2 }
const MAX_TURN_SECONDS = 1_800
const SECONDS_UNTIL_NEXT = { median: 45, spread: 1 }
/** So many people have a briefing every morning at seven. */
const BRIEFING_SHARE = 0.3
const BRIEFING_HOUR = 7
const BRIEFING_SECONDS = { median: 40, spread: 0.5 }

const STEPS_PER_SECOND = 10
const STEP_MS = 1000 / STEPS_PER_SECOND
const DAY_STEPS = 86_400 * STEPS_PER_SECOND

interface Setup {
  name: string
  people: number
  /** `[workers] max`; scheduled work has half as many slots. */
  workers: number
  /** Those of all runners together. */
  places: number
}

const setups: Setup[] = [
  { name: 'one process, 4 workers', people: 1000, workers: 4, places: 6 },
  { name: 'one process, 12 workers', people: 1000, workers: 12, places: 18 },
  { name: 'one runner, 24 places', people: 1000, workers: 16, places: 24 },
  { name: 'two runners, 48 places', people: 1000, workers: 32, places: 48 },
  { name: 'four runners, 96 places', people: 3000, workers: 64, places: 96 },
  { name: 'four runners, 96 places', people: 10_000, workers: 64, places: 96 },
]

export function benchThousandPeople(): void {
  for (const setup of setups) {
    const day = simulateDay(setup)
    const seconds = (values: number[], share: number) => `${(quantile(values, share) / STEPS_PER_SECOND).toFixed(1)} s`
    const waits = [0.5, 0.95, 0.99].map((share) => seconds(day.replyWaits, share)).join(', ')
    print(
      `${setup.name}, ${setup.people.toLocaleString('en')} people`,
      `${day.replyWaits.length} answers until midnight`,
    )
    print('  answers wait for a place, p50, p95, p99', `${waits}; longest queue ${day.longestQueue}`)
    print('  briefings wait, p50, p95', `${seconds(day.briefingWaits, 0.5)}, ${seconds(day.briefingWaits, 0.95)}`)
    print('  turns begun in the busiest minute', String(day.busiestMinute))
    print('  places in use in the busiest hour', percent(day.busiestHour))
    const daemon = (day.busiestMinute * DAEMON_MS_PER_TURN) / 60_000
    const redis = ((day.busiestMinute * MESSAGES_PER_TURN) / 60).toFixed(0)
    print("  the daemon's thread, Redis in that minute", `${percent(daemon)} busy, ${redis} messages a second`)
  }
}

interface Day {
  /** In steps. */
  replyWaits: number[]
  briefingWaits: number[]
  longestQueue: number
  busiestMinute: number
  /** The share of the places that turns used in it. */
  busiestHour: number
}

interface Turn {
  kind: 'reply' | 'briefing'
  since: number
  steps: number
  /** How many messages follow in this conversation. */
  left: number
}

function simulateDay({ people, workers, places }: Setup): Day {
  const random = createRandom(7)
  const due = createCalendar<Turn>()
  const ending = createCalendar<Turn>()
  const waiting: Record<Turn['kind'], Turn[]> = { reply: [], briefing: [] }
  const running = { reply: 0, briefing: 0 }
  const limits = { reply: workers, briefing: Math.max(1, Math.floor(workers / 2)) }
  const begunInMinute = Array.from({ length: 24 * 60 }, () => 0)
  const usedInHour = Array.from({ length: 24 }, () => 0)
  const day: Day = { replyWaits: [], briefingWaits: [], longestQueue: 0, busiestMinute: 0, busiestHour: 0 }
  let daemonMs = 0

  const reply = (step: number, left: number) => {
    const seconds = Math.min(MAX_TURN_SECONDS, random.lognormal(TURN_SECONDS))
    due.add(step, { kind: 'reply', since: step, steps: toSteps(seconds), left })
  }
  const all = hours.reduce((sum, weight) => sum + weight, 0)
  for (const [hour, weight] of hours.entries()) {
    const conversations = Math.round((people * CONVERSATIONS_PER_DAY * weight) / all)
    for (let count = 0; count < conversations; count++) {
      // The chance that it goes on is the same after each message.
      let left = 0
      while (random.next() < 1 - 1 / MESSAGES_PER_CONVERSATION) left++
      reply(toSteps((hour + random.next()) * 3600), left)
    }
  }
  for (let person = 0; person < people * BRIEFING_SHARE; person++) {
    const since = toSteps(BRIEFING_HOUR * 3600)
    due.add(since, { kind: 'briefing', since, steps: toSteps(random.lognormal(BRIEFING_SECONDS)), left: 0 })
  }

  for (let step = 0; step < DAY_STEPS; step++) {
    daemonMs = Math.max(0, daemonMs - STEP_MS)
    for (const turn of ending.take(step)) {
      running[turn.kind] -= 1
      if (turn.left > 0) reply(step + 1 + toSteps(random.lognormal(SECONDS_UNTIL_NEXT)), turn.left - 1)
    }
    for (const turn of due.take(step)) waiting[turn.kind].push(turn)
    for (const kind of ['reply', 'briefing'] as const) {
      const isFree = () => running[kind] < limits[kind] && running.reply + running.briefing < places
      while (isFree() && daemonMs < STEP_MS) {
        const turn = waiting[kind].shift()
        if (!turn) break
        running[kind] += 1
        daemonMs += DAEMON_MS_PER_TURN
        const waits = kind === 'reply' ? day.replyWaits : day.briefingWaits
        waits.push(step - turn.since)
        begunInMinute[Math.floor(step / (60 * STEPS_PER_SECOND))]! += 1
        ending.add(step + Math.max(1, turn.steps), turn)
      }
    }
    day.longestQueue = Math.max(day.longestQueue, waiting.reply.length)
    usedInHour[Math.floor(step / (3600 * STEPS_PER_SECOND))]! += running.reply + running.briefing
  }
  day.busiestMinute = Math.max(...begunInMinute)
  day.busiestHour = Math.max(...usedInHour) / (3600 * STEPS_PER_SECOND * places)
  return day
}

/** What happens at which step. */
function createCalendar<T>(): { add(step: number, entry: T): void; take(step: number): T[] } {
  const entries = new Map<number, T[]>()
  return {
    add(step, entry) {
      const there = entries.get(step)
      if (there) there.push(entry)
      else entries.set(step, [entry])
    },
    take(step) {
      const there = entries.get(step) ?? []
      entries.delete(step)
      return there
    },
  }
}

function toSteps(seconds: number): number {
  return Math.round(seconds * STEPS_PER_SECOND)
}

/** The same numbers on every machine (mulberry32). */
function createRandom(seed: number): { next(): number; lognormal(shape: { median: number; spread: number }): number } {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    lognormal({ median, spread }) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return median * Math.exp(spread * normal)
    },
  }
}
