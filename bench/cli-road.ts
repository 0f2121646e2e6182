import { randomUUID } from 'node:crypto'
import { loadConfig } from '../src/config/load.ts'
import { makeChatId } from '../src/domain/ids.ts'
import { createLog } from '../src/lib/log.ts'
import type { SteadyClock } from '../src/lib/time/clock.ts'
import { createClaude } from '../src/spawner/claude/claude.ts'
import { type ClaudeOptions, claudeOptions } from '../src/spawner/claude/options.ts'
import type { Brain } from '../src/spawner/spawner.ts'
import { createImporter } from '../src/tasks/intake/importer.ts'
import type { Toolset } from '../src/tasks/permissions/toolset.ts'
import { openMcpEndpoint } from '../src/web/mcp-endpoint.ts'
import type { MessagesApi } from '../test/peers/messages-api.ts'
import { everydayPast } from './everyday-talk.ts'
import { type BenchRoad, openRoad } from './road.ts'

/** The real CLI, the fake service it asks, and a folder for the data. */
export interface Bench {
  command: string
  api: MessagesApi
  dir: string
}

const PAST_LINES = 1_200

/** Imports weeks of everyday conversation. */
export function bringIn(road: BenchRoad, dir: string, clock: SteadyClock): void {
  const { db, owner } = road
  const config = loadConfig(undefined, { HOME: dir })
  const importer = createImporter({ db, clock, owner, config: () => config, scrub: (text) => text })
  importer.write(everydayPast(makeChatId('web', 'a'), PAST_LINES, clock.now()))
  while (importer.settle());
}

/** The daemon's road with the real CLI, its tools and the daemon's as they come; with or without a fast model. */
export async function onRoad<T>(
  { command, api, dir }: Bench,
  clock: SteadyClock,
  options: Partial<ClaudeOptions>,
  work: (road: BenchRoad) => Promise<T>,
  hasFastModel = false,
): Promise<T> {
  const log = createLog({ level: 'error', format: 'auto', destination: process.stderr, scrub: (text) => text })
  const door = await openMcpEndpoint((request, admitted) => road.toolset.handle(request, admitted), log)
  const config = loadConfig(undefined, { HOME: dir })
  const makeBrain = (toolset: Toolset): Brain => {
    const { complete, ...brain } = createClaude({
      ...claudeOptions(config, dir, process.env),
      command,
      apiKey: 'none',
      baseUrl: api.url,
      retries: 0,
      tools: toolset.accessAt(door.url),
      permissions: toolset.permissions,
      clock,
      log,
      ...options,
    })
    made = brain
    return hasFastModel && complete ? { ...brain, complete } : brain
  }
  let made: Brain | undefined
  const road = openRoad(dir, makeBrain, {}, clock)
  const stop = new AbortController()
  const running = road.run(stop.signal)
  try {
    return await work(road)
  } finally {
    stop.abort()
    await running
    await made?.close()
    await door.close()
    road.close()
  }
}

/** Milliseconds until the model was asked. */
export async function untilAnswered(road: BenchRoad, chat: string, text: string, api?: MessagesApi): Promise<number> {
  const asked = api?.received(api.requests.length + 1)
  const answered = new Promise<void>((resolve, reject) => {
    const leave = road.channel.subscribe((event) => {
      if (event.kind !== 'progress' || event.progress.kind !== 'state') return
      const { state } = event.progress
      if (state === 'answered') resolve()
      else if (state === 'failed') reject(new Error('the turn failed'))
      else return
      leave()
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
