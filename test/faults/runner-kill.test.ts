import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectDaemon } from '../../src/cli/daemon.ts'
import { sleep } from '../../src/lib/time/timers.ts'
import { calls } from '../../src/web/control/calls.ts'
import { createTunedBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { audit, figuresOf } from '../peers/ledger.ts'
import { type FakeAnthropic, startAnthropic } from '../peers/providers/anthropic-api.ts'
import { type ScriptedReply, type SeenRequest, says, calls as toolCalls } from '../peers/providers/script.ts'
import { type Host, type Hosts, openHosts } from '../peers/redis/hosts.ts'
import { type RedisPeer, redisServers, startRedis } from '../peers/redis/redis.ts'
import { createRunner, type RunnerPeer } from '../peers/runner.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import { hasBwrap } from '../spawner/claude/real-cli.ts'
import { reportFigures } from '../support/report-figures.ts'
import { createRandom, seed } from '../support/seeded.ts'
import { size } from '../support/sizes.ts'
import { until } from '../support/until.ts'

// A daemon, three runners on hosts of their own, and Redis. One after another dies, stands still, or loses its network.

const lanes = size(6, 60)
const turns = size(24, 300)
const counts = {
  runnerKill: size(5, 60),
  daemonKill: size(2, 30),
  redisKill: size(2, 20),
  redisFlush: size(1, 5),
  runnerStop: size(1, 10),
  networkCut: size(2, 20),
}
type Fault = keyof typeof counts

const names = ['attic', 'barn', 'cellar']
const BEAT_MS = 1000
const LOCK_MS = 5000
/** Some cuts are over before anybody notices; during the longer ones everything is given up. */
const CUT_MS = 10_000
/** Only what hangs takes so long. */
const MOST_MS = size(900_000, 3_600_000)
/** The longest that a fault waits for a turn that it can hit. */
const IDLE_MS = 3000
/** After the last answer, nothing may be left running for longer than this, in milliseconds of `countTicks`. */
const REST_MS = 10_000
const TICK_MS = 10
/** What has not ended. A task that was interrupted waits for the person. */
const OPEN = `SELECT id FROM task WHERE kind = 'reply' AND finished_at IS NULL AND state <> 'interrupted'`
const UNDELIVERED = `SELECT id FROM outbox WHERE state NOT IN ('sent', 'held', 'dead')`
const random = createRandom(seed)
const never = new AbortController().signal

const effectsFile = `effects-${process.pid}.txt`

/** Looks, changes something, and answers. Each message has a word of its own, which the change writes into a file. */
function reply({ messages }: SeenRequest): ScriptedReply {
  const asked = messages.findLastIndex(({ role, text }) => role === 'user' && /effect-\d+-\d+[ab]/.test(text))
  const [word] = messages[asked]?.text.match(/effect-\d+-\d+[ab]/g)?.slice(-1) ?? ['']
  const steps = messages.slice(asked).filter((message) => message.calls.length > 0).length
  const look = toolCalls({ name: 'search_messages', input: { query: 'harbour' } })
  const change = toolCalls({ name: 'run_command', input: { command: `echo ${word} >> ${effectsFile}; sleep 0.3` } })
  return [look, change][steps] ?? says(`I have `, `done ${word}.`)
}

describe.skipIf(redisServers.length === 0 || !hasBwrap)('runners', () => {
  let api: FakeAnthropic
  let redis: RedisPeer
  let admin: ReturnType<RedisPeer['admin']>
  let daemon: DaemonPeer
  let speaker: Speaker
  let hosts: Hosts
  let runners: RunnerPeer[]

  beforeAll(async () => {
    const build = createTunedBuild({ daemonBeatMs: BEAT_MS, runnerBeatMs: BEAT_MS, runnerLockMs: LOCK_MS })
    redis = await startRedis()
    admin = redis.admin()
    api = await startAnthropic({ models: ['large-1'], key: 'k' }, reply)
    const { url, username, password } = redis.settings
    hosts = await openHosts({ count: names.length, redis: url, port: Number(new URL(api.url).port) })
    const configFor = (redisUrl: string) => `[workers]
safe_mode_after = 0
[disk]
ballast_mb = 0
[native.allow]
owner = ["run_command"]
[runners]
url = "${redisUrl}"
username = "${username}"
password = "${password}"
min_free_mb = 0
[providers.ant]
kind = "anthropic"
api_key = "k"
base_url = "${api.url}"
models = { general = "large-1" }
`
    daemon = createDaemon({ build, brain: 'ant', config: configFor(url) })
    speaker = createSpeaker(daemon.socket, 2 * lanes)
    runners = hosts.list.map(({ under, redisUrl }) => createRunner({ build, config: configFor(redisUrl), under }))
    await daemon.start()
    const control = connectDaemon(daemon.data)
    for (const [at, name] of names.entries()) runners[at]?.join((await control.ask(calls.pairRunner, { name })).code)
    await Promise.all(runners.map((runner) => runner.start()))
    await until(async () => expect(await statesOf()).toEqual(names.map(() => 'ready')))
  })
  afterAll(async () => {
    speaker.close()
    await Promise.all(runners.map((runner) => runner.remove()))
    await hosts.remove()
    await daemon.remove()
    await api.close()
    await redis.remove()
  })

  const statusOf = async () => await connectDaemon(daemon.data).ask(calls.runners, {})
  const statesOf = async () => (await statusOf()).map(({ state }) => state)
  const anyRunner = () => random.pick(runners)

  const faults: Record<Fault, () => Promise<void>> = {
    async runnerKill() {
      const runner = anyRunner()
      runner.signal('SIGKILL')
      await runner.exited()
      await runner.start()
    },
    async daemonKill() {
      await daemon.kill()
      await daemon.start()
    },
    async redisKill() {
      await redis.kill()
      await sleep(random.integer(1000), never)
      await redis.start()
    },
    async redisFlush() {
      await admin.flushall()
    },
    async runnerStop() {
      const runner = anyRunner()
      runner.signal('SIGSTOP')
      await sleep(LOCK_MS * 1.5, never)
      runner.signal('SIGCONT')
    },
    async networkCut() {
      const host = random.pick<Host>(hosts.list)
      host.cut()
      await sleep(random.integer(CUT_MS), never)
      host.mend()
    },
  }

  /** Every word that a command has written, in all workspaces of all runners. */
  function effects(): string[] {
    return runners
      .map(({ dir }) => join(dir, 'data', 'runner', 'workspaces'))
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name, effectsFile)))
      .filter((file) => existsSync(file))
      .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  }

  /** Everything that runners or the daemon have started and that has not ended. */
  function leftRunning(): string[] {
    const own = new Set([daemon, ...runners].map((peer) => peer.pid()))
    const marks = [effectsFile, daemon.data, ...runners.map(({ dir }) => dir)]
    return readdirSync('/proc').flatMap((pid) => {
      if (!/^\d+$/.test(pid) || own.has(Number(pid))) return []
      const words = commandLine(pid)
      return marks.some((mark) => words.includes(mark)) ? [words] : []
    })
  }

  /** Everything of turns in Redis: their streams, their tickets, and the places of tickets in queues. */
  async function leftInRedis(): Promise<string[]> {
    const keys = await admin.keys('*')
    return keys.filter(
      (key) => !/^skein:(?:beat:\w+:(?:up|down)|turns(?:-\w+)?:(?:meta|events|stalled-check|marker|id))$/.test(key),
    )
  }

  const title = Object.entries(counts).map(([fault, count]) => `${fault} ${count}`)

  test(
    `${turns} turns over ${lanes} lanes, with ${title.join(', ')}: nothing is lost, doubled or left running`,
    async () => {
      const plan = (Object.keys(counts) as Fault[])
        .flatMap((fault) => Array.from({ length: counts[fault] }, () => ({ fault, at: random.integer(1_000_000) })))
        .toSorted((a, b) => a.at - b.at)
      const perLane = turns / lanes
      let done = 0

      const openIn = (lane: number) => daemon.query(`${OPEN} AND lane = ?`, `root:web:lane${lane}`)

      /** Each turn is two messages: the second waits for the first, or joins it. */
      async function converse(lane: number): Promise<void> {
        for (let turn = 0; turn < perLane; turn++) {
          while (done < Math.floor((turn * plan.length) / perLane) || openIn(lane).length > 0) await sleep(50, never)
          for (const part of ['a', 'b']) await speaker.say(`web:lane${lane}`, `please do effect-${lane}-${turn}${part}`)
        }
      }

      const isBusy = () => daemon.query("SELECT 1 FROM task WHERE state = 'running'").length > 0

      const talking = Promise.all(Array.from({ length: lanes }, (_, lane) => converse(lane)))
      for (const { fault } of plan) {
        const waitsUntil = performance.now() + IDLE_MS
        while (!isBusy() && performance.now() < waitsUntil) await sleep(50, never)
        await sleep(random.integer(1000), never)
        await faults[fault]()
        done += 1
      }
      await talking
      await vi.waitFor(() => expect([OPEN, UNDELIVERED].flatMap((sql) => daemon.query(sql))).toEqual([]), {
        timeout: QUIET_MS,
        interval: 50,
      })
      const ticks = countTicks()
      await until(async () => {
        expect(leftRunning()).toEqual([])
        expect(await leftInRedis()).toEqual([])
        expect((await statusOf()).map(({ state, beat }) => [state, beat?.free])).toEqual(
          names.map(() => [expect.stringMatching(/ready|resting/), 4]),
        )
      })
      const leftMs = ticks.stop()
      const words = effects()
      const twice = words.filter((word, at) => words.indexOf(word) !== at)
      const found = audit(daemon.database, speaker.said)
      reportFigures('runners', {
        ...figuresOf(found),
        effects: words.length,
        'effects twice': twice.length,
        'at rest after': `${leftMs} ms`,
        requests: api.requests.length,
        seed,
      })
      // Those are told, and wait for the person.
      const untold = daemon.query(
        `SELECT id FROM task WHERE state = 'interrupted' AND id NOT IN (SELECT task_id FROM outbox WHERE task_id IS NOT NULL)`,
      )
      expect(untold).toEqual([])
      expect(found.problems.filter((problem) => !problem.endsWith('is still interrupted'))).toEqual([])
      expect(found.accepted).toBe(2 * turns)
      expect(found.tasks).toBeGreaterThanOrEqual(turns)
      expect(twice).toEqual([])
      expect(leftMs).toBeLessThanOrEqual(REST_MS)
      expect(words.length).toBeGreaterThan(0)
    },
    MOST_MS,
  )
})

/** Milliseconds as a process gets them: on a busy machine its waits end late, like everything else there. */
function countTicks() {
  const stopped = new AbortController()
  let ticks = 0
  const count = async () => {
    while (!stopped.signal.aborted) {
      await sleep(TICK_MS, stopped.signal)
      ticks += 1
    }
  }
  void count()
  return {
    stop() {
      stopped.abort()
      return ticks * TICK_MS
    },
  }
}

/** Empty if the process has just ended. */
function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
