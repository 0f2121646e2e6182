import type { Api } from '../../../api.ts'
import type { Health } from '../../../wire/health-wire.ts'

export interface RestartingDeps {
  api: Pick<Api, 'get' | 'post'>
  wait: (ms: number) => Promise<void>
}

/** `back`: another life of the daemon answers by now. */
export type Restarted = { outcome: 'back' | 'away' } | { outcome: 'refused'; why: string }

const LOOK_MS = 500
/** What is being answered is given its time to end. */
const PATIENCE_MS = 90_000

/** Asks for a restart and waits until the daemon that answers is another one. */
export async function restart({ api, wait }: RestartingDeps): Promise<Restarted> {
  const before = await startedAt(api)
  const asked = await api.post<object>('/api/restart', {})
  if (asked.status === 'refused' || asked.status === 'signed-out') return { outcome: 'refused', why: asked.error }
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    await wait(LOOK_MS)
    const now = await startedAt(api)
    if (now !== undefined && now !== before) return { outcome: 'back' }
  }
  return { outcome: 'away' }
}

async function startedAt(api: Pick<Api, 'get'>): Promise<number | undefined> {
  const answer = await api.get<Health>('/api/health')
  return answer.status === 'ok' ? answer.value.overview.startedAt : undefined
}
