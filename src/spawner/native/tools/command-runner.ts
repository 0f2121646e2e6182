import { randomUUID } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Exit } from '../../../lib/child.ts'
import { handOver } from '../../../lib/folders.ts'
import { startTree, type Tree } from '../../../lib/process-tree.ts'
import { quoteForShell, stepDownArgs } from '../../../lib/sandbox.ts'
import { systemCallFilter } from '../../../lib/system-call-filter.ts'
import { sleep } from '../../../lib/time/timers.ts'
import {
  accountOf,
  type CommandBounds,
  commandEnv,
  commandView,
  commandWords,
  firstToGo,
  whyNot,
} from '../../command-sandbox.ts'
import { createEnds } from './ends.ts'

export interface CommandSettings extends CommandBounds {
  seconds: number
}

/** Why a command was ended before its time. */
type CommandCut = 'late' | 'flood' | 'aborted'

export interface CommandOutcome {
  end: Exit | { status: CommandCut }
  stdout: string
  stderr: string
}

export interface CommandRunner {
  /** Resolves when nothing that the command started is left running. */
  run(command: string, workspace: string, signal: AbortSignal): Promise<CommandOutcome>
}

/** Of each stream, at each end. */
const KEPT_BYTES = 30_000
/** Nobody reads more; going on only costs the machine. */
const MOST_BYTES = 64 * 1024 * 1024

/** Only running it shows whether a sandbox works here. */
export async function findCommandRunner(
  settings: CommandSettings,
  signal: AbortSignal,
  bwrap = 'bwrap',
): Promise<CommandRunner | { missing: string }> {
  const filter = systemCallFilter(process.arch)
  if (!filter) return { missing: `the calls of this processor (${process.arch}) are not known` }
  const runner = createCommandRunner(settings, filter, bwrap)
  const workspace = await mkdtemp(join(await realpath(tmpdir()), 'skein-try-'))
  try {
    const { end, ...said } = await runner.run('true', workspace, signal)
    if (end.status === 'exited' && end.code === 0) return runner
    // What a shell says of a program that is not there.
    const isAbsent = end.status === 'exited' && end.code === 127
    return {
      missing: whyNot(isAbsent ? { status: 'not_started', code: 'ENOENT', ...said } : { status: 'aborted', ...said }),
    }
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

function createCommandRunner({ seconds, ...bounds }: CommandSettings, filter: Buffer, bwrap: string): CommandRunner {
  const account = accountOf(process.getuid?.())

  function start(command: string, workspace: string): Tree {
    const view = commandView(workspace, bounds)
    const words = [
      ...(account ? stepDownArgs(view, account) : []),
      ...commandWords(view, bounds, ['--chdir', workspace]),
    ]
    // The filter comes on stdin, where the command finds nothing.
    const script = `${firstToGo}; exec ${quoteForShell(bwrap)} ${words.map(quoteForShell).join(' ')} "$1" 9<&0 </dev/null`
    const mark = `command.${randomUUID()}`
    const env = commandEnv(workspace, mark)
    const tree = startTree({ file: '/bin/sh', args: ['-c', script, 'sh', command], env, cwd: '/' }, mark, 'marker')
    tree.stdin.end(filter)
    return tree
  }

  return {
    async run(command, workspace, signal) {
      if (signal.aborted) return { end: { status: 'aborted' }, stdout: '', stderr: '' }
      handOver(workspace, account)
      const [stdout, stderr] = [createEnds(KEPT_BYTES), createEnds(KEPT_BYTES)]
      let cut: CommandCut | undefined
      const tree = start(command, workspace)
      const cutShort = (why: CommandCut) => {
        cut ??= why
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
          if (ends.bytes() > MOST_BYTES) cutShort('flood')
        })
      }
      const exit = await tree.exited
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      await tree.end(0)
      // Only what slipped out of the tree could keep the pipes open.
      const drained = new AbortController()
      void tree.closed.then(() => drained.abort())
      await sleep(1000, drained.signal)
      tree.release()
      return { end: cut ? { status: cut } : exit, stdout: stdout.text(), stderr: stderr.text() }
    },
  }
}
