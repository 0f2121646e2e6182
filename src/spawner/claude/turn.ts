import type { Clock } from '../../lib/clock.ts'
import { type Containment, startTree } from '../../lib/process-tree.ts'
import { sleep } from '../../lib/sleep.ts'
import type { BrainEvent, Failure, Turn, Usage } from '../spawner.ts'
import { type Cut, failureOfEnding, failureOfResult, type Retrying } from './failure.ts'
import { type Access, claudeArgs, claudeEnv, userLine } from './invocation.ts'
import type { ResultLine } from './line.ts'
import { createPatience, type Timers } from './patience.ts'
import { createStream, type Heard } from './stream.ts'
import type { TurnFolder } from './turn-folder.ts'

/** Output beyond these ends the turn. */
export interface Caps {
  lineBytes: number
  totalBytes: number
  stderrBytes: number
}

export const defaultCaps: Caps = { lineBytes: 1_000_000, totalBytes: 64_000_000, stderrBytes: 1_000_000 }

interface TurnSettings {
  command: string
  access: Access
  workDir: string
  timers: Timers
  caps: Caps
  containment: Containment
  clock: Clock
}

interface Job {
  turn: Turn
  folder: TurnFolder
  emit: (event: BrainEvent) => void
}

const stopGraceMs = 1_000
const hangGraceMs = 5_000
const stderrKept = 4_000

/** One process for one turn. Resolves when nothing of it is left; `stop` makes that soon. */
export async function runTurn(settings: TurnSettings, job: Job, stop: AbortSignal): Promise<void> {
  const { access, caps, clock } = settings
  const { turn, folder, emit } = job
  const startedAt = clock.mono()
  let firstTextMs: number | undefined
  let retrying: Retrying | undefined
  let cut: Cut | undefined
  let answered = false
  let ending: Promise<void> | undefined

  const tree = startTree(
    {
      file: settings.command,
      args: claudeArgs(access, folder.promptFile),
      env: claudeEnv(access, folder.tmpDir, process.env),
      cwd: settings.workDir,
    },
    folder.mark,
    settings.containment,
  )
  const patience = createPatience(settings.timers, cutShort)
  const onStop = () => void end(stopGraceMs)
  stop.addEventListener('abort', onStop, { once: true })
  if (stop.aborted) onStop()

  const stream = createStream(caps.lineBytes)
  let stdoutBytes = 0
  tree.stdout.on('data', (chunk: Buffer) => {
    stdoutBytes += chunk.length
    const events = stdoutBytes > caps.totalBytes ? undefined : stream.push(chunk)
    if (events) for (const event of events) hear(event)
    else cutShort('flood')
  })
  let stderrBytes = 0
  let stderr = ''
  tree.stderr.on('data', (chunk: Buffer) => {
    stderrBytes += chunk.length
    if (stderr.length < stderrKept) stderr += chunk.toString('utf8')
    if (stderrBytes > caps.stderrBytes) cutShort('flood')
  })
  // The end of input tells the CLI that this turn is the only one; it finishes it all the same.
  tree.stdin.end(userLine(turn.text))

  const exit = await tree.exited
  await end(0)
  patience.stop()
  stop.removeEventListener('abort', onStop)
  // What is still in the pipe may be the result. Only a process that slipped out of the tree could keep it open.
  const drained = new AbortController()
  void tree.closed.then(() => drained.abort())
  await sleep(1_000, drained.signal)
  tree.release()
  if (!answered) finish(failureOfEnding({ cut, exit, stderr: stderr.trim(), retrying }))

  function end(graceMs: number): Promise<void> {
    ending ??= tree.end(graceMs)
    return ending
  }

  function cutShort(why: Cut): void {
    cut ??= why
    if (why === 'flood') tree.release()
    void end(why === 'flood' ? stopGraceMs : hangGraceMs)
  }

  function hear(event: Heard): void {
    if (answered) return
    patience.heard()
    switch (event.kind) {
      case 'draft':
        if (event.alive) atWork('model')
        firstTextMs ??= Math.round(clock.mono() - startedAt)
        return emit({ kind: 'text', text: event.text })
      case 'tool':
        atWork('tool')
        return emit({ kind: 'tool', line: event.name })
      case 'thinking':
      case 'resumed':
        return atWork('model')
      case 'retrying':
        retrying = event
        return
      case 'result': {
        const usage = usageOf(event.result, firstTextMs)
        patience.answered()
        if (usage) emit({ kind: 'usage', usage })
        return finish(failureOfResult(event.result, retrying), event.result.result)
      }
    }
  }

  function atWork(who: 'model' | 'tool'): void {
    // Whatever the CLI was trying against, it got through.
    retrying = undefined
    patience.alive(who)
  }

  function finish(failure: Failure | undefined, text = ''): void {
    answered = true
    emit(failure ? { kind: 'failed', failure } : { kind: 'done', text })
  }
}

// The totals of a result cover its whole session; ours have one turn each, so they are this turn's.
function usageOf(result: ResultLine, firstTextMs: number | undefined): Usage | undefined {
  const [costliest] = Object.entries(result.modelUsage).sort(([, a], [, b]) => b.costUSD - a.costUSD)
  if (!costliest) return undefined
  return {
    model: costliest[0],
    inputTokens: result.usage.input_tokens,
    outputTokens: result.usage.output_tokens,
    cacheReadTokens: result.usage.cache_read_input_tokens,
    cacheWriteTokens: result.usage.cache_creation_input_tokens,
    costUsd: result.total_cost_usd,
    firstTextMs,
  }
}
