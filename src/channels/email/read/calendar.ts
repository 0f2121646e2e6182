import { truncate } from '../../../lib/text/text.ts'

const MAX_VALUE_CHARS = 200
const MAX_EVENTS = 5
const MAX_LINES = 5000

/** Describes an invitation, one line per event: what, when, where, who, and what is requested. */
export function describeCalendar(text: string): string[] {
  const lines = unfold(text).slice(0, MAX_LINES).map(readLine)
  const method = lines.find(({ name }) => name === 'METHOD')?.value.toUpperCase() ?? ''
  const events: Entry[][] = []
  let depth = 0
  for (const line of lines) {
    if (line.name === 'BEGIN' && line.value.toUpperCase() === 'VEVENT') events.push([])
    // Alarms inside an event have their own summaries.
    else if (line.name === 'BEGIN') depth += events.length > 0 ? 1 : 0
    else if (line.name === 'END') depth = Math.max(0, depth - 1)
    else if (depth === 0) events.at(-1)?.push(line)
  }
  const omitted = events.length - MAX_EVENTS
  const descriptions = events.slice(0, MAX_EVENTS).map((event) => describeEvent(event, method))
  return omitted > 0
    ? [...descriptions, `[${omitted} more ${omitted === 1 ? 'event' : 'events'} in the calendar file]`]
    : descriptions
}

interface Entry {
  name: string
  parameters: Map<string, string>
  value: string
}

function describeEvent(event: Entry[], method: string): string {
  const get = (name: string) => event.find((entry) => entry.name === name)
  const facts = [
    `"${toShortLine(get('SUMMARY')?.value) || 'no title'}"`,
    `when: ${describePeriod(get('DTSTART'), get('DTEND'), get('DURATION'))}`,
    labelled('repeats', toShortLine(get('RRULE')?.value)),
    labelled('where', toShortLine(get('LOCATION')?.value)),
    labelled('from', describePerson(get('ORGANIZER'))),
    labelled('with', describePeople(event.filter(({ name }) => name === 'ATTENDEE'))),
    labelled('status', toShortLine(get('STATUS')?.value).toLowerCase()),
  ]
  return `[${kinds[method] ?? 'Calendar event'}: ${facts.filter(Boolean).join('; ')}]`
}

const kinds: Record<string, string> = {
  REQUEST: 'Calendar invitation',
  PUBLISH: 'Calendar event',
  REPLY: 'Answer to a calendar invitation',
  CANCEL: 'Calendar event that was called off',
  ADD: 'Further date of a calendar event',
  COUNTER: 'Other time proposed for a calendar event',
  DECLINECOUNTER: 'Proposed time that was declined',
  REFRESH: 'Request for the latest state of a calendar event',
}

function labelled(label: string, text: string): string {
  return text === '' ? '' : `${label}: ${text}`
}

function describePeriod(start: Entry | undefined, end: Entry | undefined, duration: Entry | undefined): string {
  if (!start) return 'no time is given'
  const until = end ? ` to ${formatMoment(end)}` : duration ? ` for ${toShortLine(duration.value)}` : ''
  return `${formatMoment(start)}${until}`
}

/** Such as "2026-03-14 15:00 (Europe/Berlin)". Not converted, because only the reader knows which zone matters. */
function formatMoment({ value, parameters }: Entry): string {
  const [, year, month, day, hour, minute, utc] =
    value.match(/^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(?:\d{2})?(Z?))?/) ?? []
  if (year === undefined) return toShortLine(value)
  const date = `${year}-${month}-${day}`
  if (hour === undefined) return `${date} (whole day)`
  const zone = utc === 'Z' ? 'UTC' : toShortLine(parameters.get('TZID'))
  return `${date} ${hour}:${minute} (${zone || 'local time'})`
}

function describePeople(attendees: Entry[]): string {
  const names = attendees.slice(0, 10).map((entry) => {
    const answer = answers[entry.parameters.get('PARTSTAT')?.toUpperCase() ?? '']
    return `${describePerson(entry)}${answer ? ` (${answer})` : ''}`
  })
  const omitted = attendees.length - names.length
  return [...names, ...(omitted > 0 ? [`${omitted} more`] : [])].join(', ')
}

const answers: Record<string, string> = { ACCEPTED: 'accepted', DECLINED: 'declined', TENTATIVE: 'tentative' }

function describePerson(entry: Entry | undefined): string {
  if (!entry) return ''
  const address = toShortLine(entry.value.replace(/^mailto:/i, ''))
  const name = toShortLine(entry.parameters.get('CN'))
  return name === '' || name === address ? address : `${name} <${address}>`
}

/** On one line and of readable length. */
function toShortLine(value = ''): string {
  const plain = value.replace(/\\n/gi, ' ').replace(/\\([,;\\])/g, '$1')
  return truncate(plain.replace(/[\s\p{Cc}[\]]+/gu, ' ').trim(), MAX_VALUE_CHARS)
}

function unfold(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
}

/** Such as "DTSTART;TZID=Europe/Berlin:20260314T150000". Quoted values may contain colons. */
function readLine(line: string): Entry {
  const pieces: string[] = line.slice(0, 2000).match(/"[^"]*"?|[;:]|[^";:]+/g) ?? []
  const colon = pieces.indexOf(':')
  const head = pieces.slice(0, colon < 0 ? undefined : colon).join('')
  const value = colon < 0 ? '' : pieces.slice(colon + 1).join('')
  const [name = '', ...rest] = head.split(';')
  const parameters = new Map(rest.map((parameter) => readParameter(parameter)))
  return { name: name.trim().toUpperCase(), parameters, value: value.trim() }
}

function readParameter(text: string): [string, string] {
  const [name = '', ...value] = text.split('=')
  return [name.trim().toUpperCase(), value.join('=').replaceAll('"', '').trim()]
}
