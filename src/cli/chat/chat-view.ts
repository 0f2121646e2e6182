import { sizeInWords } from '../../domain/file.ts'
import { isEnd, type TaskState } from '../../domain/task.ts'
import { safeName } from '../../lib/text/safe-name.ts'
import { truncate } from '../../lib/text/text.ts'
import { printable } from '../../lib/text/visible.ts'
import type { Line } from '../../web/control/chat-wire.ts'

/** Where a conversation is shown. */
export interface ChatView {
  isWorking(): boolean
  /** What is said next under this key stands there already, as it was typed. */
  typed(key: string): void
  /** False when it stands there already. */
  line(line: Line): boolean
  /** One of many, each on a line of its own. */
  listed(line: Line): void
  draft(text: string): void
  note(text: string): void
  tool(line: string): void
  state(state: TaskState, reason: string | undefined): void
  trouble(error: unknown): void
}

const LISTED_CHARS = 70

/** For whatever is no screen: a draft grows in place, and its final line adds only what is missing. */
export function createPipedView(output: { write(text: string): unknown } = process.stdout): ChatView {
  const ownKeys = new Set<string>()
  const known = new Set<number>()
  let shown = ''
  /** What the tools do was told while they did it. */
  let isTold = false
  let working = false
  let lastTrouble = ''
  const write = (text: string) => void output.write(printable(text))

  function showWords(line: Line): void {
    const words = `${wordsOf(line)}  ${numberOf(line)}`
    if (line.author === 'human') return write(`> ${words}\n`)
    const isGrown = shown !== '' && words.startsWith(shown)
    const rest = isGrown ? words.slice(shown.length) : `${shown && '\n'}${words}`
    write(`${[rest, ...footOf(line, isTold)].join('\n')}\n\n`)
    isTold = false
    shown = ''
  }

  return {
    isWorking: () => working,
    typed(key: string) {
      ownKeys.add(key)
      lastTrouble = ''
    },
    line(line) {
      if (known.has(line.id)) return false
      known.add(line.id)
      // Our own words are on the screen already, as they were typed.
      if (line.key !== undefined && ownKeys.has(line.key)) return true
      showWords(line)
      if (line.files.length > 0) write(`  (${filesOf(line)})\n`)
      return true
    },
    listed: (line) => write(`  ${listedWords(line)}\n`),
    draft(text: string) {
      write(text.startsWith(shown) ? text.slice(shown.length) : `\n${text}`)
      shown = text
    },
    note: (text: string) => write(`  (${text})\n`),
    tool(line: string) {
      write(`${shown && '\n'}  (${line})\n`)
      isTold = true
    },
    state(state: TaskState, reason: string | undefined) {
      working = !isEnd(state) && state !== 'interrupted'
      if (state === 'retry') write(`  (${reason ?? 'that did not work'} Trying again.)\n`)
    },
    trouble(error: unknown) {
      const text = error instanceof Error ? error.message : String(error)
      if (text !== lastTrouble) write(`  (${text})\n`)
      lastTrouble = text
    },
  }
}

function footOf(line: Line, isTold: boolean): string[] {
  return doneFor(isTold ? { ...line, actions: [] } : line).map((words) => `  (${words})`)
}

/** That it ends here, and what was done for it. */
export function doneFor({ actions, unfinished }: Line): string[] {
  const done = actions.map(({ line, failed }) => `${line}${failed ? ', which failed' : ''}`)
  return [...(unfinished ? [unfinished] : []), ...done]
}

export function listedWords(line: Line): string {
  const words = truncate(wordsOf(line).replaceAll(/\s+/g, ' ').trim(), LISTED_CHARS)
  return `${numberOf(line)} ${line.name}: ${[words, filesOf(line)].filter(Boolean).join(' ')}`
}

export function wordsOf({ question, text }: Line): string {
  return question?.settled ?? text
}

/** "[12]", or "[12, to 5]" for what answers line 5. */
export function numberOf({ id, repliesTo }: Line): string {
  return `[${id}${repliesTo ? `, to ${repliesTo.id}` : ''}]`
}

export function filesOf({ files }: Line): string {
  return files.map(({ name, bytes }) => `file ${safeName(name)}, ${sizeInWords(bytes)}`).join('; ')
}
