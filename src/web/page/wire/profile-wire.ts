// Profile files: what the model always knows.
import type { WireChange } from './activity-wire.ts'

export interface ProfileList {
  /** Profiles and skills. */
  files: ProfileEntry[]
}

export interface ProfileEntry {
  /** Its path in the profile folder. */
  file: string
  of: 'assistant' | 'you' | 'group' | 'skill'
  /** The title of the group, or the name of the skill. */
  title: string
  isEmpty: boolean
}

export interface ProfileDetail extends ProfileEntry {
  /** Where the file is on the machine. */
  path: string
  text: string
  /** The id of the current version; 0 if the file never had a text. */
  version: number
  /** Why the file cannot be read or changed. */
  problem?: string
  /** The persona of the configuration, which applies while SOUL.md is empty. */
  persona?: string
  /** Whether a prompt contains only a part of it. */
  isShortened: boolean
  /** The newest first. */
  versions: ProfileVersionView[]
}

export interface ProfileVersionView {
  id: number
  at: number
  origin: 'hand' | 'page' | 'model' | 'undo'
  /** Who changed it. */
  person?: string
  /** What is different from the version before it. */
  changes: WireChange[]
}
