import { isEnd, type TaskState } from '../../../domain/task.ts'
import { wrapCells } from '../../../lib/text/terminal-width.ts'
import { printable } from '../../../lib/text/visible.ts'
import { inSeconds } from '../../../lib/time/calendar.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { ChatLine } from '../../../web/control/chat-shapes.ts'
import { type ChatView, describeFiles, doneFor, listedWords, numberOf, textOfLine } from '../chat-view.ts'
import { drawMarkdown, type Paint } from './draw-markdown.ts'
import { type Screen, typedRows } from './screen.ts'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 120
const SHOWN_TOOLS = 3

export interface TerminalView extends ChatView {
  /** Keeps the typed text visible. */
  entered(text: string): void
  close(): void
}

/** Shows a conversation on a screen. A growing answer is redrawn at the bottom, and moves up when it is complete. */
export function createTerminalView({
  screen,
  paint,
  clock,
}: {
  screen: Screen
  paint: Paint
  clock: Clock
}): TerminalView {
  const ownKeys = new Set<string>()
  const known = new Set<number>()
  let draft = ''
  let tools: string[] = []
  let working = false
  /** The spinner rests while the task waits for a person. */
  let isWaiting = false
  let since = 0
  let frame = 0
  let timer: NodeJS.Timeout | undefined
  let lastTrouble = ''

  const aside = (text: string) => wrapCells(printable(`  ${text}`), screen.width()).map(paint.aside)
  const rowsOf = (text: string, cutsCode = false) => drawMarkdown(text, { width: screen.width(), paint, cutsCode })

  function underWay(): string[] {
    const done = tools.slice(-SHOWN_TOOLS).flatMap(aside)
    const seconds = inSeconds(Math.floor((clock.now().getTime() - since) / 1000) * 1000).replace('.0', '')
    const spinner = timer ? aside(`${FRAMES[frame % FRAMES.length]} ${seconds}, Ctrl-C stops it`).slice(0, 1) : []
    return [...(draft === '' ? [] : rowsOf(draft, true)), ...done, ...spinner]
  }

  function setWorking(now: boolean): void {
    if (now && !working) since = clock.now().getTime()
    working = now
    clearInterval(timer)
    timer = undefined
    if (!working || isWaiting) return
    timer = setInterval(() => {
      frame++
      screen.show(underWay())
    }, FRAME_MS)
    timer.unref()
  }

  /** The work is over. Its draft stays unless the complete answer replaces it. */
  function settle(): void {
    const rows = draft === '' ? [] : [...rowsOf(draft), '']
    draft = ''
    tools = []
    screen.show(underWay())
    if (rows.length > 0) screen.say(rows)
  }

  function answered(line: ChatLine): void {
    draft = ''
    tools = []
    const said = [...rowsOf(textOfLine(line)), ...[...doneFor(line), numberOf(line)].flatMap(aside)]
    const asks = line.question?.state === 'open' ? aside('y allows it, n does not') : []
    screen.show(underWay())
    screen.say([...said, ...asks, ''])
  }

  return {
    isWorking: () => working,
    entered(text) {
      if (!working && draft !== '') settle()
      screen.say([...typedRows(printable(text), screen.width()), ''])
    },
    typed(key) {
      ownKeys.add(key)
      lastTrouble = ''
    },
    line(line) {
      if (known.has(line.id)) return false
      known.add(line.id)
      if (line.key !== undefined && ownKeys.has(line.key)) return true
      if (line.author === 'bot') answered(line)
      else screen.say([...typedRows(printable(textOfLine(line)), screen.width()), ...aside(numberOf(line)), ''])
      if (line.files.length > 0) screen.say(aside(describeFiles(line)))
      return true
    },
    listed: (line) => screen.say(wrapCells(printable(`  ${listedWords(line)}`), screen.width())),
    draft(text) {
      draft = text
      screen.show(underWay())
    },
    note: (text) => screen.say(text.split('\n').flatMap(aside)),
    tool(line) {
      tools.push(line)
      screen.show(underWay())
    },
    state(state: TaskState, reason) {
      isWaiting = state === 'waiting'
      setWorking(!isEnd(state) && state !== 'interrupted')
      if (state === 'retry') screen.say(aside(`${reason ?? 'That did not work.'} Trying again.`))
      screen.show(underWay())
    },
    trouble(error) {
      const text = error instanceof Error ? error.message : String(error)
      if (text !== lastTrouble) screen.say(aside(text))
      lastTrouble = text
    },
    close() {
      setWorking(false)
      screen.close()
    },
  }
}
