import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Where a person types and reads. */
export interface Terminal {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}

/** What a person typed, without the space around it; undefined when they left with Ctrl-C or Ctrl-D. */
export function ask(question: string, { input, output }: Terminal): Promise<string | undefined> {
  return readLine(question, createInterface({ input, output, terminal: true, historySize: 0 }))
}

/** The same for what nobody may read over their shoulder: nothing of it is shown, not even its length. */
export async function askSecret(question: string, { input, output }: Terminal): Promise<string | undefined> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  // Before the question: until there is a reader the terminal itself shows what is typed, and a paste can be quick.
  const reader = createInterface({ input, output: nowhere, terminal: true, historySize: 0 })
  output.write(question)
  const typed = await readLine('', reader)
  output.write('\n')
  return typed
}

/** Only a clear yes is one. */
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
