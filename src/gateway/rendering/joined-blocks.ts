import { addSizes, measure, type Size, ZERO_SIZE } from '../tokens.ts'

const SEPARATOR = '\n\n'
/** The size of the blank line between two blocks. */
export const GAP = measure(SEPARATOR)

/** Joins the blocks that are not empty. */
export function joinBlocks(blocks: string[]): string {
  let text = ''
  // `join` would copy the context, which can be 30,000 tokens long, for every layer around it.
  for (const block of blocks) if (block !== '') text += text === '' ? block : SEPARATOR + block
  return text
}

/** The size of the joined text, computed from the sizes of its blocks. */
export function joinedSize(sizes: Size[]): Size {
  const sizesOfFilled = sizes.filter(({ chars }) => chars > 0)
  return sizesOfFilled.reduce((sum, size, at) => addSizes(sum, size, at === 0 ? ZERO_SIZE : GAP), ZERO_SIZE)
}
