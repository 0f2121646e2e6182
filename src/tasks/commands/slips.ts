import { nearest } from '../../lib/text/text-matching.ts'

/** So short a word is a slip only when nothing follows it: "/not so fast" is somebody's sentence. */
const SHORT = 3

/** The commands that a word which is none may have been meant as; none where it is just text ("/home is full"). */
export function meantBy({ name, args }: { name: string; args: string }, commands: string[]): string[] {
  if (name.length < 2 || (name.length <= SHORT && args !== '')) return []
  const begun = name.length >= SHORT ? commands.filter((one) => one.startsWith(name)) : []
  if (begun.length > 0) return begun
  const near = nearest(name, commands, name.length <= 4 ? 1 : 2)
  return near === undefined ? [] : [near]
}
