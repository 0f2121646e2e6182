import { systemClock } from '../../../lib/time/clock.ts'
import { calls } from '../../../web/control/wire.ts'
import type { Daemon } from '../../daemon.ts'
import type { Desk } from '../desk.ts'
import { completeTyped } from './complete.ts'
import { createEditor } from './editor.ts'
import { createLineQueue } from './line-queue.ts'
import { createPaint, wantsColour } from './paint.ts'
import { createScreen } from './screen.ts'
import { createTerminalView } from './terminal-view.ts'
import { startTyping } from './typing.ts'

/** A person at a terminal. */
export function openTerminal(daemon: Daemon, env: NodeJS.ProcessEnv): Desk {
  const { stdin: input, stdout: output } = process
  const screen = createScreen(output)
  const paint = createPaint(wantsColour(env))
  const view = createTerminalView({ screen, paint, clock: systemClock })
  const editor = createEditor()
  const queue = createLineQueue()
  const left = new AbortController()
  let stop = () => false

  function leave(): void {
    left.abort()
    queue.end()
  }

  const release = startTyping({
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
    // Whoever typed on meanwhile does not want it any more.
    if (editor.text() !== text) return
    const { text: completed, choices } = completeTyped(text, {
      commands: commands.map(({ name }) => name),
      chats: chats.map(({ id }) => id),
    })
    if (choices.length > 1) view.note(choices.join('  '))
    editor.set(completed)
    screen.type(editor.text(), editor.cursor())
  }

  return {
    view,
    lines: queue.lines,
    left: left.signal,
    invite() {},
    remember: editor.remember,
    onInterrupt: (given) => void (stop = given),
    close() {
      view.close()
      release()
    },
  }
}
