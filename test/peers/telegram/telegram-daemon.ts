import type { Build } from '../build.ts'
import { createDaemon, type DaemonOptions, type DaemonPeer } from '../daemon.ts'
import { createDaemonTools, type DaemonTools } from '../daemon-tools.ts'
import type { TelegramChat } from './chats/chat.ts'
import type { Seen } from './chats/view.ts'
import { createTelegram, type Telegram, type TelegramOptions } from './telegram.ts'

/** The built daemon with the emulated platform at its side. */
export interface TelegramDaemon extends DaemonTools {
  telegram: Telegram
  daemon: DaemonPeer
  /** Resolves when so many answers stand in a chat. */
  answers(chat: TelegramChat, count: number): Promise<Seen[]>
  /** The words of the last answer, once there are so many. */
  answer(chat: TelegramChat, count: number): Promise<string>
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
  brain?: DaemonOptions['brain']
  bot?: NonNullable<TelegramOptions['bot']>
  env?: Record<string, string>
}

const usual = 'owner_ids = [42]\n'
const patient = '[workers]\nsafe_mode_after = 0\n[disk]\nballast_mb = 0\n'

/** Starts both; the daemon polls when this resolves. Ana (42) is its owner unless the settings say otherwise. */
export async function startTelegramDaemon(options: TelegramDaemonOptions): Promise<TelegramDaemon> {
  const { build, brain, bot, env } = options
  const telegram = await createTelegram({ secondMs: 20, ...(bot === undefined ? {} : { bot }) })
  const peers: DaemonPeer[] = []

  async function start(settings: string, data?: string): Promise<DaemonPeer> {
    const place = `token = "${telegram.token()}"\napi_root = "${telegram.url()}"\n`
    const config = `${patient}[telegram]\n${place}${settings}`
    const peer = createDaemon({ build, config, ...(brain && { brain }), ...(data === undefined ? {} : { data }) })
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
    telegram.until(`${count} answers`, () => chat.answers().length >= count && chat.answers())

  const tools = createDaemonTools(build, now)

  return {
    telegram,
    get daemon() {
      return now()
    },
    answers,
    answer: async (chat, count) => (await answers(chat, count))[count - 1]?.text ?? '',
    ...tools,
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
