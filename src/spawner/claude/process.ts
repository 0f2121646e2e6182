import type { Exit } from '../../lib/child.ts'
import { type Containment, startTree } from '../../lib/process-tree.ts'
import { sleep } from '../../lib/time/timers.ts'
import { type Access, claudeEnv, guardLine } from './command-line.ts'
import type { ResultLine } from './output/output-line.ts'
import { costOf, createStream, type StreamEvent } from './output/stream.ts'
import type { TurnFolder } from './turn-folder.ts'

/** Output beyond these ends the process. The totals are counted anew for each turn. */
export interface Caps {
  lineBytes: number
  totalBytes: number
  stderrBytes: number
}

export const defaultCaps: Caps = { lineBytes: 1_000_000, totalBytes: 64_000_000, stderrBytes: 1_000_000 }

/** How long a process that is told to go may take before it is killed. */
export const stopGraceMs = 1_000

export interface ProcessSettings {
  command: string
  access: Access
  workDir: string
  caps: Caps
  containment: Containment
  /** The words for a sandbox: for a process with tools of its own, or that must not run as root. */
  sandbox?: string[]
  /** The script that runs the commands of a process with tools of its own; it asks before each tool. */
  shell?: string
}

/** Who is told what the process says, and that it says too much. */
export interface Listener {
  hear(event: StreamEvent): void
  flooded(): void
}

/** One CLI process: it serves one turn or many, one after another. What it says between them is read and dropped. */
export interface CliProcess {
  /** What it and its offspring are known by. */
  readonly mark: string
  /** Of the turn before; undefined for a process that has answered none yet. */
  lastResult(): ResultLine | undefined
  /** What its turns have cost so far. */
  spentUsd(): number
  /** The newest of its own lines that its transcript should hold. */
  lastRecorded(): string | undefined
  /** Complaints since the turn began. */
  stderr(): string
  /** Running, and nobody has told it to go. */
  usable(): boolean
  /** Begins a turn. */
  listen(listener: Listener): void
  say(line: string): void
  /** Tells it that no turn will follow; it finishes the one it has all the same. */
  sayNoMore(): void
  /** The turn is over: nobody listens until the next one. */
  leave(): void
  /** TERM, then KILL after `graceMs`. The first call decides how long that is. */
  end(graceMs: number): Promise<void>
  exited: Promise<Exit>
  /** Nothing of it is left, running or on disk, and all it said has been heard. */
  gone: Promise<void>
}

const stderrKept = 4_000

export function startProcess(settings: ProcessSettings, folder: TurnFolder, args: string[]): CliProcess {
  const { access, caps, command, workDir, sandbox, shell } = settings
  const env = {
    ...claudeEnv(access, folder.tmpDir),
    // Nothing of a command may go on behind the back of whoever allowed it.
    ...(shell ? { CLAUDE_CODE_SHELL_PREFIX: shell, CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' } : {}),
  }
  const tree = startTree({ file: command, args, env, cwd: workDir }, folder.mark, settings.containment, sandbox)
  const stream = createStream(caps.lineBytes)
  let listener: Listener | undefined
  let ending: Promise<void> | undefined
  let stdoutBytes = 0
  let stderrBytes = 0
  let stderr = ''
  let lastResult: ResultLine | undefined
  let lastRecorded: string | undefined
  let spentUsd = 0

  tree.stdout.on('data', (chunk: Buffer) => {
    stdoutBytes += chunk.length
    const events = stdoutBytes > caps.totalBytes ? undefined : stream.push(chunk)
    if (!events) return flood()
    for (const event of events) {
      // It would use its tools without asking: it must not get as far as that.
      if (event.kind === 'guarded' && !event.ok) void end(0)
      listener?.hear(event)
      if (event.kind === 'result') {
        spentUsd += costOf(event.result, lastResult?.total_cost_usd ?? 0)
        lastResult = event.result
      }
      if (event.kind === 'recorded') lastRecorded = event.uuid
    }
  })
  tree.stderr.on('data', (chunk: Buffer) => {
    stderrBytes += chunk.length
    if (stderr.length < stderrKept) stderr += chunk.toString('utf8')
    if (stderrBytes > caps.stderrBytes) flood()
  })

  function flood(): void {
    listener?.flooded()
    tree.release()
    void end(stopGraceMs)
  }

  function end(graceMs: number): Promise<void> {
    ending ??= tree.end(graceMs)
    return ending
  }

  async function clearAway(): Promise<void> {
    await tree.exited
    await end(0)
    // What is still in the pipe may be the result. Only a process that slipped out of the tree could keep it open.
    const drained = new AbortController()
    void tree.closed.then(() => drained.abort())
    await sleep(1_000, drained.signal)
    tree.release()
    // What cannot be removed now is removed at the next start; nobody waits for it.
    await folder.remove().catch(() => {})
  }

  if (shell) tree.stdin.write(guardLine())

  return {
    mark: folder.mark,
    lastResult: () => lastResult,
    lastRecorded: () => lastRecorded,
    spentUsd: () => spentUsd,
    stderr: () => stderr.trim(),
    usable: () => tree.alive() && ending === undefined,
    listen(next) {
      listener = next
      stdoutBytes = 0
      stderrBytes = 0
      stderr = ''
    },
    say: (line) => void tree.stdin.write(line),
    sayNoMore: () => void tree.stdin.end(),
    leave() {
      listener = undefined
    },
    end,
    exited: tree.exited,
    gone: clearAway(),
  }
}
