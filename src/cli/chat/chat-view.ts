import { sizeInWords } from '../../domain/file.ts'
import { isEnd, type TaskState } from '../../domain/task.ts'
import { printable } from '../../lib/text/printable.ts'
import { safeName } from '../../lib/text/safe-name.ts'
import { truncate } from '../../lib/text/text.ts'
import type { Line } from '../../web/control/chat-wire.ts'

export type ChatView = ReturnType<typeof createChatView>

const LISTED_CHARS = 70

/** What stands on the screen: a draft grows in place, and its final line adds only what is missing. */
export function createChatView(screen: { write(text: string): unknown } = process.stdout) {
  const ownKeys = new Set<string>()
  const known = new Set<number>()
  let shown = ''
  /** What the tools do was told while they did it. */
  let isTold = false
  let working = false
  let lastTrouble = ''
  const write = (text: string) => void screen.write(printable(text))

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
    /** False when it stands there already. */
    line(line: Line): boolean {
      if (known.has(line.id)) return false
      known.add(line.id)
      // Our own words are on the screen already, as they were typed.
      if (line.key !== undefined && ownKeys.has(line.key)) return true
      showWords(line)
      if (line.files.length > 0) write(`  (${filesOf(line)})\n`)
      return true
    },
    /** One of many, each on a line of its own. */
    listed(line: Line) {
      const words = truncate(wordsOf(line).replaceAll(/\s+/g, ' ').trim(), LISTED_CHARS)
      write(`  ${numberOf(line)} ${line.name}: ${[words, filesOf(line)].filter(Boolean).join(' ')}\n`)
    },
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

/** That it ends here, and what was done for it. */
function footOf({ actions, unfinished }: Line, isTold: boolean): string[] {
  const done = isTold ? [] : actions.map(({ line, failed }) => `  (${line}${failed ? ', which failed' : ''})`)
  return [...(unfinished ? [`  (${unfinished})`] : []), ...done]
}

function wordsOf({ question, text }: Line): string {
  return question?.settled ?? text
}

/** "[12]", or "[12, to 5]" for what answers line 5. */
function numberOf({ id, repliesTo }: Line): string {
  return `[${id}${repliesTo ? `, to ${repliesTo.id}` : ''}]`
}

function filesOf({ files }: Line): string {
  return files.map(({ name, bytes }) => `file ${safeName(name)}, ${sizeInWords(bytes)}`).join('; ')
}
