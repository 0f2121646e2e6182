import { emitKeypressEvents } from 'node:readline'
import { PassThrough } from 'node:stream'
import { printable } from '../../../lib/text/visible.ts'
import type { Editor, Key } from './editor.ts'
import type { Screen } from './screen.ts'

/** Asks a terminal to say where a paste begins and ends. */
const pastes = { on: '\u001b[?2004h', off: '\u001b[?2004l' }

export interface TypingDeps {
  input: NodeJS.ReadStream
  output: NodeJS.WriteStream
  screen: Screen
  editor: Editor
  /** A whole line, perhaps of several rows. */
  onLine(text: string): void
  /** Ctrl-C on an empty line. */
  onInterrupt(): void
  onTab(): void
  onLeave(): void
}

/** Somebody types: each key changes the line, a paste goes into it whole. Returns the way to give the terminal back. */
export function startTyping(deps: TypingDeps): () => void {
  const { input, output, screen, editor } = deps
  let pasted: string | undefined
  let isOpen = true
  let due: NodeJS.Immediate | undefined

  const draw = () => screen.type(editor.text(), editor.cursor())

  /** Once for all the keys that came at once. */
  function drawSoon(): void {
    due ??= setImmediate(() => {
      due = undefined
      if (isOpen) draw()
    })
  }

  function press(text: string | undefined, { name, ctrl, meta, sequence }: Key & { sequence?: string }): void {
    if (name === 'paste-start') {
      pasted = ''
      return
    }
    if (pasted !== undefined) {
      if (name !== 'paste-end') {
        pasted += sequence ?? text ?? ''
        return
      }
      editor.insert(asText(pasted))
      pasted = undefined
      return drawSoon()
    }
    if (ctrl && name === 'z') return suspend()
    const pressed = editor.press({ name, ctrl, meta, text })
    if (pressed.kind === 'edited') return drawSoon()
    draw()
    switch (pressed.kind) {
      case 'line':
        return deps.onLine(pressed.text)
      case 'interrupt':
        return deps.onInterrupt()
      case 'leave':
        return deps.onLeave()
      case 'complete':
        return deps.onTab()
      case 'redraw':
        return screen.clear()
    }
  }

  function take(): void {
    isOpen = true
    input.setRawMode(true)
    output.write(pastes.on)
    draw()
  }

  function giveBack(): void {
    isOpen = false
    screen.close()
    output.write(pastes.off)
    input.setRawMode(false)
  }

  function suspend(): void {
    giveBack()
    process.once('SIGCONT', take)
    process.kill(process.pid, 'SIGTSTP')
  }

  // Keys are read from a stream of our own, so that nothing of the terminal's keeps a listener of theirs afterwards.
  const keys = new PassThrough()
  const onData = (chunk: Buffer) => void keys.write(chunk)
  emitKeypressEvents(keys)
  keys.on('keypress', press)
  input.on('data', onData)
  input.on('end', deps.onLeave)
  output.on('resize', screen.redraw)
  take()
  input.resume()

  return () => {
    input.off('data', onData)
    input.off('end', deps.onLeave)
    output.off('resize', screen.redraw)
    giveBack()
    input.pause()
  }
}

/** Line ends as we write them; nothing that would drive a terminal. */
function asText(pasted: string): string {
  return printable(pasted.replace(/\r\n?/g, '\n')).replace(/(?<!\n)\n+$/, '')
}
