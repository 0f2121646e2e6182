import { Blocks } from '../../../text/blocks.tsx'
import type { Draft } from '../lists/conversations.ts'

/** An answer that is still being written. */
export function DraftView({ draft: { blocks, tool } }: { draft: Draft }) {
  return (
    <li class="line bot draft" aria-busy="true">
      <div class="text">
        <Blocks blocks={blocks} />
      </div>
      <div class="doing">
        <span class="dots">
          <i />
          <i />
          <i />
        </span>
        <span>{tool}</span>
      </div>
    </li>
  )
}
