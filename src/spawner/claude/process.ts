import type { Exit } from '../../lib/child.ts'
import { type Containment, startTree } from '../../lib/process-tree.ts'
import { sleep } from '../../lib/time/timers.ts'
import { type ClaudeAccess, claudeEnv, guardLine } from './command-line.ts'
import { delegateSwitches } from './delegates.ts'
import type { ResultLine } from './output/output-line.ts'
import { createStream, type StreamEvent } from './output/stream.ts'
import { costOf } from './output/turn-usage.ts'
import type { TurnFolder } from './turn-folder.ts'

/** A process with more output than this is ended. The totals are counted per turn. */
export interface OutputLimits {
  lineBytes: number
  totalBytes: number
  stderrBytes: number
}

export const defaultOutputLimits: OutputLimits = {
  lineBytes: 1_000_000,
  totalBytes: 64_000_000,
  stderrBytes: 1_000_000,
}

/** How long a process may take to end before it is killed. */
export const stopGraceMs = 1_000

export interface ProcessSettings {
  command: string
  access: ClaudeAccess
  workDir: string
  outputLimits: OutputLimits
  containment: Containment
  /** The arguments of a sandbox, for a process that has tools of its own or must not run as root. */
  sandbox?: string[]
  /** The script that runs the commands of a process with its own tools. Such a process must ask before each tool. */
  shell?: string
  /** Whether it reports each tool to us, although it has none of its own. */
  isGuarded?: boolean
  /** Whether its model may have subagents. Then it must ask before each tool as well. */
  hasDelegates?: boolean
}

/** Receives the events of the process, and is told if there is too much output. */
export interface ProcessListener {
  onEvent(event: StreamEvent): void
  onFlood(): void
}

/** One CLI process, which serves one or more turns in sequence. Output between turns is ignored. */
export interface CliProcess {
  /** Identifies the process and its descendants. */
  readonly mark: string
  /** The result of the previous turn; undefined if there was none. */
  lastResult(): ResultLine | undefined
  /** The cost of all its turns so far. */
  spentUsd(): number
  /** The id of the newest line that its transcript should contain. */
  lastRecordedId(): string | undefined
  /** The error output since the turn began. */
  stderr(): string
  /** It is running and was not told to end. */
  isUsable(): boolean
  /** Begins a turn. */
  listen(listener: ProcessListener): void
  writeLine(line: string): void
  /** Tells it that no other turn follows; it still finishes the present one. */
  closeInput(): void
  /** Ends a turn: nobody listens until the next one. */
  stopListening(): void
  /** TERM, then KILL after `graceMs`. The first call sets that time. */
  end(graceMs: number): Promise<void>
  exited: Promise<Exit>
  /** Resolves when it has ended completely, its files are removed, and all its output was handled. */
  cleanup: Promise<void>
}

const MAX_STDERR_CHARS = 4_000
const MAX_DRAIN_MS = 1_000

export function startProcess(settings: ProcessSettings, folder: TurnFolder, args: string[]): CliProcess {
  const { access, outputLimits, command, workDir, sandbox, shell } = settings
  const env = {
    ...claudeEnv(access, folder.tmpDir),
    // A command may not continue in the background after the turn that allowed it.
    ...(shell ? { CLAUDE_CODE_SHELL_PREFIX: shell, CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' } : {}),
    ...(settings.hasDelegates ? delegateSwitches : {}),
  }
  const tree = startTree({ file: command, args, env, cwd: workDir }, folder.mark, settings.containment, sandbox)
  const stream = createStream(outputLimits.lineBytes)
  let listener: ProcessListener | undefined
  let ending: Promise<void> | undefined
  let stdoutBytes = 0
  let stderrBytes = 0
  let stderr = ''
  let lastResult: ResultLine | undefined
  let lastRecordedId: string | undefined
  let spentUsd = 0

  tree.stdout.on('data', (chunk: Buffer) => {
    stdoutBytes += chunk.length
    const events = stdoutBytes > outputLimits.totalBytes ? undefined : stream.push(chunk)
    if (!events) return flood()
    for (const event of events) {
      // It would use its tools without asking, so it must not continue.
      if (event.kind === 'guarded' && !event.ok && (shell || settings.hasDelegates)) void end(0)
      listener?.onEvent(event)
      if (event.kind === 'result') {
        spentUsd += costOf(event.result, lastResult?.total_cost_usd ?? 0)
        lastResult = event.result
      }
      if (event.kind === 'recorded') lastRecordedId = event.uuid
    }
  })
  tree.stderr.on('data', (chunk: Buffer) => {
    stderrBytes += chunk.length
    if (stderr.length < MAX_STDERR_CHARS) stderr += chunk.toString('utf8')
    if (stderrBytes > outputLimits.stderrBytes) flood()
  })

  function flood(): void {
    listener?.onFlood()
    tree.release()
    void end(stopGraceMs)
  }

  function end(graceMs: number): Promise<void> {
    ending ??= tree.end(graceMs)
    return ending
  }

  async function cleanUp(): Promise<void> {
    await tree.exited
    await end(0)
    // The result may still be in the pipe. Only a process that escaped from the tree could keep it open.
    const drained = new AbortController()
    void tree.closed.then(() => drained.abort())
    await sleep(MAX_DRAIN_MS, drained.signal)
    tree.release()
    // Files that cannot be removed now are removed at the next start.
    await folder.remove().catch(() => {})
  }

  if (shell || settings.isGuarded || settings.hasDelegates) tree.stdin.write(guardLine())

  return {
    mark: folder.mark,
    lastResult: () => lastResult,
    lastRecordedId: () => lastRecordedId,
    spentUsd: () => spentUsd,
    stderr: () => stderr.trim(),
    isUsable: () => tree.alive() && ending === undefined,
    listen(next) {
      listener = next
      stdoutBytes = 0
      stderrBytes = 0
      stderr = ''
    },
    writeLine: (line) => void tree.stdin.write(line),
    closeInput: () => void tree.stdin.end(),
    stopListening() {
      listener = undefined
    },
    end,
    exited: tree.exited,
    cleanup: cleanUp(),
  }
}
