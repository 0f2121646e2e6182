import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Fetched, GuardedFetch } from '../../../lib/http/guarded-fetch.ts'
import { runNamed } from '../../../lib/named-work.ts'
import { decodeText } from '../../../lib/text/charset.ts'
import { parseJson } from '../../../lib/text/json.ts'
import { briefingMessages } from '../../../messages/briefing-messages.ts'
import { fetchMessages } from '../../../messages/fetch-messages.ts'
import { printableLine, readableText } from '../readable-text.ts'
import type { GatherResult, Item, Source } from '../source.ts'
import { type FeedEntry, limits, type ReadFeed } from './feed-entry.ts'
import { readXmlFeed } from './xml-feed.ts'

export interface FeedDeps {
  fetch: GuardedFetch
  url: string
  /** Names this work in the log if it blocks the daemon. */
  name: string
  /** How many of the newest entries are returned. */
  limit: number
}

const MAX_ITEMS = 50

/** The new entries of a feed. An entry without a date counts as new; the caller knows which ones were shown before. */
export function createFeedSource({ fetch, url, name, limit }: FeedDeps): Source {
  return {
    trust: 'untrusted',
    async gather({ since }, signal): Promise<GatherResult> {
      const fetched = await fetch({ url, headers: { accept: ACCEPT }, bytes: limits.bytes, signal })
      if (fetched.status === 'failed')
        return { status: 'failed', reason: fetchMessages[fetched.problem.kind](fetched.problem) }
      const feed = await runNamed(`reading the feed ${name}`, () => readFeed(fetched))
      if ('problem' in feed) return { status: 'failed', reason: feed.problem }
      const isNew = ({ at }: DatedEntry) => since === undefined || at === undefined || at > since
      const newest = newestFirst(feed.entries.map(withDate).filter(isNew)).slice(0, Math.min(limit, MAX_ITEMS))
      const items = await Promise.all(newest.map((entry) => toItem(entry, url, fetched.finalUrl)))
      return { status: 'found', items: items.filter(({ title }) => title !== '') }
    },
  }
}

const ACCEPT = 'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5'

/** Goes by the content, because many servers send a wrong content type. */
async function readFeed({ body, type, isCut }: Fetched & { status: 'fetched' }): Promise<ReadFeed> {
  const text = decodeText(body, /charset="?([\w.:-]{1,40})/i.exec(type)?.[1] ?? declaredEncoding(body)).replace(
    /^\ufeff/,
    '',
  )
  const start = text.trimStart().slice(0, 1)
  if (start === '{') return isCut ? { problem: briefingMessages.feedTooLarge } : readJsonFeed(text)
  if (start === '<') return await readXmlFeed(text)
  return { problem: text.trim() === '' ? briefingMessages.empty : briefingMessages.notFeed }
}

