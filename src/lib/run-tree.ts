import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Exit, ProcessCommand, RunLimits } from './child.ts'
import { findContainment, startTree } from './process-tree.ts'
import { isRunnable } from './runnable.ts'

/** How a program ended, or why it was ended, and what it had written. */
export type TreeOutcome = (Exit | { status: 'timeout' | 'flood' | 'aborted' }) & { stdout: Buffer }

/**
 * Runs a program with this input until it exits or reaches a limit. Then all processes that it started are ended too.
 * Never rejects because of what the program did.
 */
export async function runTree(
  command: ProcessCommand,
  input: Buffer | string,
  limits: RunLimits,
  signal: AbortSignal,
): Promise<TreeOutcome> {
  const path = command.env.PATH ?? ''
  // Inside a sandbox, a missing program would look like one that fails.
  if (!isRunnable(command.file, path)) return { status: 'not_started', code: 'ENOENT', stdout: Buffer.alloc(0) }
  const containment = await findContainment(path, signal)
  if (signal.aborted) return { status: 'aborted', stdout: Buffer.alloc(0) }
  const tree = startTree(command, `run.${randomUUID()}`, containment)
  let cut: 'timeout' | 'flood' | 'aborted' | undefined
  const cutShort = (reason: NonNullable<typeof cut>) => {
    cut ??= reason
    void tree.end(0).then(() => tree.release())
  }
  const onAbort = () => cutShort('aborted')
  const timer = setTimeout(() => cutShort('timeout'), limits.timeoutMs)
  signal.addEventListener('abort', onAbort, { once: true })
  const stdout = collect(tree.stdout, limits.maxBytes, () => cutShort('flood'))
  collect(tree.stderr, limits.maxBytes, () => cutShort('flood'))
  tree.stdin.end(input)
  const exit = await tree.exited
  // A process that it left behind may keep the pipes open.
  await tree.end(0)
  await tree.closed
  clearTimeout(timer)
  signal.removeEventListener('abort', onAbort)
  return { ...(cut ? { status: cut } : exit), stdout: stdout() }
}

function collect(stream: Readable, maxBytes: number, onFlood: () => void): () => Buffer {
  const chunks: Buffer[] = []
  let bytes = 0
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) onFlood()
    else chunks.push(chunk)
  })
  return () => Buffer.concat(chunks)
}
