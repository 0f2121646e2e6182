import { systemClock } from '../../../lib/time/clock.ts'
import { calls } from '../../../web/control/calls.ts'
import type { Daemon } from '../../daemon.ts'
import type { ChatConsole } from '../chat-view.ts'
import { completeTypedLine } from '../typed-commands.ts'
import { createPaint, wantsColour } from './draw-markdown.ts'
import { createEditor } from './editor.ts'
import { startKeyboard } from './keyboard.ts'
import { createScreen } from './screen.ts'
import { createTerminalView } from './terminal-view.ts'

/** Opens the terminal for a chat. */
export function openTerminal(daemon: Daemon, env: NodeJS.ProcessEnv): ChatConsole {
  const { stdin: input, stdout: output } = process
  const screen = createScreen(output)
  const paint = createPaint(wantsColour(env))
  const view = createTerminalView({ screen, paint, clock: systemClock })
  const editor = createEditor()
  const queue = createLineQueue()
  const leaving = new AbortController()
  let stop = () => false

  function leave(): void {
    leaving.abort()
    queue.end()
  }

  const release = startKeyboard({
    input,
    output,
    screen,
    editor,
    onLine(text) {
      view.entered(text)
      queue.push(text)
    },
    onInterrupt: () => stop() || leave(),
    onLeave: leave,
    onTab: () => void complete().catch((error: unknown) => view.trouble(error)),
  })

  async function complete(): Promise<void> {
    const text = editor.text()
    const [commands, chats] = await Promise.all([daemon.ask(calls.commands, {}), daemon.ask(calls.chats, {})])
    // The person typed on in the meantime.
    if (editor.text() !== text) return
    const { text: completed, choices } = completeTypedLine(text, {
      commands,
      chats: chats.map(({ id }) => id),
    })
    if (choices.length > 1) view.note(choices.join('\n'))
    editor.set(completed)
    screen.type(editor)
  }

  return {
    view,
    lines: queue.lines,
    left: leaving.signal,
    showPrompt() {},
    remember: editor.remember,
    onInterrupt: (onStop) => void (stop = onStop),
    close() {
      view.close()
      release()
    },
  }
}

/** A queue of typed lines. Lines that come early wait. */
function createLineQueue() {
  const waiting: string[] = []
  let hasEnded = false
  let wake = () => {}

  async function* readLines(): AsyncGenerator<string, undefined> {
    for (;;) {
      const line = waiting.shift()
      if (line !== undefined) yield line
      else if (hasEnded) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }

  return {
    lines: readLines(),
    push(line: string) {
      waiting.push(line)
      wake()
    },
    end() {
      hasEnded = true
      wake()
    },
  }
}
