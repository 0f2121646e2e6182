import { emitKeypressEvents } from 'node:readline'
import { PassThrough } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { printable } from '../../../lib/text/visible.ts'
import type { Editor, KeyPress } from './editor.ts'
import type { Screen } from './screen.ts'

/** Asks the terminal to mark where a paste begins and ends. */
const bracketedPaste = { on: '\u001b[?2004h', off: '\u001b[?2004l' }

export interface KeyboardDeps {
  input: NodeJS.ReadStream
  output: NodeJS.WriteStream
  screen: Screen
  editor: Editor
  /** A complete line, which may have several rows. */
  onLine(text: string): void
  onInterrupt(): void
  onTab(): void
  onLeave(): void
}

/** Reads keys from the terminal. Returns a function that releases the terminal. */
export function startKeyboard(deps: KeyboardDeps): () => void {
  const { input, output, screen, editor } = deps
  let pasted: string | undefined
  let isOpen = true
  let pendingDraw: NodeJS.Immediate | undefined

  const draw = () => screen.type(editor)

  /** Draws once for all keys that came together. */
  function drawSoon(): void {
    pendingDraw ??= setImmediate(() => {
      pendingDraw = undefined
      if (isOpen) draw()
    })
  }

  function press(text: string | undefined, { name, ctrl, meta, sequence }: KeyPress & { sequence?: string }): void {
    if (name === 'paste-start') {
      pasted = ''
      return
    }
    if (pasted !== undefined) {
      if (name !== 'paste-end') {
        pasted += sequence ?? text ?? ''
        return
      }
      editor.insert(toPlainText(pasted))
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

  function takeTerminal(): void {
    isOpen = true
    input.setRawMode(true)
    output.write(bracketedPaste.on)
    draw()
  }

  function releaseTerminal(): void {
    isOpen = false
    screen.close()
    output.write(bracketedPaste.off)
    input.setRawMode(false)
  }

  function suspend(): void {
    releaseTerminal()
    process.once('SIGCONT', takeTerminal)
    process.kill(process.pid, 'SIGTSTP')
  }

  // Keys are read from our own stream, so that no keypress listener stays on the terminal afterwards.
  const keys = new PassThrough()
  const decoder = new StringDecoder('utf8')
  function onData(chunk: Buffer): void {
    const text = decoder.write(chunk)
    if (pasted !== undefined || !isPaste(text)) return void keys.write(text)
    editor.insert(toPlainText(text))
    drawSoon()
  }
  emitKeypressEvents(keys)
  keys.on('keypress', press)
  input.on('data', onData)
  input.on('end', deps.onLeave)
  output.on('resize', screen.redraw)
  takeTerminal()
  input.resume()

  return () => {
    input.off('data', onData)
    input.off('end', deps.onLeave)
    output.off('resize', screen.redraw)
    releaseTerminal()
    input.pause()
  }
}

/** Nobody types several rows at once. A terminal without bracketed paste does not mark them. */
function isPaste(text: string): boolean {
  return !text.includes('\u001b') && /\S/.test(text) && (text.match(/\r\n?|\n/g) ?? []).length > 1
}

function toPlainText(pasted: string): string {
  return printable(pasted.replace(/\r\n?/g, '\n')).replace(/(?<!\n)\n+$/, '')
}
