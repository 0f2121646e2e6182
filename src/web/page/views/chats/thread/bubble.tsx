import { Blocks } from '../../../text/blocks.tsx'
import { Fold } from '../../../text/fold.tsx'
import type { Block } from '../../../wire/wire.ts'

/** What a person wrote: in Markdown where it is some, otherwise as it was typed. A message can be its files and nothing else. */
export function Bubble({ text, blocks }: { text: string; blocks?: Block[] | undefined }) {
  if (text.trim() === '') return null
  return (
    <div class={blocks ? 'bubble text' : 'bubble'} dir="auto">
      <Fold text={text}>{blocks ? <Blocks blocks={blocks} /> : text}</Fold>
    </div>
  )
}
