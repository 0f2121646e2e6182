import { randomUUID } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Exit } from '../../../lib/child.ts'
import { giveFolderTo } from '../../../lib/folders.ts'
import { startTree, type Tree } from '../../../lib/process-tree.ts'
import { quoteForShell, stepDownArgs } from '../../../lib/sandbox.ts'
import { systemCallFilter } from '../../../lib/system-call-filter.ts'
import { quoted } from '../../../lib/text/visible.ts'
import { sleep } from '../../../lib/time/timers.ts'
import type { LocalizedText } from '../../../messages/localized.ts'
import {
  accountOf,
  type CommandBounds,
  commandEnv,
  commandSandboxArgs,
  commandView,
  describeBwrapFailure,
  preferAsOomVictim,
} from '../../command-sandbox.ts'
import { programMessages } from '../../program-messages.ts'
import { defineNativeTool } from './native-tool.ts'

export interface CommandSettings extends CommandBounds {
  seconds: number
}

/** Why a command was ended early. */
type CommandCut = 'late' | 'flood' | 'aborted'

export interface CommandOutcome {
  end: Exit | { status: CommandCut }
  stdout: string
  stderr: string
}

export interface CommandRunner {
  /** Resolves when all processes of the command have ended. */
  run(command: string, workspace: string, signal: AbortSignal): Promise<CommandOutcome>
}

