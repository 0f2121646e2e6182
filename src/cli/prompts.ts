import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { type AnyText, textIn } from '../messages/localized.ts'

/** The streams of a terminal. */
export interface Terminal {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}

/** Prints a line, in English as everything on the command line. */
export function printTo({ output }: Terminal): (text: AnyText) => void {
  return (text) => void output.write(`${textIn(text, 'en')}\n`)
}

/** Asks a question. Undefined if the person leaves with Ctrl-C or Ctrl-D. */
export function ask(question: string, { input, output }: Terminal): Promise<string | undefined> {
  return readLine(question, createInterface({ input, output, terminal: true, historySize: 0 }))
}

/** Asks for a secret. Nothing is echoed, not even its length. */
export async function askSecret(question: string, { input, output }: Terminal): Promise<string | undefined> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  // Created before the question is shown: until then the terminal echoes, and a paste can be quick.
  const reader = createInterface({ input, output: silent, terminal: true, historySize: 0 })
  output.write(question)
  const typed = await readLine('', reader)
  output.write('\n')
  return typed
}

/** Anything but a clear yes means no. */
export async function confirm(question: string, terminal: Terminal): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `, terminal)) ?? '')
}

function readLine(question: string, reader: ReturnType<typeof createInterface>): Promise<string | undefined> {
  return new Promise((resolve) => {
    reader.once('close', () => resolve(undefined))
    reader.once('SIGINT', () => reader.close())
    reader.question(question, (typed) => {
      resolve(typed.trim())
      reader.close()
    })
  })
}

/** The exit code after Ctrl-C, as shells have it. */
export const INTERRUPTED = 130

/** Runs work that Ctrl-C cancels without ending the program. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const onInterrupt = () => stop.abort()
  process.once('SIGINT', onInterrupt)
  try {
    return await work(stop.signal)
  } finally {
    process.off('SIGINT', onInterrupt)
  }
}
