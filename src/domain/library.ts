/** A folder of the owner's library. */
export interface LibraryFolder {
  /** Absolute. */
  path: string
  /** How its files are named to people and models: `notes` in `notes/roof.md`. */
  name: string
  /** Its text counts as the owner's words. */
  isTrusted: boolean
}

/** A part of a file of the library, with the place where it stands. */
export interface LibraryPassage {
  id: number
  folder: LibraryFolder
  /** The path of the file below the folder. */
  path: string
  /** The first passage of a file is 1. */
  position: number
  /** How many passages the file has. */
  passages: number
  /** The headings above it, the highest first: "Roof › Costs". Empty if there are none. */
  heading: string
  text: string
}

/** `notes/roof.md`, as people and models read it. */
export function libraryFileName({ folder, path }: Pick<LibraryPassage, 'folder' | 'path'>): string {
  return `${folder.name}/${path}`
}

/** Why a file of the library cannot be read, or not all of it. */
export type LibraryProblem =
  | 'too-large'
  | 'cut'
  | 'unreadable'
  | 'not-text'
  | 'outside'
  | 'no-pdf-reader'
  | 'pdf-failed'
  | 'pdf-limits'
  | 'pdf-empty'
