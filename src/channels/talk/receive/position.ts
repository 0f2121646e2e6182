/** How far a room was read. */
export interface Position {
  /** The last message that was read, past those that are not shown to us too. */
  cursor: number
  /** Up to here it was said before we came. */
  floor: number
  /** We were taken out there; what is said meanwhile is not for us. */
  isOut: boolean
}

export function writePosition({ cursor, floor, isOut }: Position): string {
  return `${cursor}:${floor}${isOut ? ':out' : ''}`
}

/** Undefined when there is none, or none that can be read: then the room is met as a new one, and nothing comes twice. */
export function readPosition(value: string | undefined): Position | undefined {
  const [, cursor, floor, out] = /^(\d+):(\d+)(:out)?$/.exec(value ?? '') ?? []
  return cursor === undefined ? undefined : { cursor: Number(cursor), floor: Number(floor), isOut: out !== undefined }
}
