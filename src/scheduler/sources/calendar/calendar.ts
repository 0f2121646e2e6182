import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { GuardedFetch } from '../../../lib/http/guarded-fetch.ts'
import { runNamed } from '../../../lib/named-work.ts'
import { decodeText } from '../../../lib/text/charset.ts'
import { clockTime, spanAround } from '../../../lib/time/calendar.ts'
import { briefingMessages } from '../../../messages/briefing-messages.ts'
import { fetchMessages } from '../../../messages/fetch-messages.ts'
import type { LocalizedText } from '../../../messages/localized.ts'
import { printableLine, readableText } from '../readable-text.ts'
import type { GatherRequest, GatherResult, Item, Source } from '../source.ts'
import type { Happening } from './agenda.ts'

export interface CalendarDeps {
  fetch: GuardedFetch
  /** The address or file of the calendar. The headers contain the password if there is one. */
  at: { url: string; headers?: Record<string, string> } | { file: string }
  /** Names this work in the log if it blocks the daemon. */
  name: string
  /** How many days are reported, beginning with today in the person's zone. */
  days?: number
  limit?: number
}

const MAX_BYTES = 10_000_000
const MAX_DAYS = 31

/** Current and coming appointments of today or of the next days. They are reported even if they were reported before. */
export function createCalendarSource({ fetch, at, name, days = 1, limit = 30 }: CalendarDeps): Source {
  return {
    trust: 'untrusted',
    async gather(request, signal): Promise<GatherResult> {
      const loaded = 'file' in at ? await loadFile(at.file, MAX_BYTES, signal) : await loadUrl(at, signal)
      if ('problem' in loaded) return { status: 'failed', reason: loaded.problem }
      const { now, timezone } = request
      // Loaded with the first calendar to save memory while the daemon is idle.
      const { readAgenda } = await import('./agenda.ts')
      const span = { from: now, until: endOfDays(now, Math.min(Math.max(1, days), MAX_DAYS), timezone), timezone }
      const text = decodeText(loaded.bytes, loaded.charset)
      const agenda = await runNamed(`reading the calendar ${name}`, () => readAgenda(text, span))
      if (!agenda) return { status: 'failed', reason: briefingMessages.notCalendar }
      const listed = agenda.happenings.slice(0, limit)
      const items = await Promise.all(listed.map((happening) => toItem(happening, request)))
      const leftOut = agenda.happenings.length - listed.length + agenda.leftOut
      if (leftOut > 0) items.push({ key: `left out ${now.getTime()}`, title: `${leftOut} more are not listed here` })
      return { status: 'found', items }
    },
  }

  async function loadUrl(
    address: { url: string; headers?: Record<string, string> },
    signal: AbortSignal,
  ): Promise<Loaded> {
    // webcal: links are meant to open in a calendar program; the calendar is served over https.
    const url = address.url.replace(/^webcals?:/i, 'https:')
    const headers = { accept: 'text/calendar, */*;q=0.5', ...address.headers }
    const fetched = await fetch({ url, headers, bytes: MAX_BYTES, signal })
    if (fetched.status === 'failed') return { problem: fetchMessages[fetched.problem.kind](fetched.problem) }
    if (fetched.isCut) return { problem: briefingMessages.largerThan(MAX_BYTES / 1_000_000) }
    return { bytes: fetched.body, charset: /charset="?([\w.:-]{1,40})/i.exec(fetched.type)?.[1] }
  }
}

function endOfDays(now: Date, days: number, timezone: string): Date {
  let end = spanAround(now, 'day', timezone).until
  for (let day = 1; day < days; day++) end = spanAround(end, 'day', timezone).until
  return end
}

async function toItem(happening: Happening, { now, timezone }: GatherRequest): Promise<Item> {
  const { appointment, from } = happening
  const { uid, title, place: address, text, link } = appointment
  const what = [printableLine(title, 150) || 'no title', printableLine(address, 100)].filter(Boolean).join(', ')
  const description = await readableText({ text: text.slice(0, 4000), isHtml: /<\/?[a-z]/i.test(text) }, 600)
  const key = createHash('sha256')
    .update(`${uid || title}\n${from.getTime()}`)
    .digest('base64url')
    .slice(0, 22)
  return {
    key,
    title: `${describeTime(happening, now, timezone)} ${what}`,
    ...(description !== '' && { text: description }),
    ...(/^https?:\/\/\S{1,2000}$/i.test(link) && { link }),
    at: from,
  }
}

const DAY_MS = 86_400_000

/** "09:30–10:00", "all day", "Tue 17 Mar, until 12:00": describes a time for a reader on the day of `now`. */
function describeTime({ appointment, from, until }: Happening, now: Date, timezone: string): string {
  const today = spanAround(now, 'day', timezone)
  const clock = (at: Date) => clockTime(at, timezone)
  const day = from < today.until ? '' : `${describeDay(from, timezone)}, `
  return `${day}${describeClock()}`

  function describeClock(): string {
    if (appointment.start.isDate) return 'all day'
    if (from < today.from) return until >= today.until ? 'all day' : `until ${clock(until)}`
    const length = until.getTime() - from.getTime()
    if (length === 0) return clock(from)
    return length > DAY_MS ? `from ${clock(from)}` : `${clock(from)}–${clock(until)}`
  }
}

function describeDay(at: Date, timezone: string): string {
  const options = { timeZone: timezone, weekday: 'short', day: 'numeric', month: 'short' } as const
  return at.toLocaleDateString('en-GB', options).replace(',', '')
}

type Loaded = { bytes: Buffer; charset?: string | undefined } | { problem: LocalizedText }

/** Reads a plain file only, because opening a pipe would wait for a writer. */
async function loadFile(path: string, maxBytes: number, signal: AbortSignal): Promise<Loaded> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stats = await file.stat()
      if (!stats.isFile()) return { problem: briefingMessages.notFile(path) }
      if (stats.size > maxBytes) return { problem: briefingMessages.largeFile(path, maxBytes / 1_000_000) }
      return { bytes: await file.readFile({ signal }) }
    } finally {
      await file.close()
    }
  } catch (error) {
    return { problem: briefingMessages.file(path, errorCode(error)) }
  }
}

function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : 'unknown error'
}
