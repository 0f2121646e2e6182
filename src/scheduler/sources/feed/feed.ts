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
  /** What a person calls it. */
  name: string
  /** The newest so many are told. */
  limit: number
}

const MOST_ITEMS = 50

/** What is new in a feed. An entry without a date may be new: whoever asks knows which ones were told before. */
export function createFeedSource({ fetch, url, name, limit }: FeedDeps): Source {
  return {
    trust: 'untrusted',
    async gather({ since }, signal): Promise<Gathered> {
      const fetched = await fetch({ url, headers: { accept: KINDS }, bytes: limits.bytes, signal })
      if (fetched.status === 'failed') return { status: 'failed', reason: `${name}: ${fetched.reason}` }
      const feed = await runNamed(`reading the feed ${name}`, () => readFeed(fetched))
      if ('problem' in feed) return { status: 'failed', reason: `${name}: ${feed.problem}` }
      const isNew = ({ at }: Dated) => since === undefined || at === undefined || at > since
      const newest = newestFirst(feed.entries.map(dated).filter(isNew)).slice(0, Math.min(limit, MOST_ITEMS))
      const items = await Promise.all(newest.map((entry) => toItem(entry, url, fetched.finalUrl)))
      return { status: 'found', items: items.filter(({ title }) => title !== '') }
    },
  }
}

const KINDS = 'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5'

/** By what it is: many servers call a feed something else. */
async function readFeed({ body, type, isCut }: Fetched & { status: 'fetched' }): Promise<ReadFeed> {
  const text = decodeText(body, /charset="?([\w.:-]{1,40})/i.exec(type)?.[1] ?? declared(body)).replace(/^\ufeff/, '')
  const start = text.trimStart().slice(0, 1)
  if (start === '{') return isCut ? { problem: 'it is larger than a feed can be' } : readJsonFeed(text)
  if (start === '<') return await readXmlFeed(text)
  return { problem: text.trim() === '' ? 'it is empty' : 'it is no feed' }
}

/** As the first line of XML says. */
function declared(body: Buffer): string | undefined {
  return /^\s*<\?xml[^>]{0,200}?encoding=["']([\w.:-]{1,40})["']/.exec(body.toString('latin1', 0, 300))?.[1]
}

interface Dated {
  entry: Entry
  at: Date | undefined
}

function dated(entry: Entry): Dated {
  return { entry, at: feedDate(entry.date) }
}

/** Those without a date stay where they stand among each other, after the others. */
function newestFirst(entries: Dated[]): Dated[] {
  return entries.toSorted((one, other) => (other.at?.getTime() ?? 0) - (one.at?.getTime() ?? 0))
}

async function toItem({ entry, at }: Dated, url: string, base: string): Promise<Item> {
  const text = await plainWords(entry.text, limits.text)
  const link = webLink(entry.link || (/^https?:/i.test(entry.id) ? entry.id : ''), base)
  const named = (await plainWords(entry.title, limits.title)) || oneLine(text, limits.title)
  const title = named || oneLine(link ?? '', limits.title)
  // Short, and without what others chose for it; two feeds may both have an entry "1".
  const key = createHash('sha256')
    .update(`${url}\n${entry.id || entry.link || named}`)
    .digest('base64url')
    .slice(0, 22)
  return { key, title, ...(text !== '' && text !== title && { text }), ...(link && { link }), ...(at && { at }) }
}

/** Only what a person can open in a browser. The address of the feed itself may end in a secret. */
function webLink(link: string, base: string): string | undefined {
  const said = link.trim()
  const around = new URL('.', base).href
  if (said === '' || said.length > 2000 || !URL.canParse(said, around)) return undefined
  const { protocol, href } = new URL(said, around)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}
