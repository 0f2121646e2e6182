import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, onTestFinished } from 'vitest'
import type { z } from 'zod'
import { connectDaemon, type Daemon } from '../../src/cli/daemon.ts'
import type { RedisSettings } from '../../src/spawner/remote/redis-link.ts'
import { calls } from '../../src/web/control/calls.ts'
import type { outcomeShape, Uploaded } from '../../src/web/control/chat-shapes.ts'
import type { Build } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { createRunner, type RunnerPeer } from '../peers/runner.ts'
import { until } from '../support/until.ts'

export interface DaemonWithRunner {
  daemon: DaemonPeer
  runner: RunnerPeer
  control: Daemon
  /** Returns the number of the message. */
  send(text: string, files?: Uploaded[]): Promise<number>
  /** Waits for its end, or for a question about it. */
  outcomeOf(message: number): Promise<Outcome>
  /** Sends it and returns the answer. */
  say(text: string, files?: Uploaded[]): Promise<string>
  upload(name: string, bytes: Buffer): Promise<Uploaded>
}

type Outcome = z.output<typeof outcomeShape>

export const chat = 'web:dogs'

export interface DaemonWithRunnerOptions {
  build: Build
  redis: RedisSettings
  brain: string
  /** TOML for both of them. */
  shared: string
  /** TOML after that, only for the runner: the keys of the models. */
  ofRunner?: string
}

/** A real daemon and a real runner, which has joined it as "attic". */
export async function openDaemonWithRunner(options: DaemonWithRunnerOptions): Promise<DaemonWithRunner> {
  const { build, redis, brain, ofRunner = '' } = options
  const shared = `${runnersTable(redis)}${options.shared}`
  const daemon = createDaemon({ build, brain, config: shared })
  const runner = createRunner({ build, config: `${shared}${ofRunner}` })
  onTestFinished(async () => {
    await runner.remove()
    await daemon.remove()
  })
  await daemon.start()
  const control = connectDaemon(daemon.data)
  const { code } = await control.ask(calls.pairRunner, { name: 'attic' })
  runner.join(code)
  await runner.start()
  await until(async () => expect((await control.ask(calls.runners, {}))[0]?.state).toBe('ready'))

  async function send(text: string, files: Uploaded[] = []): Promise<number> {
    const sent = { chat, key: randomUUID(), text, ...(files.length > 0 && { files }) }
    return (await control.ask(calls.send, sent)).message ?? 0
  }

  async function outcomeOf(message: number): Promise<Outcome> {
    for (;;) {
      const outcome = await control.ask(calls.outcome, { message })
      if (outcome) return outcome
    }
  }

  return {
    daemon,
    runner,
    control,
    send,
    outcomeOf,
    say: async (text, files) => (await outcomeOf(await send(text, files))).replies.join('\n'),
    upload: async (name, bytes) =>
      await control.upload(calls.upload, { name }, { bytes: bytes.length, stream: Readable.from([bytes]) }),
  }
}

export function runnersTable({ url, username, password, caFile }: RedisSettings): string {
  const lines = { url, username, password, ca_file: caFile }
  const set = Object.entries(lines).filter(([, value]) => value !== undefined)
  return `[runners]\n${set.map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`).join('')}`
}
