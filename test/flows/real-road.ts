import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../src/lib/time/clock.ts'
import { createClaude } from '../../src/spawner/claude/claude.ts'
import type { Permissions } from '../../src/spawner/spawner.ts'
import { openMcpDoor } from '../../src/web/mcp-door.ts'
import { type MessagesApi, startMessagesApi } from '../peers/messages-api.ts'
import { createRoadWorld, type RoadWorld } from '../support/road-world.ts'
import { silentLog } from '../support/silent-log.ts'

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
  const door = await openMcpDoor(world.toolset.handle, silentLog)
  onTestFinished(async () => {
    await brain.close()
    await door.close()
    await api.close()
  })
  return { world, api, dir }
}
