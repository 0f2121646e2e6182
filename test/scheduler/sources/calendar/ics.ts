import { textIn } from '../../../../src/messages/localized.ts'
import { createCalendarSource } from '../../../../src/scheduler/sources/calendar/calendar.ts'
import type { GatherRequest } from '../../../../src/scheduler/sources/source.ts'
import { fetchOf, gathering, never } from '../serving.ts'

/** A calendar of these blocks; lines are told apart by blanks around a bar. */
export function calendar(...blocks: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...blocks, 'END:VCALENDAR', ''].join('\r\n')
}

export function event(lines: string): string {
  return ['BEGIN:VEVENT', ...lines.split(/\s*\|\s*/), 'END:VEVENT'].join('\r\n')
}

export interface Asked extends Partial<GatherRequest> {
  days?: number
  limit?: number
}

export async function gather(body: string | Buffer, { days, limit, ...asked }: Asked = {}) {
  const at = { url: 'https://a.example/c.ics' }
  const more = { ...(days !== undefined && { days }), ...(limit !== undefined && { limit }) }
  const source = createCalendarSource({ fetch: fetchOf(body, 'text/calendar'), at, name: 'Work', ...more })
  return await source.gather(gathering(asked), never)
}

/** The lines that a person reads; or why there are none. */
export async function agenda(body: string | Buffer, asked: Asked = {}): Promise<string[] | string> {
  const gathered = await gather(body, asked)
  return gathered.status === 'found' ? gathered.items.map(({ title }) => title) : textIn(gathered.reason, 'en')
}

/** Seven in the morning in Berlin, on a day in March; summer begins on the 29th. */
export function morning(date: string): Date {
  return new Date(`${date}T${date < '2026-03-29' || date >= '2026-10-25' ? '06' : '05'}:00:00Z`)
}
