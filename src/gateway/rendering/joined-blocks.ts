import { nothing, type Size, sizeOf, sumOf } from '../tokens.ts'

const BREAK = '\n\n'
/** The size of the blank line between two blocks. */
export const GAP = sizeOf(BREAK)

/** Joins the blocks that are not empty. */
export function joinBlocks(blocks: string[]): string {
  let text = ''
  // `join` would copy the context, which can be 30,000 tokens long, for every layer around it.
  for (const block of blocks) if (block !== '') text += text === '' ? block : BREAK + block
  return text
}

/** The size of the joined text, computed from the sizes of its blocks. */
export function joinedSize(sizes: Size[]): Size {
  const some = sizes.filter(({ chars }) => chars > 0)
  return some.reduce((sum, size, at) => sumOf(sum, size, at === 0 ? nothing : GAP), nothing)
}
