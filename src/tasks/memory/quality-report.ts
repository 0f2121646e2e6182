import type { MemoryFigures, QualityReport } from '../../domain/fact-service.ts'
import { dateText, type Span, spanAround } from '../../lib/time/calendar.ts'
import type { Database } from '../../store/database.ts'
import { countDropped } from '../../store/memory/extractions.ts'
import { readWriteQuality } from '../../store/memory/write-quality.ts'
import { tokensFor } from '../../store/work/usage.ts'

/** The purpose under which calls that look for facts in conversations are booked. */
const FACT_WORK = 'facts'

export function readQualityReport(db: Database, { now, timezone, weeks }: QualityRequest): QualityReport {
  const spans: Span[] = []
  for (let at = now; spans.length < weeks; ) {
    const week = spanAround(at, 'week', timezone)
    spans.unshift(week)
    at = new Date(week.from.getTime() - 1)
  }
  return {
    ...figuresIn(db),
    dropped: countDropped(db),
    weeks: spans.map((span) => ({
      from: dateText(span.from, timezone),
      ...figuresIn(db, span),
    })),
  }
}

export interface QualityRequest {
  now: Date
  timezone: string
  weeks: number
}

function figuresIn(db: Database, span?: Span): MemoryFigures {
  const quality = readWriteQuality(db, span)
  const tokens = tokensFor(db, FACT_WORK, span)
  return { ...quality, tokens, tokensPerUseful: quality.useful === 0 ? undefined : Math.round(tokens / quality.useful) }
}
