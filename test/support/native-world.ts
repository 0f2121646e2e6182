import { onTestFinished } from 'vitest'
import { openNative, openNativeStores, openProviders } from '../../src/app/native.ts'
import { openMcpServers, openWebAndMcpTools } from '../../src/app/native-tools.ts'
import type { Config } from '../../src/config/config.ts'
import { loadConfig } from '../../src/config/load.ts'
import { createBrains } from '../../src/spawner/brains.ts'
import type { ToolSource } from '../../src/spawner/native/tools/native-tool.ts'
import type { Brain } from '../../src/spawner/spawner.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from './road-world.ts'

type ProviderTable = Config['providers'][string]

export interface NativeWorldOptions extends WorldOptions {
  native?: Partial<Config['native']>
  /** Takes the secrets of the configuration out of a text. */
  scrub?(text: string): string
}

export interface NativeWorld extends RoadWorld {
  /** The first of its brains, as it was made. */
  brain: Brain
}

/** The whole road in this process with native brains at its end, as the configuration makes them. */
export function createNativeWorld(
  providers: Record<string, Partial<ProviderTable> & Pick<ProviderTable, 'kind'>>,
  { native, scrub = (text) => text, ...options }: NativeWorldOptions = {},
): NativeWorld {
  const usual = loadConfig(undefined, { HOME: '/nowhere' })
  const tables = Object.entries(providers).map(([name, table]) => [name, { models: {}, prices: [], ...table }])
  const config = {
    ...usual,
    timezone: 'UTC',
    providers: Object.fromEntries(tables) as Config['providers'],
    native: { ...usual.native, ...native },
    ...options.config,
  }
  let made: Brain[] = []
  let outer: ToolSource | undefined
  const world = createRoadWorld({
    ...options,
    settings: { totalMs: 280_000, ...options.settings },
    config,
    listWebAndMcpTools: async (signal) => (await outer?.list(signal)) ?? [],
    brains(toolset, ground) {
      const deps = {
        ...ground,
        config,
        current: () => config,
        env: process.env,
        scrub,
      }
      const servers = openMcpServers(deps)
      outer = openWebAndMcpTools(servers)
      const createBrain = openNative({ ...deps, ...openNativeStores(deps.db, deps) }, toolset, servers)
      made = openProviders(config, ground.clock).map(createBrain)
      const [first, ...others] = made
      if (!first) throw new Error('no provider')
      return createBrains(first, others)
    },
  })
  onTestFinished(async () => {
    for (const brain of made) await brain.close()
  })
  return Object.assign(world, { brain: made[0] as Brain })
}
