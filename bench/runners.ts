import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connectDaemon, type Daemon } from '../src/cli/daemon.ts'
import { calls } from '../src/web/control/calls.ts'
import { createDaemon, type DaemonPeer } from '../test/peers/daemon.ts'
import { type RedisPeer, redisServers, startRedis } from '../test/peers/redis/redis.ts'
import { createRunner, type RunnerPeer } from '../test/peers/runner.ts'
import { describeMs, judge, median, ms, print, times } from './figures.ts'
import { startModel } from './model-server.ts'
import { cpuSeconds, describeLoad, useTwoCores } from './processor-time.ts'

const CHATS = 24
const PLACES = 8
const ROUNDS = 7
const TURNS_PER_ROUND = 96
const GOAL_THROUGHPUT = 0.9
const FIRST_TEXTS = 80
const GOAL_FIRST_TEXT_MS = 5
/** Longer than anything takes that happens before the first text is seen. */
const PAUSE_AFTER_FIRST_MS = 60

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const script = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))
const build = { dir: '', main: program, env: {} }
/** About as long as a usual answer. */
const answer = Array.from({ length: 30 }, (_, piece) => `This is piece ${piece} of it. `)

/** A daemon that runs its models itself, and one with a runner, on the same two cores, in turn. */
export async function benchRunners(): Promise<void> {
  if (redisServers.length === 0) return print('not measured', 'neither redis-server nor valkey-server is here')
  execFileSync(process.execPath, [script], { stdio: 'inherit' })
  print('limited to two cores', useTwoCores() ? 'yes' : 'no, taskset is missing')
  print('load of the machine before (1, 5, 15 minutes)', describeLoad())
  const redis = await startRedis()
  try {
    await withBoth(redis, answer, 0, compareThroughput)
    await withBoth(redis, answer, PAUSE_AFTER_FIRST_MS, compareFirstText)
  } finally {
    await redis.remove()
  }
  print('load of the machine after', describeLoad())
}

/** The two installations that are compared. */
interface Both {
  alone: DaemonPeer
  split: DaemonPeer
  runner: RunnerPeer
}

async function withBoth(
  redis: RedisPeer,
  pieces: readonly string[],
  pauseMs: number,
  work: (both: Both) => Promise<void>,
): Promise<void> {
  const model = await startModel(pieces, pauseMs)
  const { url, username, password } = redis.settings
  const shared = `[workers]\nmax = ${PLACES}\n[disk]\nballast_mb = 0\n${model.config}`
  const access = `[runners]\nurl = "${url}"\nusername = "${username}"\npassword = "${password}"\nplaces = ${PLACES}\nmin_free_mb = 0\n`
  const alone = createDaemon({ build, brain: 'box', config: shared })
  const split = createDaemon({ build, brain: 'box', config: shared + access })
  const runner = createRunner({ build, config: shared + access })
  try {
    await Promise.all([alone.start(), split.start()])
    const control = connectDaemon(split.data)
    const { code } = await control.ask(calls.pairRunner, { name: 'bench' })
    runner.join(code)
    await runner.start()
    while ((await control.ask(calls.runners, {}))[0]?.state !== 'ready') await sleep(50)
    await work({ alone, split, runner })
  } finally {
    await runner.remove()
    await Promise.all([alone.remove(), split.remove()])
    model.close()
  }
}

