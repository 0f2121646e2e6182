import { useMemo } from 'preact/hooks'
import { colourCode } from './code-colours.ts'
import { CopyButton } from './copy-button.tsx'
import { Fold } from './fold.tsx'

/** Code with its language, its colours and a way to take it along; a long one folded. */
export function CodeView({ language, text }: { language: string; text: string }) {
  const pieces = useMemo(() => colourCode(language, text), [language, text])
  return (
    <figure class="code">
      <figcaption>
        <span>{language}</span>
        <CopyButton text={text} />
      </figcaption>
      <Fold text={text}>
        <pre tabIndex={0}>
          <code>
            {pieces.map(({ text: piece, colour }) => (colour ? <span class={`code-${colour}`}>{piece}</span> : piece))}
          </code>
        </pre>
      </Fold>
    </figure>
  )
}
