import type { Exit } from '../../../src/lib/child.ts'
import type { StreamEvent } from '../../../src/spawner/claude/output/stream.ts'
import type { CliProcess, ProcessListener } from '../../../src/spawner/claude/process.ts'

export interface Puppet extends CliProcess {
  /** Makes it say something to whoever listens. */
  speak(...events: StreamEvent[]): void
  /** It has ended, and nothing of it is left. */
  die(exit?: Exit): void
}

/** A process that does nothing by itself. Told to end it can no longer be used, and dies when the test says so. */
export function aPuppet(mark: string): Puppet {
  let listener: ProcessListener | undefined
  let ended = false
  let die: (exit: Exit) => void = () => {}
  const exited = new Promise<Exit>((resolve) => {
    die = resolve
  })
  return {
    mark,
    lastResult: () => undefined,
    lastRecordedId: () => undefined,
    spentUsd: () => 0,
    stderr: () => '',
    isUsable: () => !ended,
    listen(next) {
      listener = next
    },
    writeLine() {},
    closeInput() {},
    stopListening() {
      listener = undefined
    },
    async end() {
      ended = true
    },
    exited,
    cleanup: exited.then(() => {}),
    speak(...events) {
      for (const event of events) listener?.onEvent(event)
    },
    die: (exit = { status: 'killed', signal: 'SIGKILL' }) => die(exit),
  }
}
