/**
 * How a language shows what a message refers to. Patterns are lower case, with straight apostrophes. They are matched as
 * whole words where the language has spaces between words.
 */
export interface PhraseTable {
  /** Function words. They say nothing about the subject, but they identify the language. Accents may be left out. */
  functionWords: string
  /** At the start of a message. */
  greetings: string[]
  /** Thanks and good-byes. As after a greeting, a name may follow. */
  partings: string[]
  /** Praise and agreement, without a name. */
  closings: string[]
  /** What may come before the words that count: "ok", "well", "thanks". */
  leads: string[]
  /** At the start: the person announces something new. */
  announcements: string[]
  /** At the start: "by the way". */
  asides: string[]
  /** At the start: it continues the previous message. */
  joins: string[]
  /** Anywhere: it points at something that was said, or corrects it. */
  references: string[]
  /** They refer to something named before, unless the message itself has named it. */
  pronouns: string[]
  /** They look like pronouns but refer to nothing: "is it raining". */
  empty: string[]
  /** Weak signs that it continues something: "also", "again". */
  hints: string[]
  /** At the start: it asks us to do or make something. */
  requests: string[]
  /** At the start of a sentence that needs nothing before it: articles, possessives, the speaker, and verbs that ask. */
  openings: string[]
  /** They introduce something that was not named before: "a", "some". */
  indefinites: string[]
  /** They say how something has changed or turned out, so it was known before: "still", "but", "now". */
  stateWords: string[]
  /** What a sentence without a subject reports: "moved to Friday", "nothing happens". */
  outcomes: string[]
  /** Small talk beyond greetings, partings and closings. The longer phrase comes first. */
  smallTalk: string[]
}

/** Patterns separated by slashes. */
export function list(strings: TemplateStringsArray): string[] {
  return String.raw(strings)
    .split('/')
    .map((pattern) => pattern.trim())
}
