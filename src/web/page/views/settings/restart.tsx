import { useSignal } from '@preact/signals'
import type { Api } from '../../api.ts'
import type { Health } from '../../wire/health-wire.ts'
import { useWords } from '../../words/language.ts'
import { restartWords } from '../../words/settings/settings-words.ts'
import { AskFirst } from '../buttons.tsx'

/** The section that restarts the daemon. */
export function Restart({ api }: { api: Pick<Api, 'get' | 'post'> }) {
  const words = useWords(restartWords)
  return (
    <section aria-labelledby="restart-title">
      <h3 id="restart-title">{words.title}</h3>
      <p class="muted">{words.about}</p>
      <div class="row-acts">
        <RestartButton api={api} />
      </div>
    </section>
  )
}

/** Restarts the daemon, then reloads the page. */
export function RestartButton({ api }: { api: Pick<Api, 'get' | 'post'> }) {
  const words = useWords(restartWords)
  const isUnderWay = useSignal(false)
  const problem = useSignal<string | undefined>(undefined)

  async function begin(): Promise<void> {
    isUnderWay.value = true
    problem.value = undefined
    const outcome = await restart({ api, wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) })
    // All data is from the old daemon.
    if (outcome.outcome === 'back') return location.reload()
    isUnderWay.value = false
    problem.value = outcome.outcome === 'refused' ? outcome.why : words.away
  }

  return (
    <>
      {isUnderWay.value ? (
        <p role="status">{words.underWay}</p>
      ) : (
        <AskFirst label={words.restart} sure={words.restartNow} press={() => void begin()} />
      )}
      {problem.value !== undefined && (
        <p class="bad" role="alert">
          {problem.value}
        </p>
      )}
    </>
  )
}

interface RestartingDeps {
  api: Pick<Api, 'get' | 'post'>
  wait: (ms: number) => Promise<void>
}

/** `back` means that a new daemon answers. */
type Restarted = { outcome: 'back' | 'away' } | { outcome: 'refused'; why: string }

const LOOK_MS = 500
/** Running answers get time to finish. */
const PATIENCE_MS = 90_000

/** Requests a restart and waits until the new daemon answers. */
async function restart({ api, wait }: RestartingDeps): Promise<Restarted> {
  const before = await startedAt(api)
  const request = await api.post<object>('/api/restart', {})
  if (request.status === 'refused' || request.status === 'signed-out') return { outcome: 'refused', why: request.error }
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
