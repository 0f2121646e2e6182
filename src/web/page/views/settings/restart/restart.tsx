import type { Api } from '../../../api.ts'
import { useWords } from '../../../words/language.ts'
import { restartWords } from '../../../words/settings/restart-words.ts'
import { RestartButton } from './restart-button.tsx'

/** The daemon begun anew, for what only holds then. */
export function Restart({ api }: { api: Pick<Api, 'get' | 'post'> }) {
  const words = useWords(restartWords)
  return (
    <section aria-labelledby="restart-title">
      <h2 id="restart-title">{words.title}</h2>
      <p class="muted">{words.about}</p>
      <div class="row-acts">
        <RestartButton api={api} />
      </div>
    </section>
  )
}
