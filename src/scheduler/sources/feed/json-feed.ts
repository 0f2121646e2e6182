import { z } from 'zod'
import { limits, type ReadFeed } from './entry.ts'

const text = z.string().catch('')

const itemSchema = z.object({
  id: z.union([z.string(), z.number().transform(String)]).catch(''),
  url: text,
  external_url: text,
  title: text,
  summary: text,
  content_text: text,
  content_html: text,
  date_published: text,
  date_modified: text,
})

const feedSchema = z.object({ version: z.string(), items: z.array(z.unknown()) })

/** The entries of a JSON Feed. Malformed entries are left out. */
export function readJsonFeed(json: string): ReadFeed {
  const feed = feedSchema.safeParse(parse(json))
  if (!feed.success) return { problem: 'it is no feed' }
  const entries = feed.data.items.slice(0, limits.entries).flatMap((given) => {
    const item = itemSchema.safeParse(given)
    if (!item.success) return []
    const { id, url, external_url, title, summary, content_text, content_html, date_published, date_modified } =
      item.data
    const plain = summary || content_text
    return {
      id,
      title: { text: cut(title), isHtml: false },
      text: { text: cut(plain || content_html), isHtml: plain === '' },
      link: url || external_url,
      date: date_published || date_modified,
    }
  })
  return { entries }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function cut(words: string): string {
  return words.slice(0, limits.characters)
}
