/** How far we have read a room. */
export interface Position {
  /** The last message we have read. It may be one that is hidden from us. */
  cursor: number
  /** Messages up to this one were written before we joined. */
  floor: number
  /** We were removed from the room. Messages written meanwhile are not for us. */
  isOut: boolean
}

export function writePosition({ cursor, floor, isOut }: Position): string {
  return `${cursor}:${floor}${isOut ? ':out' : ''}`
}

/** Undefined if there is no valid position. Then we join the room again, and duplicates are recognized. */
export function readPosition(value: string | undefined): Position | undefined {
  const [, cursor, floor, out] = /^(\d+):(\d+)(:out)?$/.exec(value ?? '') ?? []
  return cursor === undefined ? undefined : { cursor: Number(cursor), floor: Number(floor), isOut: out !== undefined }
}
