import { nothing, type Size, sizeOf, sumOf } from '../tokens.ts'

const BREAK = '\n\n'
/** What stands between two blocks. */
export const GAP = sizeOf(BREAK)

/** One text of those that are not empty. */
export function joinBlocks(blocks: string[]): string {
  let text = ''
  // Not `join`: it copies, and a context of 30,000 tokens would be copied for every layer around it.
  for (const block of blocks) if (block !== '') text += text === '' ? block : BREAK + block
  return text
}

/** Of the joined text, without measuring it again. */
export function joinedSize(sizes: Size[]): Size {
  const some = sizes.filter(({ chars }) => chars > 0)
  return some.reduce((sum, size, at) => sumOf(sum, size, at === 0 ? nothing : GAP), nothing)
}
