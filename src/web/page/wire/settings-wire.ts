/** Every key of the configuration with its value, and where that comes from. */
export interface SettingsForm {
  /** Where the configuration lies, or would. */
  file: string
  sections: SettingsSection[]
  tables: SettingsTable[]
  /** Only on the machine itself can anything be changed that needs a new start. */
  canChange: boolean
  /** Something was saved that holds from the next start on. */
  isWaiting: boolean
}

export interface SettingsSection {
  /** The table its keys stand in; empty for what stands in none. */
  name: string
  groups: SettingsGroup[]
}

/** The keys of one table, with its description. */
export interface SettingsGroup {
  note: string
  keys: SettingsKey[]
}

export interface SettingsKey {
  name: string
  /** The description of the key. */
  note: string
  kind: 'boolean' | 'choice' | 'number' | 'text' | 'list' | 'secret'
  choices?: string[]
  isWhole?: boolean
  isLong?: boolean
  min?: number
  max?: number
  /** What it must be, in words. */
  expected: string
  /** Whether it can be set here. */
  isSettable: boolean
  /** Whether only a new start changes it. */
  needsStart: boolean
  value: Shown
  /** 'page': set here, for every start from the next one on. */
  source: WrittenSource | 'run time' | 'page'
  /** Something else holds until the next start. */
  isWaiting?: boolean
  /** What holds again once it is reset. */
  otherwise?: { value: Shown; source: WrittenSource }
}

/** Tables of one shape that people name themselves, or make a list of. */
export interface SettingsTable extends SettingsAsked {
  note: string
  /** Lists that each of them has. */
  lists: SettingsAsked[]
  entries: SettingsEntry[]
}

/** What a new table there is asked for. */
export interface SettingsAsked {
  /** As the file spells it. */
  name: string
  /** They have no names. */
  isNumbered: boolean
  /** The key that holds the name of each, where that is one of its keys. */
  titleKey?: string
  asks: (SettingsKey & { isNeeded: boolean })[]
}

export interface SettingsEntry {
  /** What it is called among the others. */
  title: string
  /** As the file spells it. */
  name: string
  isInFile: boolean
  /** The file has it, and it was left out here. */
  isLeftOut: boolean
  isWaiting: boolean
  keys: SettingsKey[]
  tables: SettingsTable[]
}

/** Null where nothing is set. A list has one item a line. Of a secret it is only told whether it is there. */
export type Shown = string | number | boolean | null

export type WrittenSource = 'default' | 'file' | 'environment'
