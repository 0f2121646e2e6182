import { createHash } from 'node:crypto'
import type { Fetched, GuardedFetch } from '../../../lib/http/guarded-fetch.ts'
import { runNamed } from '../../../lib/named-work.ts'
import { decodeText } from '../../../lib/text/charset.ts'
import { oneLine, plainWords } from '../plain-words.ts'
import type { Gathered, Item, Source } from '../source.ts'
import { type Entry, limits, type ReadFeed } from './entry.ts'
import { feedDate } from './feed-date.ts'
import { readJsonFeed } from './json-feed.ts'
import { readXmlFeed } from './xml-feed.ts'

export interface FeedDeps {
  fetch: GuardedFetch
  url: string
  /** The name that people see. */
  name: string
  /** How many of the newest entries are returned. */
  limit: number
}

const MAX_ITEMS = 50

/** The new entries of a feed. An entry without a date counts as new; the caller knows which ones were shown before. */
export function createFeedSource({ fetch, url, name, limit }: FeedDeps): Source {
  return {
    trust: 'untrusted',
    async gather({ since }, signal): Promise<Gathered> {
      const fetched = await fetch({ url, headers: { accept: ACCEPT }, bytes: limits.bytes, signal })
      if (fetched.status === 'failed') return { status: 'failed', reason: `${name}: ${fetched.reason}` }
      const feed = await runNamed(`reading the feed ${name}`, () => readFeed(fetched))
      if ('problem' in feed) return { status: 'failed', reason: `${name}: ${feed.problem}` }
      const isNew = ({ at }: Dated) => since === undefined || at === undefined || at > since
      const newest = newestFirst(feed.entries.map(dated).filter(isNew)).slice(0, Math.min(limit, MAX_ITEMS))
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
  if (start === '{') return isCut ? { problem: 'it is larger than a feed can be' } : readJsonFeed(text)
  if (start === '<') return await readXmlFeed(text)
  return { problem: text.trim() === '' ? 'it is empty' : 'it is no feed' }
}

/** The encoding in the XML declaration. */
function declaredEncoding(body: Buffer): string | undefined {
  return /^\s*<\?xml[^>]{0,200}?encoding=["']([\w.:-]{1,40})["']/.exec(body.toString('latin1', 0, 300))?.[1]
}

interface Dated {
  entry: Entry
  at: Date | undefined
}

function dated(entry: Entry): Dated {
  return { entry, at: feedDate(entry.date) }
}

/** Entries without a date come last and keep their order. */
function newestFirst(entries: Dated[]): Dated[] {
  return entries.toSorted((one, other) => (other.at?.getTime() ?? 0) - (one.at?.getTime() ?? 0))
}

async function toItem({ entry, at }: Dated, url: string, base: string): Promise<Item> {
  const text = await plainWords(entry.text, limits.text)
  const link = webLink(entry.link || (/^https?:/i.test(entry.id) ? entry.id : ''), base)
  const named = (await plainWords(entry.title, limits.title)) || oneLine(text, limits.title)
  const title = named || oneLine(link ?? '', limits.title)
  // A hash is short and contains no foreign text. The address is part of it, because two feeds may both have an entry "1".
  const key = createHash('sha256')
    .update(`${url}\n${entry.id || entry.link || named}`)
    .digest('base64url')
    .slice(0, 22)
  return { key, title, ...(text !== '' && text !== title && { text }), ...(link && { link }), ...(at && { at }) }
}

/** Accepts only links for a browser. A relative link starts at the folder of the feed, whose own address may end in a secret. */
function webLink(link: string, base: string): string | undefined {
  const said = link.trim()
  const around = new URL('.', base).href
  if (said === '' || said.length > 2000 || !URL.canParse(said, around)) return undefined
  const { protocol, href } = new URL(said, around)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}
