/**
 * How a language shows what a message hangs on. Each is a list of patterns, lower case, with straight apostrophes; they
 * are put between word borders where the language has them.
 */
export interface Language {
  /** Words that stand everywhere: they tell nothing of a subject, but much of the language. Accents may be left out. */
  small: string
  /** At the start. */
  greetings: string[]
  /** The same at the end of something: thanks, and a good-bye. As after a greeting, a name may follow. */
  partings: string[]
  /** Likewise without a name: praise, an "all right". */
  closings: string[]
  /** What may stand before the words that count: "ok", "well", "thanks". */
  leads: string[]
  /** At the start: the person says that something new begins. */
  announcements: string[]
  /** At the start: "by the way". */
  asides: string[]
  /** At the start: it goes on from what stands before. */
  joins: string[]
  /** Anywhere: it points at what was said, or corrects it. */
  references: string[]
  /** Stand for something named before; not where the message itself has named it. */
  pronouns: string[]
  /** Look like pronouns and stand for nothing: "is it raining". */
  empty: string[]
  /** A hint at most: "also", "again". */
  hints: string[]
}
