import type { ChildProcess } from 'node:child_process'

/** What a command said, once it is over. */
export interface Ran {
  code: number | null
  out: string
  err: string
}

export function finished(child: ChildProcess): Promise<Ran> {
  let out = ''
  let err = ''
  child.stdout?.on('data', (chunk) => (out += String(chunk)))
  child.stderr?.on('data', (chunk) => (err += String(chunk)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })))
}
