import { z } from 'zod'
import type { ShownValue } from '../../config/config.ts'
import type { Sourced } from '../../config/sources.ts'
import { channelNames } from '../../domain/ids.ts'
import type { AnyText } from '../../messages/localized.ts'

/** Dates are sent as text and parsed back. */
export const time = z.coerce.date<Date | string>()

const shownShape: z.ZodType<ShownValue, ShownValue> = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const sourcedShape = z.object({
  value: shownShape,
  source: z.enum(['default', 'file', 'environment', 'run time', 'page']),
  otherwise: z.object({ value: shownShape, source: z.enum(['default', 'file', 'environment']) }).exactOptional(),
}) satisfies z.ZodType<Sourced>

const shareShape = z.object({ name: z.string(), calls: z.number(), usd: z.number() })

const spanShape = z.object({
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  usd: z.number(),
  capUsd: z.number().exactOptional(),
  byOrigin: z.array(shareShape),
  byModel: z.array(shareShape),
})

/** A text of the daemon in every language. */
export const localizedShape = z.object({ en: z.string(), de: z.string() })
const anyTextShape: z.ZodType<AnyText, AnyText> = z.union([z.string(), localizedShape])

const troubleShape = z.object({ sentence: anyTextShape, cause: anyTextShape.exactOptional(), until: time })

export const runnerShape = z.object({
  name: z.string(),
  pairedAt: time,
  state: z.enum(['ready', 'full', 'draining', 'resting', 'other-version', 'gone', 'never-seen']),
  seenMs: z.number().optional(),
  mustErase: z.boolean().exactOptional(),
  beat: z
    .object({
      host: z.string(),
      version: z.string(),
      places: z.number(),
      free: z.number(),
      memoryMb: z.number(),
      sessions: z.number(),
      brains: z.array(z.string()),
    })
    .optional(),
})

/** The state of the daemon. */
export const overviewShape = z.object({
  version: z.string(),
  pid: z.number(),
  startedAt: time,
  brain: z.object({
    name: z.string(),
    banner: anyTextShape.exactOptional(),
    trouble: troubleShape.exactOptional(),
    standIn: z.string().exactOptional(),
    others: z.array(z.object({ name: z.string(), trouble: troubleShape })).exactOptional(),
  }),
  channels: z.array(z.string()),
  tasks: z.object({
    waiting: z.number(),
    running: z.number(),
    maxRunning: z.number(),
    waits: z.array(z.object({ reason: anyTextShape, count: z.number(), until: time })),
  }),
  deliveries: z.object({ open: z.number(), failed: z.number(), drafts: z.number().default(0) }),
  unread: z.array(z.object({ channel: z.enum(channelNames), count: z.number(), last: time })),
  sharedAccounts: z.array(z.object({ channel: z.enum(channelNames), account: z.string(), last: time })).default([]),
  usage: z.object({ today: spanShape, month: spanShape }),
  safeMode: z.boolean(),
  crashes: localizedShape.exactOptional(),
  disk: z.enum(['ok', 'low', 'full']),
  timezone: z.string(),
  clockJump: z.object({ at: time, byMs: z.number() }).exactOptional(),
  worstStall: z.object({ at: time, ms: z.number(), work: z.string().exactOptional() }).exactOptional(),
  /** Missing if runners are off. */
  runners: z.array(runnerShape).exactOptional(),
  /** Missing without a library. */
  library: z.object({ says: localizedShape, problems: z.array(localizedShape) }).exactOptional(),
  settings: z.object({
    running: z.array(sourcedShape.extend({ key: z.string() })),
    dropped: z.array(z.object({ key: z.string(), value: z.string(), now: sourcedShape })),
  }),
})
