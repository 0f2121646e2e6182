import { spawn } from 'node:child_process'
import { sleep } from '../../src/lib/time/sleep.ts'
import { openReadOnly } from '../../src/store/database.ts'
import type { Build } from './build.ts'
import { createDaemon, type DaemonPeer } from './daemon.ts'
import type { TelegramChat } from './telegram/chat.ts'
import { createTelegram, type Telegram, type TelegramOptions } from './telegram/telegram.ts'
import type { Seen } from './telegram/view.ts'

/** The built daemon with the emulated platform at its side. */
export interface TelegramDaemon {
  telegram: Telegram
  daemon: DaemonPeer
  /** Resolves when so many answers stand in a chat. */
  answers(chat: TelegramChat, count: number): Promise<Seen[]>
  /** The words of the last answer, once there are so many. */
  answer(chat: TelegramChat, count: number): Promise<string>
  /** What the owner reads on the page. */
  notices(): string[]
  query(sql: string, ...values: unknown[]): unknown[]
  /** Resolves when everything that was asked is answered and delivered: in a group a draft is a message too. */
  quiet(): Promise<void>
  /** Runs a command of the program beside it. */
  skein(...args: string[]): Promise<{ code: number | null; out: string; err: string }>
  /** Another life on the same data, with other settings. */
  restart(settings?: string): Promise<void>
  /** The same after kill -9. */
  killAndStart(): Promise<void>
  close(): Promise<void>
}

export interface TelegramDaemonOptions {
  build: Build
  /** More lines of `[telegram]`, and whatever follows it. */
  settings?: string
  bot?: NonNullable<TelegramOptions['bot']>
  env?: Record<string, string>
}

const busy = `SELECT (SELECT count(*) FROM task WHERE finished_at IS NULL) +
  (SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending', 'retry', 'unknown'))`
const usual = 'owner_ids = [42]\n'
const patient = '[workers]\nsafe_mode_after = 0\n[disk]\nballast_mb = 0\n'

/** Starts both; the daemon polls when this resolves. Ana (42) is its owner unless the settings say otherwise. */
export async function startTelegramDaemon(options: TelegramDaemonOptions): Promise<TelegramDaemon> {
  const { build, bot, env } = options
  const telegram = await createTelegram({ secondMs: 20, ...(bot === undefined ? {} : { bot }) })
  const peers: DaemonPeer[] = []

  async function start(settings: string, data?: string): Promise<DaemonPeer> {
    const place = `token = "${telegram.token()}"\napi_root = "${telegram.url()}"\n`
    const config = `${patient}[telegram]\n${place}${settings}`
    const peer = createDaemon({ build, config, ...(data === undefined ? {} : { data }) })
    peers.unshift(peer)
    await peer.start(env)
    await telegram.listening()
    return peer
  }

  async function goOn(settings: string): Promise<void> {
    // The poll of the one that ended is not the poll of the next.
    telegram.hangUp()
    await start(settings, first.data)
  }

  const first = await start(options.settings ?? usual)
  const now = () => peers[0] ?? first
  const answers = (chat: TelegramChat, count: number) =>
    telegram.until(`${count} answers`, () => chat.answers().length >= count && chat.answers(), 20_000)

  function query(sql: string, ...values: unknown[]): unknown[] {
    const db = openReadOnly(first.database)
    try {
      return db.raw
        .prepare(sql)
        .pluck()
        .all(...values)
    } finally {
      db.close()
    }
  }

  return {
    telegram,
    get daemon() {
      return now()
    },
    answers,
    answer: async (chat, count) => (await answers(chat, count))[count - 1]?.text ?? '',
    notices: () => query("SELECT text FROM message WHERE chat = 'web:notices' ORDER BY id") as string[],
    query,
    async quiet() {
      const { signal } = new AbortController()
      while (query(busy)[0] !== 0) await sleep(30, signal)
    },
    skein(...args) {
      const child = spawn(process.execPath, [build.main, '--data', first.data, '--config', now().config, ...args], {
        env: { PATH: process.env.PATH, HOME: '/nonexistent' },
      })
      const said = { out: '', err: '' }
      child.stdout.on('data', (chunk) => (said.out += String(chunk)))
      child.stderr.on('data', (chunk) => (said.err += String(chunk)))
      return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })))
    },
    async restart(settings = options.settings ?? usual) {
      await now().stop()
      await goOn(settings)
    },
    async killAndStart() {
      await now().kill()
      await goOn(options.settings ?? usual)
    },
    async close() {
      for (const peer of peers) await peer.remove()
      await telegram.close()
    },
  }
}
