import type { AnyText } from '../../../messages/localized.ts'
import type { Role, WireBlock } from './wire.ts'

/** Every key of the configuration with its value and source. */
export interface SettingsForm {
  /** The path of the configuration file, which need not exist. */
  file: string
  sections: SettingsSection[]
  tables: SettingsTable[]
  /** Changes that need a restart are possible only on the machine itself. */
  canChange: boolean
  /** There are changes that need a restart. */
  isWaiting: boolean
}

export interface SettingsSection {
  /** The table of its keys. Empty for top-level keys. */
  name: string
  groups: SettingsGroup[]
}

/** The keys of one table, with its description. */
export interface SettingsGroup {
  note: AnyText
  keys: SettingsKey[]
}

export interface SettingsKey {
  name: string
  /** The description of the key. */
  note: AnyText
  kind: 'boolean' | 'choice' | 'number' | 'text' | 'list' | 'secret'
  choices?: string[]
  isWhole?: boolean
  isLong?: boolean
  min?: number
  max?: number
  /** The expected value, in words. */
  expected: AnyText
  isSettable: boolean
  /** Changes need a restart. */
  needsStart: boolean
  value: WireValue
  /** 'page' means that it was set here and applies from the next start. */
  source: WireSource | 'run time' | 'page'
  /** The new value needs a restart to apply. */
  isWaiting?: boolean
  /** The value after a reset. */
  otherwise?: { value: WireValue; source: WireSource }
}

/** A table with entries that people name or number themselves. */
export interface SettingsTable extends SettingsAsked {
  note: AnyText
  /** Lists inside each entry. */
  lists: SettingsAsked[]
  entries: SettingsEntry[]
}

/** The fields of a new entry. */
export interface SettingsAsked {
  /** As written in the file. */
  name: string
  /** The entries are numbered instead of named. */
  isNumbered: boolean
  /** The key that holds the name of an entry, if it is one of its keys. */
  titleKey?: string
  asks: (SettingsKey & { isNeeded: boolean })[]
}

export interface SettingsEntry {
  /** The name of the entry. */
  title: string
  /** As written in the file. */
  name: string
  isInFile: boolean
  /** The file has this entry, but it was removed here. */
  isLeftOut: boolean
  isWaiting: boolean
  keys: SettingsKey[]
  tables: SettingsTable[]
}

/** Null if nothing is set. Lists have one item per line. For secrets it only tells whether one is set. */
export type WireValue = string | number | boolean | null

export type WireSource = 'default' | 'file' | 'environment'

/** The result of importing one chunk. */
export interface WireImport {
  lines: number
  added: number
  known: number
  bad: number
  /** The first problems, with their places. */
  problems: string[]
}

/** An upload that can be imported. */
export interface WireImportFile {
  id: string
}

/** While a file is read: its share, then the result. */
export type WireImportProgress =
  | { share: number }
  | { preview: WireImportPreview }
  | { report: WireImport }
  | { error: string }

/** What an import would bring. Times are in milliseconds. */
export interface WireImportPreview {
  formats: string[]
  messages: number
  /** Pictures, calls and notes of the program. */
  withoutText: number
  bad: number
  /** The first problems. */
  problems: string[]
  first?: number
  last?: number
  chatCount: number
  /** The largest chats. */
  chats: { title: string; messages: number }[]
  peopleCount: number
  /** The people who wrote most. */
  people: { name: string; messages: number; isYou: boolean }[]
  /** The file does not say which of the people is the owner. */
  isOwnerUnknown: boolean
  /** The beginning of the largest chat. */
  sample: { title: string; lines: { at: number; from: string; text: string }[] }
}

/** The estimated cost of summaries written by a model. */
export interface WireSummaryCost {
  requests: number
  tokens: number
  /** In US dollars, if the price is known. */
  usd?: number
}

/** The connections that the page can set up. */
export const connectionNames = ['claude', 'provider', 'telegram', 'talk', 'email'] as const

export type ConnectionName = (typeof connectionNames)[number]

export interface Connection {
  name: ConnectionName
  /** It is in the configuration file. */
  isSet: boolean
  /** The file has changed since the daemon started. */
  isWaiting: boolean
  /** The account, or the names of the providers. */
  as?: string
  /** What its form is filled with: everything but the secret. */
  form?: Record<string, string>
}

/** One of the models that are connected without the CLI. */
export interface ConnectedProvider {
  name: string
  isWaiting: boolean
  form: Record<string, string>
}

export interface Connections {
  connections: Connection[]
  providers: ConnectedProvider[]
  /** Only on the machine itself. */
  canConnect: boolean
}

/** The result of a check that was just made. */
export interface ConnectionState {
  isWell: boolean
  says: string[]
}

/** Connections with a sign-in in the browser. */
export const signInNames = ['claude', 'telegram', 'talk'] as const

export type SignInName = (typeof signInNames)[number]

export interface SignInPage {
  page: string
  /** The sign-in shows a code that has to be entered here. */
  givesCode?: true
  /** What the person sends to the bot if they cannot open the page. */
  words?: string
}

/** Streamed during a sign-in: what was installed so far in bytes, the page to open, then the result. */
export type SigningIn = { installing: number } | SignInPage | { connected: Connected } | { error: string }

/** What was found on the machine that a model can be connected with. */
export interface WaysToConnect {
  /** An Ollama that is running, with its models. */
  ollama?: { url: string; models: string[] }
  /** Whether the claude CLI has to be installed first. */
  isClaudeMissing: boolean
}

/** The models that a server offers. */
export interface OfferedModels {
  models: string[]
}

/** The result after the connection was saved. */
export interface Connected extends Connections {
  says: string[]
}

/** Permissions that need no question. */
export interface Allowed {
  /** Granted with "always", newest last. */
  given: { id: number; name: string; words: WireBlock[]; at: number }[]
  /** The rules of the configuration file. */
  file: { key: string; role: Role; rules: string[] }[]
}