async function compareThroughput({ alone, split, runner }: Both): Promise<void> {
  await answerMany(alone, CHATS)
  await answerMany(split, CHATS)
  const ratios: number[] = []
  const perMinute: { alone: number[]; split: number[] } = { alone: [], split: [] }
  const pids = [alone.pid(), split.pid(), runner.pid()]
  const before = pids.map(cpuSeconds)
  for (let round = 0; round < ROUNDS; round++) {
    // Every other round begins with the other one, because the load of the machine changes.
    const order = round % 2 === 0 ? (['alone', 'split'] as const) : (['split', 'alone'] as const)
    const seconds = { alone: 0, split: 0 }
    for (const name of order) seconds[name] = await answerMany({ alone, split }[name], TURNS_PER_ROUND)
    for (const name of order) perMinute[name].push((TURNS_PER_ROUND / seconds[name]) * 60)
    ratios.push(seconds.alone / seconds.split)
  }
  const cost = pids.map((pid, at) => ((cpuSeconds(pid) - (before[at] ?? 0)) / (ROUNDS * TURNS_PER_ROUND)) * 1000)
  print('turns a minute in one process', median(perMinute.alone).toFixed(0))
  print('turns a minute of a daemon with one runner', median(perMinute.split).toFixed(0))
  const ratio = median(ratios)
  judge('throughput with a runner, of one process', `${times(ratio)} (rounds: ${ratios.map(times).join(', ')})`, {
    says: `at least ${GOAL_THROUGHPUT} times`,
    met: ratio >= GOAL_THROUGHPUT,
  })
  const [single = 0, daemon = 0, ofRunner = 0] = cost
  print('processor time of a turn in one process', ms(single))
  print('processor time of a turn in the daemon, runner', `${ms(daemon)}, ${ms(ofRunner)}`)
}

/** Throws if the message was not answered: an error would take less time than an answer. */
async function untilAnswered(control: Daemon, message: number): Promise<void> {
  for (;;) {
    const outcome = await control.ask(calls.outcome, { message })
    if (outcome?.state === 'answered') return
    if (outcome) throw new Error(`the message ended as ${outcome.state}: ${outcome.reason}`)
  }
}

/** The seconds that so many answers take, with one question at a time in each chat. */
async function answerMany(daemon: DaemonPeer, turns: number): Promise<number> {
  const began = performance.now()
  let left = turns
  const talkIn = async (chat: string) => {
    const control = connectDaemon(daemon.data)
    while (left-- > 0) {
      const { message = 0 } = await control.ask(calls.send, {
        chat,
        key: randomUUID(),
        text: 'And what else is there?',
      })
      await untilAnswered(control, message)
    }
  }
  await Promise.all(Array.from({ length: CHATS }, (_, at) => talkIn(`web:chat-${at}`)))
  return (performance.now() - began) / 1000
}

async function compareFirstText({ alone, split }: Both): Promise<void> {
  const asking = { alone: await openTalk(alone), split: await openTalk(split) }
  const took: { alone: number[]; split: number[] } = { alone: [], split: [] }
  for (let round = -10; round < FIRST_TEXTS; round++) {
    for (const name of ['alone', 'split'] as const) {
      const value = await asking[name].ask()
      if (round >= 0) took[name].push(value)
    }
  }
  print('sent to first text in one process', describeMs(took.alone))
  print('sent to first text with a runner', describeMs(took.split))
  const added = median(took.split) - median(took.alone)
  judge('added to the first text, p50', ms(added), {
    says: `at most ${GOAL_FIRST_TEXT_MS} ms`,
    met: added <= GOAL_FIRST_TEXT_MS,
  })
  for (const { close } of Object.values(asking)) close()
}

/** `ask` says something, and resolves after the answer with the milliseconds until its first text was seen. */
async function openTalk(daemon: DaemonPeer): Promise<{ ask(): Promise<number>; close(): void }> {
  const chat = 'web:first-text'
  const control = connectDaemon(daemon.data)
  const stop = new AbortController()
  const events = control.stream(calls.events, { chat }, stop.signal)[Symbol.asyncIterator]()
  await events.next()
  return {
    async ask() {
      const began = performance.now()
      await control.ask(calls.send, { chat, key: randomUUID(), text: 'And what else is there?' })
      let firstAt: number | undefined
      for (;;) {
        const { value } = await events.next()
        if (value?.kind === 'draft') firstAt ??= performance.now()
        if (value?.kind === 'line' && value.line.author === 'bot') return (firstAt ?? Number.NaN) - began
      }
    },
    close: () => stop.abort(),
  }
}
