import type { Person, Trust } from '../../domain/person.ts'
import type { AnyText } from '../../messages/localized.ts'

/** One item in a block of a briefing: an entry of a feed, an appointment, a mail. */
export interface Item {
  /** Stays the same for the same thing, so that nothing is reported as new twice. */
  key: string
  /** One line without markup, as it is shown to a model or to a person. */
  title: string
  /** More details as plain text, already shortened. */
  text?: string
  link?: string
  at?: Date
}

/** The person for whom something is gathered, and since when items count as new. */
export interface GatherRequest {
  person: Person
  timezone: string
  now: Date
  /** When this block was last reported; undefined the first time. */
  since: Date | undefined
}

/** The result of a source. A source never rejects: a failed block is reported, and the others go on. */
export type GatherResult =
  /** `trust` is set if it is lower than the trust of the source. */
  { status: 'found'; items: Item[]; trust?: Trust } | { status: 'failed'; reason: AnyText }

/** Provides the items of a briefing block. */
export interface Source {
  /** The trust of its items; third-party text is `untrusted`. */
  trust: Trust
  gather(request: GatherRequest, signal: AbortSignal): Promise<GatherResult>
}

/** One section of a briefing and its source. */
export interface BriefingBlock {
  title: string
  source: Source
  /** Whether items that were reported before are left out. */
  isNewsOnly: boolean
}
