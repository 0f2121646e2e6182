import { quoteForShell } from '../../lib/sandbox.ts'

/** A command that can be pasted into a shell, whatever characters a path has. */
export function shellCommand(...words: (string | number)[]): string {
  return words
    .map(String)
    .map((word) => (/^[\w./:=@+-]+$/.test(word) ? word : quoteForShell(word)))
    .join(' ')
}
