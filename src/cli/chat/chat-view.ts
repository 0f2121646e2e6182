import { formatSizeEnglish } from '../../domain/file.ts'
import { isEnd, type TaskState } from '../../domain/task.ts'
import { safeName } from '../../lib/text/safe-name.ts'
import { oneLine } from '../../lib/text/text.ts'
import { printable } from '../../lib/text/visible.ts'
import type { ChatLine } from '../../web/control/chat-shapes.ts'

/** Shows a conversation, on a screen or in a pipe. */
export interface ChatView {
  isWorking(): boolean
  /** The next line with this key was typed here, so it is already visible. */
  typed(key: string): void
  /** Returns false if the line is already shown. */
  line(line: ChatLine): boolean
  /** Shows one line of a list. */
  listed(line: ChatLine): void
  draft(text: string): void
  note(text: string): void
  tool(line: string): void
  state(state: TaskState, reason: string | undefined): void
  trouble(error: unknown): void
}

const MAX_LISTED_CHARS = 70

/** For output that is not a terminal: a draft grows in place, and the final line adds only what is missing. */
export function createPipedView(output: { write(text: string): unknown } = process.stdout): ChatView {
  const ownKeys = new Set<string>()
  const shownLines = new Set<number>()
  let shownDraft = ''
  /** Tool steps were shown while they happened. */
  let areStepsShown = false
  let isAtWork = false
  let lastTrouble = ''
  const write = (text: string) => void output.write(printable(text))

  function showText(line: ChatLine): void {
    const text = `${textOfLine(line)}  ${numberOf(line)}`
    if (line.author === 'human') return write(`> ${text}\n`)
    const continuesDraft = shownDraft !== '' && text.startsWith(shownDraft)
    const rest = continuesDraft ? text.slice(shownDraft.length) : `${shownDraft && '\n'}${text}`
    write(`${[rest, ...footer(line, areStepsShown)].join('\n')}\n\n`)
    areStepsShown = false
    shownDraft = ''
  }

  return {
    isWorking: () => isAtWork,
    typed(key: string) {
      ownKeys.add(key)
      lastTrouble = ''
    },
    line(line) {
      if (shownLines.has(line.id)) return false
      shownLines.add(line.id)
      // Our own words are already on the screen, as they were typed.
      if (line.key !== undefined && ownKeys.has(line.key)) return true
      showText(line)
      if (line.files.length > 0) write(`  (${describeFiles(line)})\n`)
      return true
    },
    listed: (line) => write(`  ${lineSummary(line)}\n`),
    draft(text: string) {
      write(text.startsWith(shownDraft) ? text.slice(shownDraft.length) : `\n${text}`)
      shownDraft = text
    },
    note: (text: string) => write(`  (${text})\n`),
    tool(line: string) {
      write(`${shownDraft && '\n'}  (${line})\n`)
      areStepsShown = true
    },
    state(state: TaskState, reason: string | undefined) {
      isAtWork = !isEnd(state) && state !== 'interrupted'
      if (state === 'retry') write(`  (${reason ?? 'That did not work.'} Trying again.)\n`)
    },
    trouble(error: unknown) {
      const text = error instanceof Error ? error.message : String(error)
      if (text !== lastTrouble) write(`  (${text})\n`)
      lastTrouble = text
    },
  }
}

function footer(line: ChatLine, areStepsShown: boolean): string[] {
  return describeActions(areStepsShown ? { ...line, actions: [] } : line).map((text) => `  (${text})`)
}

/** Says that the answer was cut off, and which actions were taken for it. */
export function describeActions({ actions, unfinished }: ChatLine): string[] {
  const done = actions.map(({ line, failed }) => `${line}${failed ? ', which failed' : ''}`)
  return [...(unfinished ? [unfinished] : []), ...done]
}

export function lineSummary(line: ChatLine): string {
  const text = oneLine(textOfLine(line), MAX_LISTED_CHARS)
  return `${numberOf(line)} ${line.name}: ${[text, describeFiles(line)].filter(Boolean).join(' ')}`
}

export function textOfLine({ question, text }: ChatLine): string {
  return question?.settled ?? text
}

/** "[12]", or "[12, to 5]" for a reply to line 5. */
export function numberOf({ id, repliesTo }: ChatLine): string {
  return `[${id}${repliesTo ? `, to ${repliesTo.id}` : ''}]`
}

export function describeFiles({ files }: ChatLine): string {
  return files.map(({ name, bytes }) => `file ${safeName(name)}, ${formatSizeEnglish(bytes)}`).join('; ')
}

/** Where a person types and reads: a terminal, or a pipe. */
export interface ChatConsole {
  view: ChatView
  lines: AsyncIterator<string>
  /** Aborted when the person has left. A message that cannot be sent then is not retried. */
  left: AbortSignal
  /** Shows the prompt. */
  showPrompt(): void
  /** The person's earlier messages in this chat, for the arrow up. */
  remember(messages: string[]): void
  /** Called on Ctrl-C with an empty line. The callback returns true if there was an answer to stop. */
  onInterrupt(stop: () => boolean): void
  close(): void
}
