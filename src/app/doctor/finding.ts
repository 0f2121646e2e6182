/** What was found of one thing that Skein needs: what it is like and, where something is wrong, what to do about it. */
export interface Finding {
  what: string
  verdict: 'ok' | 'note' | 'bad'
  says: string
}

/** As one part tells it, which need not know what it is called in the list. */
export type Found = Omit<Finding, 'what'>

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
