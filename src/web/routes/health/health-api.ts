import type { Context } from 'hono'
import { z } from 'zod'
import type { LogTail } from '../../../lib/log-tail.ts'
import { withoutControls } from '../../../lib/markdown.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { StoreSize } from '../../../store/file/store-condition.ts'
import type * as wire from '../../page/wire/health-wire.ts'
import { failure, readBody } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import { type OverviewOf, toWireOverview } from './overview-view.ts'

/** How the daemon is, and what the owner can do about it. */
export interface HealthDoor {
  overview: OverviewOf
  channels(): { name: string; isAsking: boolean; heardAt?: Date }[]
  store(): StoreSize
  log: Pick<LogTail, 'last'>
  doctor: { start(): void; last(): Round | undefined }
  /** False when there is no brain of this name. */
  tryNow(brain: string): boolean
}

interface Round {
  startedAt: Date
  endedAt?: Date
  findings: wire.Finding[]
  waiting: string[]
}

export interface HealthApiDeps {
  health: HealthDoor
}

const mostLines = 200
const grades = ['debug', 'info', 'warn', 'error'] as const satisfies wire.LogGrade[]
const levels: Record<wire.LogGrade, number> = { debug: 20, info: 30, warn: 40, error: 50 }
const gradeSchema = z.enum(grades).catch('info')
const trySchema = z.object({ brain: z.string().min(1).max(200) })

export function addHealthRoutes(routes: Routes, { health }: HealthApiDeps): void {
  routes.get('signed-in', '/health', told)

  /** Begins a look at everything; what it finds is told as it finds it. */
  routes.post('signed-in', '/health/doctor', (c) => {
    health.doctor.start()
    return told(c)
  })

  routes.post('signed-in', '/health/try', async (c) => {
    const body = await readBody(c, trySchema)
    if ('refused' in body) return body.refused
    return health.tryNow(body.value.brain) ? told(c) : failure(c, 404, webMessages.noSuchModel)
  })

  function told(c: Context): Response {
    return c.json(toWire(health, gradeSchema.parse(c.req.query('level'))))
  }
}

function toWire(health: HealthDoor, level: wire.LogGrade): wire.Health {
  const round = health.doctor.last()
  return {
    overview: toWireOverview(health.overview()),
    channels: health
      .channels()
      .map(({ name, isAsking, heardAt }) => ({ name, isAsking, ...(heardAt && { heardAt: heardAt.getTime() }) })),
    store: health.store(),
    log: health.log.last(mostLines, levels[level]).map((line) => ({
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
    findings: findings.map((finding) => ({ ...finding, says: withoutControls(finding.says) })),
    waiting,
  }
}

/** What ends the daemon is an error too. */
function gradeOf(level: number): wire.LogGrade {
  return grades.findLast((grade) => levels[grade] <= level) ?? 'debug'
}
