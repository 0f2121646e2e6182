import type { Block } from '../wire/wire.ts'

/** "[x] bread" as an item of a list: something to be done, and the words without its box. */
export function asTask(blocks: Block[]): { isDone: boolean; blocks: Block[] } | undefined {
  const [first, ...rest] = blocks
  const begin = first?.kind === 'paragraph' ? first.inlines[0] : undefined
  if (first?.kind !== 'paragraph' || begin?.kind !== 'text') return undefined
  const [, box, text] = /^\[([ xX])\] ([\s\S]*)$/.exec(begin.text) ?? []
  if (box === undefined || text === undefined) return undefined
  const words = { ...first, inlines: [{ ...begin, text }, ...first.inlines.slice(1)] }
  return { isDone: box !== ' ', blocks: [words, ...rest] }
}
