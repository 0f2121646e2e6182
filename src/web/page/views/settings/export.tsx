import { useWords } from '../../words/language.ts'
import { exportWords } from '../../words/settings/import-words.ts'

/** Everything of the owner in one archive. A single chat is exported in its menu. */
export function Export() {
  const words = useWords(exportWords)
  return (
    <section aria-labelledby="export-title">
      <h3 id="export-title">{words.title}</h3>
      <p class="muted">{words.about}</p>
      <p>
        <a class="cure-link" href="/api/export" download>
          {words.all}
        </a>
      </p>
    </section>
  )
}
