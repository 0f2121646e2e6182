import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../src/lib/time/clock.ts'
import { createClaude } from '../../src/spawner/claude/claude.ts'
import type { Permissions } from '../../src/spawner/spawner.ts'
import { countLive } from '../../src/store/work/tasks.ts'
import { openMcpEndpoint } from '../../src/web/mcp-endpoint.ts'
import { type MessagesApi, startMessagesApi } from '../peers/messages-api.ts'
import { createRoadWorld, type RoadWorld } from '../support/road-world.ts'
import { silentLog } from '../support/silent-log.ts'

/** Runs until all is answered; the owner gives every question this answer. Returns the questions, each whole. */
export async function answerAll(world: RoadWorld, said: 'yes' | 'no'): Promise<string[]> {
  const stop = new AbortController()
  const running = Promise.all([world.worker.run(stop.signal), world.deliver.run(stop.signal)])
  const sent = () => [...world.web.sent, ...world.telegram.sent]
  const answered = new Set<string>()
  while (countLive(world.db) > 0) {
    for (const { buttons, route } of sent())
      for (const { data } of buttons.filter((button) => button.data.startsWith(said) && !answered.has(button.data))) {
        answered.add(data)
        const sender = route.chat.startsWith('web:')
          ? ({ channel: 'web', id: 'owner' } as const)
          : ({ channel: 'telegram', id: '1' } as const)
        world.inbox.accept([{ kind: 'press', chat: route.chat, sender, data, at: world.clock.now() }])
      }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  stop.abort()
  await running
  await world.settle()
  const bodies = new Map<string, string>()
  for (const { key, body } of sent().filter(({ kind }) => kind === 'notice')) {
    const question = key.replace(/:\d+$/, '')
    bodies.set(question, `${bodies.get(question) ?? ''}${body}`)
  }
  return [...bodies.values()].filter((body) => body.includes('may I'))
}

/** The whole road in this process, with the real CLI at its end and a scripted model behind that. */
export interface RealRoad {
  world: RoadWorld
  api: MessagesApi
  /** For whatever the test puts beside it. */
  dir: string
}

export async function openRealRoad(command: string): Promise<RealRoad> {
  const dir = mkdtempSync(join(tmpdir(), 'skein-real-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  const api = await startMessagesApi()
  const permissions: Permissions = {
    judge: (turn, use) => world.permissions.judge(turn, use),
    ask: (turn, use, signal) => world.permissions.ask(turn, use, signal),
  }
  const brain = createClaude({
    command,
    apiKey: 'sk-canary',
    baseUrl: api.url,
    retries: 0,
    env: process.env,
    clock: systemClock,
    configDir: join(dir, 'claude'),
    workDir: join(dir, 'work'),
    runtimeDir: join(dir, 'run'),
    log: silentLog,
    permissions,
    tools: {
      get url() {
        return door.url
      },
      issue: () => world.toolset.accessAt(door.url).issue(),
      line: (name, input) => world.toolset.accessAt(door.url).line(name, input),
    },
  })
  const world = createRoadWorld({ brain, settings: { totalMs: 280_000 } })
  const door = await openMcpEndpoint(world.toolset.handle, silentLog)
  onTestFinished(async () => {
    await brain.close()
    await door.close()
    await api.close()
  })
  return { world, api, dir }
}
