import type { Words } from '../plain-words.ts'

/** One entry as it stands in a feed: words that are not yet read, cut where nobody would read on. */
export interface Entry {
  id: string
  title: Words
  text: Words
  link: string
  date: string
}

/** What was made of a feed: its entries, or why it is none, as half a sentence. */
export type ReadFeed = { entries: Entry[] } | { problem: string }

export const limits = {
  /** Of a feed; most have less than one, those of podcasts up to ten. What is new stands first. */
  bytes: 5_000_000,
  /** So many are looked through for those that are new. */
  entries: 2000,
  /** Of a field, as it stands there. */
  characters: 4000,
  /** Of a title, and of a text, as they are told. */
  title: 200,
  text: 600,
  depth: 100,
}
