import type { When } from '../../domain/job.ts'

type Unclear = { status: 'unclear'; ask: string }
const unclear: Unclear = { status: 'unclear', ask: 'Say the time as "2026-12-01 09:00" or as a cron line.' }

export function understand(
  _words: string,
  _spoken: { now: Date; timezone: string },
): { status: 'understood'; when: When; what: string } | Unclear {
  return unclear
}

export function understandTime(
  _words: string,
  _spoken: { now: Date; timezone: string },
): { status: 'understood'; when: When } | Unclear {
  return unclear
}
