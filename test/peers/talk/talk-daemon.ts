import { type Build, createTunedBuild, type Tuning } from '../build.ts'
import { createDaemon, type DaemonOptions, type DaemonPeer } from '../daemon.ts'
import { createDaemonTools, type DaemonTools } from '../daemon-tools.ts'
import type { User } from './accounts/accounts.ts'
import type { Place, SeenMessage } from './rooms/place.ts'
import { createTalkServer, type TalkOptions, type TalkServer } from './talk.ts'

/** The built daemon with the emulated server at its side. */
export interface TalkDaemon extends DaemonTools {
  server: TalkServer
  bot: User
  daemon: DaemonPeer
  /** Resolves when so many lines of the bot stand in a room. */
  answers(room: Place, count: number): Promise<SeenMessage[]>
  /** Another life on the same data, with other settings. */
  restart(settings?: string): Promise<void>
  killAndStart(): Promise<void>
  close(): Promise<void>
}

export interface TalkDaemonOptions extends TalkOptions {
  build: Build
  /** More lines of `[talk]`, and whatever follows it. */
  settings?: string
  brain?: DaemonOptions['brain']
  /** Before the daemon starts. */
  prepare?(server: TalkServer, bot: User): void
}

const usual = 'owner_ids = ["ana"]\n'
const patient = '[workers]\nsafe_mode_after = 0\n[disk]\nballast_mb = 0\n'

/** In which waiting takes a twentieth of the time, and a lost send is looked for sooner: minutes fit into a test. */
export function createHastyBuild(more: Tuning = {}): Build {
  return createTunedBuild({
    talkSecondMs: HASTY_SECOND_MS,
    talkReconcileSeconds: 10,
    talkClosedRoomMs: 60 * HASTY_SECOND_MS,
    ...more,
  })
}

/** For the server beside such a daemon. */
export const HASTY_SECOND_MS = 50

/** Starts both; the daemon has asked for its rooms when this resolves. Ana is its owner unless the settings say otherwise. */
export async function startTalkDaemon({
  build,
  settings = usual,
  brain,
  prepare,
  ...options
}: TalkDaemonOptions): Promise<TalkDaemon> {
  const server = await createTalkServer(options)
  const bot = server.user('skein', 'Skein')
  prepare?.(server, bot)
  const peers: DaemonPeer[] = []

  async function start(more: string, data?: string): Promise<DaemonPeer> {
    const place = `url = "${server.url()}"\nuser = "${bot.id}"\npassword = "${bot.appPassword}"\n`
    const config = `${patient}[talk]\n${place}${more}`
    const peer = createDaemon({ build, config, ...(brain && { brain }), ...(data === undefined ? {} : { data }) })
    peers.unshift(peer)
    server.traffic.reset()
    await peer.start()
    await server.traffic.until('a list of rooms', () => server.traffic.calls.some(({ route }) => route === 'rooms'))
    return peer
  }

  const first = await start(settings)
  const now = () => peers[0] ?? first
  return {
    ...createDaemonTools(build, now),
    server,
    bot,
    get daemon() {
      return now()
    },
    answers: (room, count) =>
      server.traffic.until(`${count} answers`, () => room.saidBy(bot).length >= count && room.saidBy(bot)),
    async restart(more = settings) {
      await now().stop()
      await start(more, first.data)
    },
    async killAndStart() {
      await now().kill()
      await start(settings, first.data)
    },
    async close() {
      for (const peer of peers) await peer.remove()
      await server.close()
    },
  }
}
