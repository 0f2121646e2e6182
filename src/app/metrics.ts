import type { Config } from '../config/config.ts'
import { lazy } from '../lib/lazy.ts'
import type { Readiness } from '../tasks/health/readiness.ts'
import type { StallWatch } from '../tasks/health/stall-watch.ts'
import { createFigureReader } from '../tasks/reports/metric-figures.ts'
import type { MetricsService } from '../web/server/probes.ts'
import type { Pipeline } from './pipeline.ts'
import type { RunnerAdmin } from './runners.ts'

export interface MetricsDeps {
  pipeline: Pick<Pipeline, 'db' | 'clock' | 'channels' | 'liveConfig' | 'brains'>
  version: string
  startedAt: Date
  config: Pick<Config, 'metrics'>
  dataDir: string
  stalls: Pick<StallWatch, 'worst' | 'sum'>
  readiness: Pick<Readiness, 'obstacle'>
  /** Undefined if runners are off. */
  runners: Pick<RunnerAdmin, 'list'> | undefined
}

/** What /metrics says. Undefined without a token; then nothing is counted or loaded. */
export function createMetrics(deps: MetricsDeps): MetricsService | undefined {
  const { pipeline, dataDir, stalls, version, startedAt } = deps
  const { token } = deps.config.metrics
  if (token === undefined) return undefined
  const { db, clock, channels, liveConfig, brains } = pipeline
  const read = createFigureReader({
    db,
    clock,
    channels,
    dataDir,
    timezone: () => liveConfig.current().timezone,
    dailyUsd: () => liveConfig.current().brain.dailyUsd,
    stalls,
    obstacle: deps.readiness.obstacle,
    runners: () => deps.runners?.list() ?? [],
  })
  // Loaded when somebody with the token asks for the first time.
  const write = lazy(async () => {
    const { createOpenMetrics } = await import('../tasks/reports/open-metrics.ts')
    return createOpenMetrics({ read, clock, version, startedAt, brains: brains.all.map(({ name }) => name) })
  })
  return { token, read: async () => (await write())() }
}
