import type { Person, Trust } from '../../domain/person.ts'

/** One thing that a block of a briefing is about: an entry of a feed, an appointment, a mail. */
export interface Item {
  /** The same tomorrow, when it is the same thing: what was told once is not news. */
  key: string
  /** One line, as it is shown to a model or to a person; no markup. */
  title: string
  /** More of it, plain text, already cut to a sensible length. */
  text?: string
  link?: string
  at?: Date
}

/** For whom something is gathered, and since when it counts as new. */
export interface Gathering {
  person: Person
  timezone: string
  now: Date
  /** The last time that this was told; undefined the first time. */
  since: Date | undefined
}

/** Whatever a source came to. Never a rejection: a block fails alone and says so. */
export type Gathered =
  /** `trust`: where it is lower than that of the source. */
  { status: 'found'; items: Item[]; trust?: Trust } | { status: 'failed'; reason: string }

/** Where a block of a briefing comes from. */
export interface Source {
  /** Of what it brings: third-party text is `untrusted`. */
  trust: Trust
  gather(asked: Gathering, signal: AbortSignal): Promise<Gathered>
}

/** One part of what is told, and where it comes from. */
export interface BriefingBlock {
  title: string
  source: Source
  /** What was told before is left out. */
  onlyNews: boolean
}
