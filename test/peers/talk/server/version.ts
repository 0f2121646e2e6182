/** The servers we answer as. 17.1 is the recorded one; the others add what came later. */
export type TalkVersion = 17 | 19 | 22 | 24

export interface Release {
  talk: string
  nextcloud: { major: number; minor: number; micro: number; string: string }
  /** Captions and the other keys of talkMetaData. */
  captions: boolean
  edits: boolean
  threads: boolean
  subfolders: boolean
  /** Reacting is a permission of its own, 256. */
  reactPermission: boolean
  /** Texts that begin with a slash are commands. */
  commands: boolean
  /** Messages can be deleted when they are older than six hours. */
  deletesOld: boolean
  /** The read marker may be set to the newest without naming it. */
  readLast: boolean
  /** Refusals carry `{error}`, and numbers in rich objects are strings. */
  contract: boolean
  /** The webhook names the parent of a reply, and reactions. */
  richHooks: boolean
}

export function releaseOf(version: TalkVersion): Release {
  const isRecorded = version === 17
  const major = version + 10
  const micro = isRecorded ? 10 : 2
  const minor = isRecorded ? 1 : 0
  return {
    talk: isRecorded ? '17.1.10' : `${version}.0.2`,
    nextcloud: { major, minor, micro, string: isRecorded ? '27.1.10 RC1' : `${major}.${minor}.${micro}` },
    captions: version >= 18,
    edits: version >= 19,
    threads: version >= 22,
    subfolders: version >= 24,
    reactPermission: version >= 24,
    commands: version < 20,
    deletesOld: version >= 19,
    readLast: version >= 18,
    contract: version >= 22,
    richHooks: version >= 21,
  }
}
