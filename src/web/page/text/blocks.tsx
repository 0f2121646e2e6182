import { Component, type ComponentChild, type ComponentChildren, h } from 'preact'
import type { MathNode, WireBlock, WireInline } from '../wire/wire.ts'
import { boxWords } from '../words/common-words.ts'
import { useWords } from '../words/language.ts'
import { CodeView } from './code-view.tsx'
import { FootnoteReference, Footnotes } from './footnotes.tsx'
import { asTask } from './markdown.ts'

/** Blocks of a text. Unchanged blocks keep their nodes, so that a selection survives. */
export function Blocks({ blocks }: { blocks: WireBlock[] }) {
  return (
    <>
      {blocks.map((block, at) => (
        <OneBlock key={at} block={block} />
      ))}
    </>
  )
}

class OneBlock extends Component<{ block: WireBlock }> {
  override shouldComponentUpdate(next: { block: WireBlock }): boolean {
    return next.block !== this.props.block
  }
  override render() {
    return drawBlock(this.props.block)
  }
}

function drawBlock(block: WireBlock) {
  switch (block.kind) {
    case 'paragraph':
      return <p dir="auto">{drawInlines(block.inlines)}</p>
    case 'heading': {
      // The page itself uses h1 and h2.
      const Heading = headingTags[block.level - 1] ?? 'h6'
      return <Heading dir="auto">{drawInlines(block.inlines)}</Heading>
    }
    case 'list':
      return block.footnotes ? (
        <Footnotes items={block.items.map((item) => <Blocks blocks={item} />)} />
      ) : (
        drawList(block)
      )
    case 'quote':
      return (
        <blockquote dir="auto">
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
    case 'code':
      return <CodeView language={block.language} text={block.text} />
    case 'table':
      return drawTable(block)
    case 'rule':
      return <hr />
  }
}

const headingTags = ['h3', 'h4', 'h5', 'h6'] as const

function drawList({ start, items }: WireBlock & { kind: 'list' }) {
  const lines = items.map((blocks, at) => {
    const task = asTask(blocks)
    return (
      <li key={at} dir="auto" class={task && 'task'}>
        {task && <Box isDone={task.isDone} />}
        <Blocks blocks={task?.blocks ?? blocks} />
      </li>
    )
  })
  return start === undefined ? (
    <ul dir="auto">{lines}</ul>
  ) : (
    <ol dir="auto" start={start}>
      {lines}
    </ol>
  )
}

function Box({ isDone }: { isDone: boolean }) {
  const words = useWords(boxWords)
  return (
    <span class="box" role="img" aria-label={isDone ? words.done : words.open}>
      {isDone ? '☑' : '☐'}
    </span>
  )
}

function drawTable({ align, head, rows }: WireBlock & { kind: 'table' }) {
  const alignOf = (at: number) => `align-${align[at] ?? 'none'}`
  return (
    <div class="table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} dir="auto" class={alignOf(at)}>
                {drawInlines(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, at) => (
                <td key={at} dir="auto" class={alignOf(at)}>
                  {drawInlines(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function drawInlines(inlines: WireInline[]): ComponentChildren {
  return inlines.map(drawInline)
}

function drawInline(inline: WireInline): ComponentChildren {
  switch (inline.kind) {
    case 'text':
      return inline.footnote === undefined ? inline.text : <FootnoteReference number={inline.footnote} />
    case 'code':
      return inline.math ? drawMath(inline.math) : <code>{inline.text}</code>
    case 'strong':
      return <strong>{drawInlines(inline.inlines)}</strong>
    case 'em':
      return <em>{drawInlines(inline.inlines)}</em>
    case 'strike':
      return <s>{drawInlines(inline.inlines)}</s>
    case 'link':
      return drawLink(inline.href, drawInlines(inline.inlines))
    case 'break':
      return <br />
  }
}

/** The server allows only safe links. Checking again costs nothing. */
function drawLink(href: string, children: ComponentChildren) {
  if (!/^(https?:\/\/|mailto:)/i.test(href)) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** A formula as MathML elements, readable for screen readers and never inserted as markup. */
function drawMath({ tag, given = {}, looks, within }: MathNode): ComponentChild {
  const children = within.map((child) => (typeof child === 'string' ? child : drawMath(child)))
  // The server sends only known names. Checking again costs nothing.
  if (!/^m[a-z]+$/.test(tag)) return children
  const attributes = Object.entries(given).filter(([name]) => !/^on|^(href|src|style)$/i.test(name))
  return h(tag, { ...Object.fromEntries(attributes), ...(looks && { style: looks }) }, ...children)
}
