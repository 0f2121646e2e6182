import type { LocalizedText } from '../../../messages/localized.ts'
import type { MarkupText } from '../readable-text.ts'

/** One entry of a feed. Its texts are not cleaned yet, but shortened. */
export interface FeedEntry {
  id: string
  title: MarkupText
  text: MarkupText
  link: string
  date: string
}

/** The entries of a feed, or why it could not be read, as half a sentence. */
export type ReadFeed = { entries: FeedEntry[] } | { problem: LocalizedText }

export const limits = {
  /** Size of a feed. Most have less than 1 MB, those of podcasts up to 10 MB, with the newest entries first. */
  bytes: 5_000_000,
  /** How many entries are searched for new ones. */
  entries: 2000,
  elements: 100_000,
  depth: 100,
  /** Length of a field as it is in the feed. */
  characters: 4000,
  /** Lengths of a title and of a text as they are shown. */
  title: 200,
  text: 600,
}
