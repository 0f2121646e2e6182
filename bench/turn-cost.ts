import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { makeChatId } from '../src/domain/ids.ts'
import { systemClock } from '../src/lib/time/clock.ts'
import { createClaude } from '../src/spawner/claude/claude.ts'
import type { Brain, Session } from '../src/spawner/spawner.ts'
import { type MessagesApi, startMessagesApi } from '../test/peers/messages-api.ts'
import { findRealClaude } from '../test/spawner/claude/real-cli.ts'
import { describeMs, judge, median, print } from './figures.ts'
import { type Charge, createPromptCache } from './prompt-cache.ts'
import { type BenchRoad, openRoad } from './road.ts'
import { withScratch } from './scratch.ts'

const TURNS = 6
const TIMED_TURNS = 15
const GOAL_COST = 0.4
const GOAL_READ = 0.9
const GOAL_WARM = 0.15

// A persona with what the bot knows of the person, the history an epoch opens with, and the turns of a chat.
const persona = 'You answer briefly, say what you do not know, and never invent a source. '.repeat(80)
const history = '[Ana 14:02] We spoke about the roof and who repaired it. [you 14:03] It was in May. '.repeat(180)
const question = (n: number) => `Question ${n}: ${'and what did we decide about it, and when was that? '.repeat(4)}`
const answer = 'They came in May, it took two days, and you paid half of it in advance. '.repeat(8)

/** What sessions save: the simulated cost of six turns, and the time until the model is asked. */
export async function benchTurnCost(): Promise<void> {
  const command = findRealClaude()
  if (!command) return print('not measured', 'the real claude CLI is not here')
  const api = await startMessagesApi({ kind: 'text', pieces: [answer] })
  try {
    await withScratch(async (dir) => {
      const brain = aBrain(command, api.url, dir)
      try {
        await compareCosts(brain, api)
        await compareWaits(brain, api, dir)
      } finally {
        await brain.close()
      }
    })
  } finally {
    await api.close()
  }
}

async function compareCosts(brain: Brain, api: MessagesApi): Promise<void> {
  const rebuilt = await charge(api, async () => {
    let said = ''
    for (let n = 1; n <= TURNS; n += 1) {
      await ask(brain, `${persona}${history}${said}`, question(n))
      said += `[Ana 15:0${n}] ${question(n)} [you 15:0${n}] ${answer}`
    }
  })
  const id = randomUUID()
  const inSession = await charge(api, async () => {
    for (let n = 1; n <= TURNS; n += 1) {
      await ask(brain, `${persona}${history}`, question(n), { id, opens: n === 1 })
    }
  })
  print('six turns, history rebuilt each time', describeCharges(rebuilt))
  print('six turns in one session', describeCharges(inSession))
  const ratio = total(inSession) / total(rebuilt)
  judge('cost of the session', `${ratio.toFixed(2)} of rebuilding`, {
    says: `at most ${GOAL_COST}`,
    met: ratio <= GOAL_COST,
  })
  const shares = inSession.slice(1).map(({ read, written, plain }) => read / (read + written + plain))
  const least = Math.min(...shares)
  judge('read from the cache, from the second turn on', `at least ${(least * 100).toFixed(1)} %`, {
    says: `${GOAL_READ * 100} %`,
    met: least >= GOAL_READ,
  })
}

/** From the commit of a message to the request that the model sees, over the whole road. */
async function compareWaits(brain: Brain, api: MessagesApi, dir: string): Promise<void> {
  const road = openRoad(join(dir, 'road'), brain)
  const stop = new AbortController()
  const running = road.run(stop.signal)
  const say = (chat: string, n: number) => untilAsked(road, api, chat, question(n))
  const warm: number[] = []
  const cold: number[] = []
  try {
    await say('hot', 0)
    for (let n = 1; n <= TIMED_TURNS; n += 1) {
      warm.push(await say('hot', n))
      cold.push(await say(`new-${n}`, n))
    }
  } finally {
    stop.abort()
    await running
    road.close()
  }
  print('from commit until the model is asked, new process', describeMs(cold))
  print('from commit until the model is asked, live process', describeMs(warm))
  const ratio = median(warm) / median(cold)
  judge('wait in a live process', `${ratio.toFixed(2)} of that for a new one`, {
    says: `at most ${GOAL_WARM}`,
    met: ratio <= GOAL_WARM,
  })
}

async function untilAsked(road: BenchRoad, api: MessagesApi, chat: string, text: string): Promise<number> {
  const asked = api.received(api.requests.length + 1)
  const answered = new Promise<void>((resolve) => {
    const leave = road.channel.subscribe((event) => {
      if (event.kind !== 'progress' || event.progress.kind !== 'state' || event.progress.state !== 'answered') return
      leave()
      resolve()
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

async function charge(api: MessagesApi, work: () => Promise<void>): Promise<Charge[]> {
  const first = api.requests.length
  await work()
  const cache = createPromptCache()
  return api.requests.slice(first).map(({ raw }) => cache(raw))
}

async function ask(brain: Brain, system: string, text: string, session?: Session): Promise<void> {
  const person = { id: 1, name: 'Ana' }
  const words = { system, text, question: text, ...(session ? { session } : {}) }
  const turn = {
    task: 1,
    kind: 'reply',
    chat: makeChatId('web', 'a'),
    person,
    model: 'general',
    trust: 'owner',
    files: [],
    ...words,
  } as const
  for await (const event of brain.run(turn, new AbortController().signal)) {
    if (event.kind === 'failed') throw new Error(`the turn failed: ${event.failure.class} ${event.failure.detail}`)
  }
}

function aBrain(command: string, baseUrl: string, dir: string): Brain {
  const folders = { configDir: join(dir, 'claude'), workDir: join(dir, 'work'), runtimeDir: join(dir, 'run') }
  const log = { info() {}, warn() {} }
  return createClaude({
    command,
    apiKey: 'none',
    baseUrl,
    retries: 0,
    ...folders,
    env: process.env,
    clock: systemClock,
    log,
  })
}

function total(charges: Charge[]): number {
  return charges.reduce((sum, { cost }) => sum + cost, 0)
}

function describeCharges(charges: Charge[]): string {
  const sum = (key: keyof Charge) => Math.round(charges.reduce((all, charge) => all + charge[key], 0))
  return `cost ${sum('cost')} (read ${sum('read')}, written ${sum('written')}, plain ${sum('plain')})`
}
