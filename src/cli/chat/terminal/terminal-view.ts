import { isEnd, type TaskState } from '../../../domain/task.ts'
import { wrapCells } from '../../../lib/text/terminal-width.ts'
import { printable } from '../../../lib/text/visible.ts'
import { shortDuration } from '../../../lib/time/calendar.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { ChatLine } from '../../../web/control/chat-shapes.ts'
import { type ChatView, describeActions, describeFiles, lineSummary, numberOf, textOfLine } from '../chat-view.ts'
import { drawMarkdown, type Paint } from './draw-markdown.ts'
import { type Screen, typedRows } from './screen.ts'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 120
const MAX_SHOWN_TOOLS = 3

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
  const shownLines = new Set<number>()
  let draft = ''
  let tools: string[] = []
  let working = false
  /** The spinner rests while the task waits for a person. */
  let isWaiting = false
  let workingSince = 0
  let frame = 0
  let timer: NodeJS.Timeout | undefined
  let lastTrouble = ''

  const asideRows = (text: string) => wrapCells(printable(`  ${text}`), screen.width()).map(paint.aside)
  const toRows = (text: string, cutsCode = false) => drawMarkdown(text, { width: screen.width(), paint, cutsCode })

  function liveRows(): string[] {
    const toolRows = tools.slice(-MAX_SHOWN_TOOLS).flatMap(asideRows)
    const seconds = shortDuration(Math.floor((clock.now().getTime() - workingSince) / 1000) * 1000).replace('.0', '')
    const spinner = timer ? asideRows(`${FRAMES[frame % FRAMES.length]} ${seconds}, Ctrl-C stops it`).slice(0, 1) : []
    return [...(draft === '' ? [] : toRows(draft, true)), ...toolRows, ...spinner]
  }

  function setWorking(isBusy: boolean): void {
    if (isBusy && !working) workingSince = clock.now().getTime()
    working = isBusy
    clearInterval(timer)
    timer = undefined
    if (!working || isWaiting) return
    timer = setInterval(() => {
      frame++
      screen.show(liveRows())
    }, FRAME_MS)
    timer.unref()
  }

  /** The work is over. Its draft stays unless the complete answer replaces it. */
  function keepDraft(): void {
    const rows = draft === '' ? [] : [...toRows(draft), '']
    draft = ''
    tools = []
    screen.show(liveRows())
    if (rows.length > 0) screen.say(rows)
  }

  function showAnswer(line: ChatLine): void {
    draft = ''
    tools = []
    const answerRows = [...toRows(textOfLine(line)), ...[...describeActions(line), numberOf(line)].flatMap(asideRows)]
    const questionHint = line.question?.state === 'open' ? asideRows('y allows it, n does not') : []
    screen.show(liveRows())
    screen.say([...answerRows, ...questionHint, ''])
  }

  return {
    isWorking: () => working,
    entered(text) {
      if (!working && draft !== '') keepDraft()
      screen.say([...typedRows(printable(text), screen.width()), ''])
    },
    typed(key) {
      ownKeys.add(key)
      lastTrouble = ''
    },
    line(line) {
      if (shownLines.has(line.id)) return false
      shownLines.add(line.id)
      if (line.key !== undefined && ownKeys.has(line.key)) return true
      if (line.author === 'bot') showAnswer(line)
      else screen.say([...typedRows(printable(textOfLine(line)), screen.width()), ...asideRows(numberOf(line)), ''])
      if (line.files.length > 0) screen.say(asideRows(describeFiles(line)))
      return true
    },
    listed: (line) => screen.say(wrapCells(printable(`  ${lineSummary(line)}`), screen.width())),
    draft(text) {
      draft = text
      screen.show(liveRows())
    },
    note: (text) => screen.say(text.split('\n').flatMap(asideRows)),
    tool(line) {
      tools.push(line)
      screen.show(liveRows())
    },
    state(state: TaskState, reason) {
      isWaiting = state === 'waiting'
      setWorking(!isEnd(state) && state !== 'interrupted')
      if (state === 'retry') screen.say(asideRows(`${reason ?? 'That did not work.'} Trying again.`))
      screen.show(liveRows())
    },
    trouble(error) {
      const text = error instanceof Error ? error.message : String(error)
      if (text !== lastTrouble) screen.say(asideRows(text))
      lastTrouble = text
    },
    close() {
      setWorking(false)
      screen.close()
    },
  }
}
