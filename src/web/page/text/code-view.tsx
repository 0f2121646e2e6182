import { useSignal } from '@preact/signals'
import { useContext, useEffect, useMemo } from 'preact/hooks'
import { type Diagrams, DiagramsContext, type DrawnDiagram } from '../diagrams/drawer.ts'
import { diagramWords } from '../words/common-words.ts'
import { useWords } from '../words/language.ts'
import { colourCode } from './code-colours.ts'
import { CopyButton, Fold } from './text-controls.tsx'

interface Code {
  language: string
  text: string
}

/** Larger ones could keep the browser busy for long. */
const MAX_DIAGRAM_CHARS = 20_000

/** A block of code. One that describes a diagram is drawn. */
export function CodeView({ language, text }: Code) {
  const diagrams = useContext(DiagramsContext)
  const isDiagram = language.toLowerCase() === 'mermaid' && text.length <= MAX_DIAGRAM_CHARS
  if (!diagrams || !isDiagram) return <CodeText language={language} text={text} />
  return <Diagram language={language} text={text} diagrams={diagrams} />
}

/** With its language, colours and a copy button. Long code is folded. */
function CodeText({ language, text }: Code) {
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

/** The diagram with its source folded below it, or the source alone as long as there is no diagram. */
function Diagram({ language, text, diagrams }: Code & { diagrams: Diagrams }) {
  const words = useWords(diagramWords)
  const drawn = useSignal<DrawnDiagram | undefined>(undefined)
  const isDark = diagrams.isDark.value
  useEffect(() => {
    let isGone = false
    void diagrams.draw(text, isDark).then((picture) => {
      if (!isGone) drawn.value = picture
    })
    return () => {
      isGone = true
    }
  }, [text, isDark])
  if (!drawn.value) return <CodeText language={language} text={text} />
  return (
    <figure class="diagram">
      <div class="table" tabIndex={0}>
        <img {...drawn.value} alt={words.diagram} onError={() => (drawn.value = undefined)} />
      </div>
      <details>
        <summary>{words.source}</summary>
        <CodeText language={language} text={text} />
      </details>
    </figure>
  )
}
