import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openMcpServers, openWebAndMcpTools } from '../../src/app/native-tools.ts'
import type { Config } from '../../src/config/config.ts'
import { loadConfig } from '../../src/config/load.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { createBrains } from '../../src/spawner/brains.ts'
import { createClaude } from '../../src/spawner/claude/claude.ts'
import { claudeOptions } from '../../src/spawner/claude/options.ts'
import type { Brain } from '../../src/spawner/spawner.ts'
import { openMcpEndpoint } from '../../src/web/mcp-endpoint.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from './road-world.ts'
import { silentLog } from './silent-log.ts'
import { placeStore } from './template-store.ts'

export interface ClaudeWorldOptions extends WorldOptions {
  /** The program, and the service that it asks. */
  command: string
  baseUrl: string
}

export interface ClaudeWorld extends RoadWorld {
  /** By these folders the processes of the CLI are known. */
  claude: { configDir: string; workDir: string }
}

/** The whole road in this process with the claude CLI at its end, as the configuration makes it. */
export async function createClaudeWorld({ command, baseUrl, ...options }: ClaudeWorldOptions): Promise<ClaudeWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'skein-claude-world-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  placeStore(dataDir)
  const usual = loadConfig(undefined, { HOME: '/nowhere' })
  const claude = { ...usual.brain.claude, ...options.config?.brain?.claude, command, baseUrl, apiKey: 'sk-test' }
  const brain = { ...usual.brain, ...options.config?.brain, claude }
  const config: Config = { ...usual, timezone: 'UTC', ...options.config, brain }
  const deps = { config, clock: systemClock, log: silentLog, env: process.env, trouble() {} }
  const webAndMcpTools = openWebAndMcpTools(openMcpServers(deps))
  const endpoint = await openMcpEndpoint((request, admitted) => world.toolset.handle(request, admitted), silentLog)
  const made: Brain[] = []
  const world = createRoadWorld({
    ...options,
    dataDir,
    settings: { totalMs: 280_000, ...options.settings },
    config,
    listWebAndMcpTools: webAndMcpTools.list,
    brains(toolset) {
      const access = { tools: toolset.accessAt(endpoint.url), permissions: toolset.permissions }
      const brain = createClaude({
        ...claudeOptions(config, dataDir, process.env),
        ...access,
        clock: systemClock,
        log: silentLog,
        retries: 0,
      })
      made.push(brain)
      return createBrains(brain)
    },
  })
  onTestFinished(async () => {
    for (const brain of made) await brain.close()
    await endpoint.close()
    await webAndMcpTools.close()
  })
  return Object.assign(world, { claude: claudeOptions(config, dataDir, process.env) })
}
