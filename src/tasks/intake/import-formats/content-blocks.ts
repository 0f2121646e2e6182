import { z } from 'zod'

/** The content of a message as the programs around a model store it: a text, or blocks of which some are text. */
export const contentShape = z.union([z.string(), z.array(z.unknown())])

const textBlock = z.object({ type: z.literal('text'), text: z.string() })

/** The words without thoughts, calls of tools and their results. */
export function blocksText(content: z.infer<typeof contentShape> | undefined, between = '\n\n'): string {
  if (typeof content === 'string') return content
  const blocks = (content ?? []).map((block) => textBlock.safeParse(block))
  return blocks.flatMap((block) => (block.success ? [block.data.text] : [])).join(between)
}