/** The encoding in the XML declaration. */
function declaredEncoding(body: Buffer): string | undefined {
  return /^\s*<\?xml[^>]{0,200}?encoding=["']([\w.:-]{1,40})["']/.exec(body.toString('latin1', 0, 300))?.[1]
}

interface DatedEntry {
  entry: FeedEntry
  at: Date | undefined
}

function withDate(entry: FeedEntry): DatedEntry {
  return { entry, at: feedDate(entry.date) }
}

/** Entries without a date come last and keep their order. */
function newestFirst(entries: DatedEntry[]): DatedEntry[] {
  return entries.toSorted((a, b) => (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0))
}

async function toItem({ entry, at }: DatedEntry, url: string, base: string): Promise<Item> {
  const text = await readableText(entry.text, limits.text)
  const link = webLink(entry.link || (/^https?:/i.test(entry.id) ? entry.id : ''), base)
  const textTitle = (await readableText(entry.title, limits.title)) || printableLine(text, limits.title)
  const title = textTitle || printableLine(link ?? '', limits.title)
  // A hash is short and contains no foreign text. The address is part of it, because two feeds may both have an entry "1".
  const key = createHash('sha256')
    .update(`${url}\n${entry.id || entry.link || textTitle}`)
    .digest('base64url')
    .slice(0, 22)
  return { key, title, ...(text !== '' && text !== title && { text }), ...(link && { link }), ...(at && { at }) }
}

const MAX_LINK_CHARS = 2000

/** Accepts only links for a browser. A relative link starts at the folder of the feed, whose own address may end in a secret. */
function webLink(link: string, base: string): string | undefined {
  const trimmed = link.trim()
  const folder = new URL('.', base).href
  if (trimmed === '' || trimmed.length > MAX_LINK_CHARS || !URL.canParse(trimmed, folder)) return undefined
  const { protocol, href } = new URL(trimmed, folder)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}

const textField = z.string().catch('')

const itemSchema = z.object({
  id: z.union([z.string(), z.number().transform(String)]).catch(''),
  url: textField,
  external_url: textField,
  title: textField,
  summary: textField,
  content_text: textField,
  content_html: textField,
  date_published: textField,
  date_modified: textField,
})

const feedSchema = z.object({ version: z.string(), items: z.array(z.unknown()) })

/** The entries of a JSON Feed. Malformed entries are left out. */
export function readJsonFeed(json: string): ReadFeed {
  const feed = feedSchema.safeParse(parseJson(json))
  if (!feed.success) return { problem: briefingMessages.notFeed }
  const entries = feed.data.items.slice(0, limits.entries).flatMap((rawItem) => {
    const item = itemSchema.safeParse(rawItem)
    if (!item.success) return []
    const { id, url, external_url, title, summary, content_text, content_html, date_published, date_modified } =
      item.data
    const plain = summary || content_text
    return {
      id,
      title: { text: shorten(title), isHtml: false },
      text: { text: shorten(plain || content_html), isHtml: plain === '' },
      link: url || external_url,
      date: date_published || date_modified,
    }
  })
  return { entries }
}

function shorten(text: string): string {
  return text.slice(0, limits.characters)
}

const MAX_DATE_CHARS = 60

/** The date of an entry; undefined if the text is not a date for certain. */
export function feedDate(date: string): Date | undefined {
  const text = date.trim().slice(0, MAX_DATE_CHARS)
  return readIsoDate(text) ?? readMailDate(text)
}

/** "2026-03-14T15:09:26+01:00", also without a time. Without a zone it is UTC. */
function readIsoDate(text: string): Date | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text)
  if (!match) return undefined
  const [, year, month, day, time = '00:00', zone = 'Z'] = match
  return dateOf(`${year}-${month}-${day}T${time}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`)
}

/** "Sat, 14 Mar 2026 15:09:26 +0100", as in mails. The weekday is often wrong and not needed. */
function readMailDate(text: string): Date | undefined {
  const match =
    /^(?:[^\d,]{2,12},? *)?(\d{1,2}) +([a-z]{3})[a-z]* +(\d{2}|\d{4}) +(\d{1,2}:\d\d(?::\d\d)?) *([+-]\d{4}|[a-z]{1,5})?$/i.exec(
      text,
    )
  if (!match) return undefined
  const [, day, month, year = '', time, zone = 'GMT'] = match
  const offset = /^[+-]/.test(zone) ? zone : (zones[zone.toUpperCase()] ?? '+0000')
  return dateOf(`${day} ${month} ${year.length === 2 ? `20${year}` : year} ${time} ${offset}`)
}

const zones: Record<string, string> = {
  EST: '-0500',
  EDT: '-0400',
  CST: '-0600',
  CDT: '-0500',
  MST: '-0700',
  MDT: '-0600',
  PST: '-0800',
  PDT: '-0700',
  BST: '+0100',
  CET: '+0100',
  MEZ: '+0100',
  CEST: '+0200',
  MESZ: '+0200',
  EET: '+0200',
  EEST: '+0300',
  JST: '+0900',
}

function dateOf(text: string): Date | undefined {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : new Date(ms)
}
