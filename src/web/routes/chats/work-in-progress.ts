import type { WebChannel, WebEvent } from '../../../channels/web/web.ts'
import type { Progress } from '../../../domain/task.ts'

/** The tasks in progress with their state and draft, for a page that is opened while they run. */
export interface WorkInProgress {
  progress(): Progress[]
  close(): void
}

export function followWork(channel: Pick<WebChannel, 'subscribe'>): WorkInProgress {
  const tasks = new Map<number, { state: Progress; draft: Progress | undefined }>()

  function handleEvent(event: WebEvent): void {
    if (event.kind !== 'progress') return
    const { progress } = event
    const entry = tasks.get(progress.task)
    if (progress.kind === 'draft' && entry) entry.draft = progress
    if (progress.kind !== 'state') return
    const isRunning = progress.state === 'running' || progress.state === 'waiting'
    if (isRunning) tasks.set(progress.task, { state: progress, draft: entry?.draft })
    else tasks.delete(progress.task)
  }

  return {
    progress: () => [...tasks.values()].flatMap(({ state, draft }) => (draft ? [state, draft] : [state])),
    close: channel.subscribe(handleEvent),
  }
}
