import type { Context } from 'hono'
import { z } from 'zod'
import type { LogTail } from '../../lib/log-tail.ts'
import { withoutControls } from '../../lib/markdown.ts'
import { type AnyText, mapText } from '../../messages/localized.ts'
import { webMessages } from '../../messages/web-messages.ts'
import type { StoreSize } from '../../store/file/store-check.ts'
import type { overviewShape } from '../control/overview-shapes.ts'
import type * as wire from '../page/wire/health-wire.ts'
import { failure, parseBody } from '../server/answers.ts'
import type { Routes } from '../server/routes.ts'

/** The state of the daemon. */
export interface HealthService {
  overview: ReadOverview
  channels(): { name: string; isAsking: boolean; heardAt?: Date }[]
  /** Undefined if runners are off. */
  runners?(): wire.WireRunner[] | undefined
  store(): StoreSize
  /** What takes up the disk, as last measured. */
  sizes?(): { at: Date; parts: { what: AnyText; bytes: number }[] } | undefined
  log: Pick<LogTail, 'last'>
  doctor: { start(): void; last(): Round | undefined }
  /** Returns false if there is no such brain. */
  tryNow(brain: string): boolean
}

interface Round {
  startedAt: Date
  endedAt?: Date
  findings: wire.WireFinding[]
  waiting: AnyText[]
}

export interface HealthApiDeps {
  health: HealthService
}

const MAX_LOG_LINES = 200
const grades = ['debug', 'info', 'warn', 'error'] as const satisfies wire.LogGrade[]
const levels: Record<wire.LogGrade, number> = { debug: 20, info: 30, warn: 40, error: 50 }
const gradeSchema = z.enum(grades).catch('info')
const trySchema = z.object({ brain: z.string().min(1).max(200) })

export function addHealthRoutes(routes: Routes, { health }: HealthApiDeps): void {
  routes.get('signed-in', '/health', respond)

  /** Starts all checks. Results are reported as they come. */
  routes.post('signed-in', '/health/doctor', (c) => {
    health.doctor.start()
    return respond(c)
  })

  routes.post('signed-in', '/health/try', async (c) => {
    const body = await parseBody(c, trySchema)
    if ('refused' in body) return body.refused
    return health.tryNow(body.value.brain) ? respond(c) : failure(c, 404, webMessages.noSuchModel)
  })

  function respond(c: Context): Response {
    return c.json(toWire(health, gradeSchema.parse(c.req.query('level'))))
  }
}

function toWire(health: HealthService, level: wire.LogGrade): wire.Health {
  const round = health.doctor.last()
  const sizes = health.sizes?.()
  const runners = health.runners?.()
  return {
    overview: toWireOverview(health.overview()),
    ...(runners && { runners }),
    channels: health
      .channels()
      .map(({ name, isAsking, heardAt }) => ({ name, isAsking, ...(heardAt && { heardAt: heardAt.getTime() }) })),
    store: health.store(),
    ...(sizes && { sizes: { at: sizes.at.getTime(), parts: sizes.parts } }),
    log: health.log.last(MAX_LOG_LINES, levels[level]).map((line) => ({
      at: line.at.getTime(),
      level: gradeOf(line.level),
      msg: withoutControls(line.msg),
      more: withoutControls(line.more),
    })),
    ...(round && { doctor: toWireRound(round) }),
  }
}

function toWireRound({ startedAt, endedAt, findings, waiting }: Round): wire.Round {
  return {
    startedAt: startedAt.getTime(),
    ...(endedAt && { endedAt: endedAt.getTime() }),
    findings: findings.map(toWireFinding),
    waiting,
  }
}

function toWireFinding({ id, what, verdict, says, why, step }: Round['findings'][number]): wire.WireFinding {
  return {
    id,
    what,
    verdict,
    says: mapText(says, withoutControls),
    ...(verdict !== 'ok' && why !== undefined && { why }),
    ...(verdict !== 'ok' && step !== undefined && { step: mapText(step, withoutControls) }),
  }
}

/** Fatal log lines count as errors. */
function gradeOf(level: number): wire.LogGrade {
  return grades.findLast((grade) => levels[grade] <= level) ?? 'debug'
}

export interface RestartApiDeps {
  /** Restarts the daemon, or returns why it could not start again. */
  restart(): { refused: AnyText } | undefined
}

export function addRestartRoutes(routes: Routes, { restart }: RestartApiDeps): void {
  routes.post('at-machine', '/restart', (c) => {
    const outcome = restart()
    return outcome ? failure(c, 409, webMessages.notRestarted(outcome.refused)) : c.json({})
  })
}

/** The same overview that the command line gets. */
type ReadOverview = () => z.output<typeof overviewShape>

function toWireOverview(overview: ReturnType<ReadOverview>): wire.WireOverview {
  const { version, pid, startedAt, brain, tasks, deliveries, unread, safeMode, disk, clockJump, worstStall } = overview
  const ownTrouble = brain.trouble ? [{ name: brain.name, trouble: brain.trouble }] : []
  return {
    version,
    pid,
    startedAt: startedAt.getTime(),
    brain: {
      name: brain.name,
      ...(brain.banner !== undefined && { banner: brain.banner }),
      ...(brain.standIn !== undefined && { standIn: brain.standIn }),
      troubles: [...ownTrouble, ...(brain.others ?? [])].map(({ name, trouble: { sentence, until } }) => {
        return { name, sentence, until: until.getTime() }
      }),
    },
    tasks: { ...tasks, waits: tasks.waits.map((wait) => ({ ...wait, until: wait.until.getTime() })) },
    deliveries,
    unread: unread.map(({ channel, count, last }) => ({ channel, count, last: last.getTime() })),
    sharedAccounts: overview.sharedAccounts.map(({ channel, account, last }) => ({
      channel,
      account,
      last: last.getTime(),
    })),
    safeMode,
    ...(overview.crashes && { crashes: mapText(overview.crashes, withoutControls) }),
    disk,
    ...(overview.library && { library: overview.library }),
    ...(worstStall && { worstStall: { ...worstStall, at: worstStall.at.getTime() } }),
    ...(clockJump && { clockJump: { at: clockJump.at.getTime(), byMs: clockJump.byMs } }),
  }
}
