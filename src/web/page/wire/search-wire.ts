// What is searched and found. No imports, like wire.ts.

/** Best first. */
export interface Found {
  lines: FoundLine[]
}

export interface FoundLine {
  id: number
  chat: string
  title: string
  /** Where it is held; left out of chats of this page. */
  channel?: string
  who: string
  at: number
  pieces: Piece[]
}

/** A piece of a text; a hit is a word that was looked for. */
export interface Piece {
  text: string
  hit: boolean
}

/** What a search can be narrowed to. */
export interface SearchChoices {
  channels: string[]
  /** Who spoke lately, by the names they go by. */
  people: string[]
}
