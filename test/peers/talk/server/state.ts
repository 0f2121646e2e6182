/** What a test or an admin turned on the server as a whole. */
export interface ServerState {
  isUnderMaintenance: boolean
  /** A proxy in front cuts what takes longer; undefined lets everything take its time. */
  cutMs: number | undefined
  /** With a page that says 504, or without a word. */
  cutsBy: 'page' | 'reset'
  /** How far the clock of the server is off. */
  skewMs: number
  /** Folders for conversations, where the release has them. */
  hasSubfolders: boolean
  /** Capabilities beyond those of the release. */
  extraFeatures: string[]
  /** How long one second of a waiting poll takes. */
  secondMs: number
  /** How often a waiting poll looks; 0 is at once, the real server takes a second. */
  tickMs: number
  /** Every poll is answered with 304, and waits for nothing. */
  isStorming: boolean
}
