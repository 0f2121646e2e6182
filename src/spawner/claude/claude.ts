import { mkdir } from 'node:fs/promises'
import type { Clock } from '../../lib/clock.ts'
import { type Containment, findContainment } from '../../lib/process-tree.ts'
import type { Brain, BrainEvent, Failure, Turn } from '../spawner.ts'
import { createEventQueue } from './event-queue.ts'
import type { Access } from './invocation.ts'
import { defaultTimers, type Timers } from './patience.ts'
import { type Caps, defaultCaps, runTurn } from './turn.ts'
import { openTurnFolder } from './turn-folder.ts'

export interface ClaudeOptions extends Access {
  /** A name on the PATH or a path. */
  command?: string
  /** Where the CLI is started: ours, and empty. */
  workDir: string
  /** Where each turn has its folder for as long as it runs. */
  runtimeDir: string
  timers?: Partial<Timers>
  caps?: Partial<Caps>
  /** Found out by trying when not given. */
  containment?: Containment
  clock: Clock
  log: Log
}

interface Log {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
}

/** Answers with the claude CLI, one process for each turn. */
export function createClaude(options: ClaudeOptions): Brain {
  const { clock, log } = options
  const settings = {
    command: options.command ?? 'claude',
    access: options,
    workDir: options.workDir,
    timers: { ...defaultTimers, ...options.timers },
    caps: { ...defaultCaps, ...options.caps },
    clock,
  }
  const running = new Map<AbortController, Promise<void>>()
  const closing = new AbortController()
  let found: Promise<Containment> | undefined

  function containment(): Promise<Containment> {
    found ??= options.containment
      ? Promise.resolve(options.containment)
      : findContainment(process.env.PATH ?? '', closing.signal)
    return found
  }

  async function work(turn: Turn, emit: (event: BrainEvent) => void, stop: AbortSignal): Promise<void> {
    for (const folder of [options.configDir, options.workDir, options.runtimeDir]) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    }
    const kept = await containment()
    const folder = await openTurnFolder(options.runtimeDir, turn.system)
    try {
      await runTurn({ ...settings, containment: kept }, { turn, folder, emit }, stop)
    } finally {
      await folder.remove()
    }
  }

  return {
    name: 'claude',
    // The CLI tries again by itself, for minutes, before it reports a failure.
    attempts: 2,

    async *run(turn, signal) {
      if (signal.aborted) return
      const startedAt = clock.mono()
      const events = createEventQueue()
      const stop = new AbortController()
      const onAbort = () => stop.abort()
      signal.addEventListener('abort', onAbort, { once: true })
      const emit = (event: BrainEvent) => {
        // A turn that was stopped says nothing more.
        if (signal.aborted) return
        if (event.kind !== 'failed') return events.push(event)
        const failure = scrub(event.failure, [options.apiKey, options.oauthToken])
        log.warn({ task: turn.task, class: failure.class, detail: failure.detail }, 'claude failed')
        events.push({ kind: 'failed', failure })
      }
      if (closing.signal.aborted) stop.abort()
      const finished = work(turn, emit, stop.signal).finally(() => events.end())
      // It is awaited below, but only once the reader has taken what came before.
      finished.catch(() => {})
      running.set(stop, finished)
      try {
        yield* events
        await finished
      } finally {
        // Also when the reader leaves in the middle: it must find nothing running afterwards.
        stop.abort()
        await finished.finally(() => running.delete(stop))
        signal.removeEventListener('abort', onAbort)
        log.info({ task: turn.task, ms: Math.round(clock.mono() - startedAt) }, 'claude ended')
      }
    },

    async close() {
      closing.abort()
      for (const stop of running.keys()) stop.abort()
      await Promise.allSettled(running.values())
    },
  }
}

const detailChars = 600

// What the CLI prints about a failure may quote its credential. Cut only afterwards: half a secret is not recognized.
function scrub(failure: Failure, secrets: (string | undefined)[]): Failure {
  let detail = failure.detail ?? ''
  for (const secret of secrets) if (secret) detail = detail.replaceAll(secret, '[secret]')
  return { ...failure, detail: detail.slice(0, detailChars) }
}
