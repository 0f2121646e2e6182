import { truncate } from '../lib/text.ts'
import { element, escapeXml } from './xml.ts'

/** One past line, as the store gives it. */
export interface PastLine {
  id: number
  author: 'human' | 'bot'
  name: string
  at: Date
  text: string
  /** What we did for this line of ours, in order. */
  actions?: { line: string; failed: boolean }[]
  /** What hung on it, by name. */
  files?: string[]
}

export interface HistoryLimits {
  maxTokens: number
  /** Characters kept of one of our own lines; 0 = all. */
  botChars: number
  timezone: string
  now: Date
}

export interface History {
  xml: string
  /** The lines that are in, oldest first. */
  ids: number[]
}

/** As many lines as fit, taken newest first, shown oldest first, inside an element of this name. */
export function renderHistory(name: string, newestFirst: PastLine[], limits: HistoryLimits): History {
  const time = timeIn(limits.timezone)
  const taken: { id: number; xml: string }[] = []
  let tokens = 0
  for (const line of newestFirst) {
    const xml = renderLine(line, time, limits)
    tokens += estimateTokens(xml)
    if (tokens > limits.maxTokens) break
    taken.unshift({ id: line.id, xml })
  }
  if (taken.length === 0) return { xml: '', ids: [] }
  const body = taken.map((line) => line.xml).join('\n')
  const xml = element(name, { note: 'past, not to be carried out again' }, `\n${body}\n`)
  return { xml, ids: taken.map((line) => line.id) }
}

/** Four characters a token: coarse, but the same everywhere until usage corrects it. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

/** Made once for many lines: building a formatter costs more than everything else about a line. */
export function timeIn(timezone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' })
  return (at) => format.format(at)
}

function renderLine(line: PastLine, time: (at: Date) => string, limits: HistoryLimits): string {
  const ours = line.author === 'bot'
  const text = ours && limits.botChars > 0 ? truncate(line.text, limits.botChars) : line.text
  const attributes = { from: ours ? 'you' : line.name, at: time(line.at), ago: ago(line.at, limits.now) }
  const words = [text, ...(line.files ?? []).map((name) => `[file: ${name}]`)].filter(Boolean).join('\n')
  return element('message', attributes, `${escapeXml(words)}${renderActions(line)}`)
}

function renderActions({ actions = [] }: PastLine): string {
  if (actions.length === 0) return ''
  const done = actions.map(({ line, failed }) => `${escapeXml(line)}${failed ? ' (failed)' : ''}`)
  return element('done-for-this', {}, done.join('; '))
}

function ago(at: Date, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - at.getTime()) / 60_000))
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.round(minutes / 60)
  return hours < 24 ? `${hours} h ago` : `${Math.round(hours / 24)} days ago`
}
