import { createHash } from 'node:crypto'
import { type RunOutcome, runChild } from '../../lib/child.ts'
import { briefingMessages } from '../../messages/briefing-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { printableLine } from './readable-text.ts'
import type { Item, Source } from './source.ts'

export interface CommandDeps {
  /** A program and its arguments, as configured. */
  command: readonly string[]
  /** The PATH. It is the only environment variable that the program gets. */
  path: string
  limit: number
  timeoutMs?: number
}

const texts = briefingMessages.command

const TIMEOUT_MS = 20_000
const MAX_BYTES = 64 * 1024
const MAX_LINE_CHARS = 300

/** Runs a program of the owner's; each line that it prints is an item. */
export function createCommandSource({ command, path, limit, timeoutMs = TIMEOUT_MS }: CommandDeps): Source {
  const [file = '', ...args] = command
  return {
    trust: 'untrusted',
    async gather(_request, signal) {
      const outcome = await runChild({ file, args, env: { PATH: path } }, { timeoutMs, maxBytes: MAX_BYTES }, signal)
      const problem = describeProblem(file, outcome, timeoutMs)
      if (problem !== undefined) return { status: 'failed', reason: problem }
      const lines = outcome.stdout.split(/\r?\n/).map(toPlainLine)
      return {
        status: 'found',
        items: lines
          .filter((line) => line !== '')
          .slice(0, limit)
          .map(toItem),
      }
    },
  }
}

function describeProblem(file: string, outcome: RunOutcome, timeoutMs: number): LocalizedText | undefined {
  switch (outcome.status) {
    case 'exited': {
      if (outcome.code === 0) return undefined
      const lastLine = toPlainLine(outcome.stderr.trim().split('\n').at(-1) ?? '')
      return texts.exited(file, outcome.code, lastLine)
    }
    case 'killed':
      return texts.killed(file, outcome.signal)
    case 'not_started':
      return outcome.code === 'ENOENT' ? texts.notFound(file) : texts.notStarted(file, outcome.code)
    case 'timeout':
      return texts.late(file, timeoutMs / 1000)
    case 'flood':
      return texts.flood(file, MAX_BYTES / 1024)
    case 'aborted':
      return texts.cutShort(file)
  }
}

/** Removes colours and other terminal sequences. */
function toPlainLine(line: string): string {
  // oxlint-disable-next-line no-control-regex -- escape sequences begin with one
  return printableLine(line.replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, ''), MAX_LINE_CHARS)
}

function toItem(title: string): Item {
  return { key: createHash('sha256').update(title).digest('base64url').slice(0, 22), title }
}