/** For each end of each stream. */
const KEPT_BYTES_PER_END = 30_000
/** Nobody reads more, so continuing would only waste resources. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Only trying shows whether a sandbox works here. */
export async function findCommandRunner(
  settings: CommandSettings,
  signal: AbortSignal,
  bwrap = 'bwrap',
): Promise<CommandRunner | { missing: LocalizedText }> {
  const filter = systemCallFilter(process.arch)
  if (!filter) return { missing: programMessages.unknownProcessor(process.arch) }
  const runner = createCommandRunner(settings, filter, bwrap)
  const workspace = await mkdtemp(join(await realpath(tmpdir()), 'skein-try-'))
  try {
    const { end, ...output } = await runner.run('true', workspace, signal)
    if (end.status === 'exited' && end.code === 0) return runner
    // The shell's exit code for a missing program.
    const isMissing = end.status === 'exited' && end.code === 127
    return {
      missing: describeBwrapFailure(
        isMissing ? { status: 'not_started', code: 'ENOENT', ...output } : { status: 'aborted', ...output },
      ),
    }
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

function createCommandRunner({ seconds, ...bounds }: CommandSettings, filter: Buffer, bwrap: string): CommandRunner {
  const account = accountOf(process.getuid?.())

  function start(command: string, workspace: string): Tree {
    const view = commandView(workspace, bounds)
    const args = [
      ...(account ? stepDownArgs(view, account) : []),
      ...commandSandboxArgs(view, bounds, ['--chdir', workspace]),
    ]
    // The filter is passed on stdin, which is empty for the command itself.
    const script = `${preferAsOomVictim}; exec ${quoteForShell(bwrap)} ${args.map(quoteForShell).join(' ')} "$1" 9<&0 </dev/null`
    const mark = `command.${randomUUID()}`
    const env = commandEnv(workspace, mark)
    const tree = startTree({ file: '/bin/sh', args: ['-c', script, 'sh', command], env, cwd: '/' }, mark, 'marker')
    tree.stdin.end(filter)
    return tree
  }

  return {
    async run(command, workspace, signal) {
      if (signal.aborted) return { end: { status: 'aborted' }, stdout: '', stderr: '' }
      giveFolderTo(workspace, account)
      const [stdout, stderr] = [createOutputEnds(KEPT_BYTES_PER_END), createOutputEnds(KEPT_BYTES_PER_END)]
      let cut: CommandCut | undefined
      const tree = start(command, workspace)
      const cutShort = (reason: CommandCut) => {
        cut ??= reason
        void tree.end(0)
      }
      const onAbort = () => cutShort('aborted')
      const timer = setTimeout(() => cutShort('late'), seconds * 1000)
      signal.addEventListener('abort', onAbort, { once: true })
      for (const [stream, ends] of [
        [tree.stdout, stdout],
        [tree.stderr, stderr],
      ] as const) {
        stream.on('data', (chunk: Buffer) => {
          ends.push(chunk)
          if (ends.bytes() > MAX_OUTPUT_BYTES) cutShort('flood')
        })
      }
      const exit = await tree.exited
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      await tree.end(0)
      // Only a process that escaped from the tree could keep the pipes open.
      const drained = new AbortController()
      void tree.closed.then(() => drained.abort())
      await sleep(1000, drained.signal)
      tree.release()
      return { end: cut ? { status: cut } : exit, stdout: stdout.text(), stderr: stderr.text() }
    },
  }
}

/** The beginning and the end of an output that may never stop. */
interface OutputEnds {
  push(chunk: Buffer): void
  /** Includes a note about the omitted part. */
  text(): string
  /** The total size. */
  bytes(): number
}

/** Keeps at most this many bytes at each end. */
function createOutputEnds(maxBytes: number): OutputEnds {
  let head = Buffer.alloc(0)
  // New chunks are collected first, so that they are copied once and not with every push.
  let tail = Buffer.alloc(0)
  let pendingChunks: Buffer[] = []
  let pendingBytes = 0
  let totalBytes = 0

  function mergeTail(): void {
    const joined = Buffer.concat([tail, ...pendingChunks])
    tail = joined.subarray(Math.max(0, joined.length - maxBytes))
    pendingChunks = []
    pendingBytes = 0
  }

  return {
    push(chunk) {
      totalBytes += chunk.length
      const room = maxBytes - head.length
      if (room > 0) head = Buffer.concat([head, chunk.subarray(0, room)])
      if (chunk.length <= room) return
      const rest = chunk.subarray(Math.max(0, room))
      pendingChunks.push(rest)
      pendingBytes += rest.length
      if (pendingBytes > maxBytes) mergeTail()
    },
    text() {
      mergeTail()
      const omittedBytes = totalBytes - head.length - tail.length
      if (omittedBytes === 0) return Buffer.concat([head, tail]).toString('utf8')
      // A character that was cut in two is dropped.
      const [before, after] = [
        head.toString('utf8').replace(/\ufffd$/, ''),
        tail.toString('utf8').replace(/^\ufffd{1,3}/, ''),
      ]
      return `${before}\n[${omittedBytes} bytes left out]\n${after}`
    },
    bytes: () => totalBytes,
  }
}

export function runCommand(runner: CommandRunner, { network, seconds }: CommandSettings) {
  return defineNativeTool({
    name: 'run_command',
    description: `Runs a bash command in the workspace, which is the only folder it can change. The network is ${network ? 'on' : 'off'}. The command gets no input and is ended after ${seconds} seconds. Background processes end with the command.`,
    kind: 'command',
    input: z.object({ command: z.string().min(1) }),
    action: ({ command }) => ({ kind: 'command', command, network }),
    line: ({ command }) => `running ${quoted(command)}`,
    async run({ command }, { workspace }, signal) {
      const outcome = await runner.run(command, workspace, signal)
      const { stdout, stderr } = outcome
      const { text, failed } = describeEnd(outcome, seconds)
      const parts = [text, section('stdout', stdout), section('stderr', stderr)]
      return { text: parts.filter(Boolean).join('\n\n').toWellFormed(), failed }
    },
  })
}

function section(name: string, text: string): string {
  return text.trim() === '' ? '' : `${name}:\n${text.trimEnd()}`
}

function describeEnd({ end, stdout, stderr }: CommandOutcome, seconds: number): { text: string; failed: boolean } {
  switch (end.status) {
    case 'exited': {
      const isSilent = stdout.trim() === '' && stderr.trim() === ''
      return { text: `Exit code ${end.code}.${isSilent ? ' There was no output.' : ''}`, failed: end.code !== 0 }
    }
    case 'killed':
      return { text: `It was ended by ${end.signal}.`, failed: true }
    case 'not_started':
      return { text: `It could not be started (${end.code}).`, failed: true }
    case 'late':
      return { text: `It was ended after ${seconds} seconds.`, failed: true }
    case 'flood':
      return { text: 'It was ended because it produced too much output.', failed: true }
    case 'aborted':
      return { text: 'It was cancelled.', failed: true }
  }
}
