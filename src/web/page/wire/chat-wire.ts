// The list of chats. Like wire.ts, it has no imports.

/** A page of the list: pinned chats first, then by latest activity. */
export interface ChatListPage {
  chats: ChatSummary[]
  /** There are more chats to load. */
  older: boolean
}

export interface ChatSummary {
  id: string
  title: string
  at: number
  /** The channel. Missing for chats of this page. */
  channel?: string
  /** A chat of another channel that can be written to from here. */
  writable?: true
  state?: WireChatState | undefined
  pinned?: boolean
  archived?: boolean
}

export type WireChatState = 'working' | 'needs you' | 'failed' | 'new'

/** What is deleted together with a chat. */
export interface ErasableChat {
  messages: number
  files: number
  facts: number
  jobs: number
}

/** Changes to a chat in the list. Missing fields stay as they are. */
export interface ChatChanges {
  /** An empty name restores the original title. */
  name?: string
  pinned?: boolean
  archived?: boolean
}

// Search and its results.

/** The found lines, best match first. */
export interface WireFoundLines {
  lines: WireFoundLine[]
}

export interface WireFoundLine {
  id: number
  chat: string
  title: string
  /** The channel. Missing for chats of this page. */
  channel?: string
  who: string
  at: number
  pieces: WireTextPiece[]
  /** The version it belongs to, if that is not the chosen one. */
  version?: number
}

/** A piece of text. A hit is a word that was searched for. */
export interface WireTextPiece {
  text: string
  hit: boolean
}

/** The choices of the search filters. */
export interface SearchChoices {
  channels: string[]
  /** Names of people who wrote recently. */
  people: string[]
}

/** The commands in the order of the help. */
export interface CommandList {
  commands: CommandHelp[]
}

export interface CommandHelp {
  name: string
  /** The arguments, as the help shows them. */
  usage?: string | undefined
  summary: string
}

/** Whether transcription is available. */
export interface TranscriptionState {
  hears: boolean
}

/** The text of a voice message. */
export interface WireTranscript {
  text: string
}
