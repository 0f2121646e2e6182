import { useWords } from '../../../words/language.ts'
import { exportWords } from '../../../words/settings/import-words.ts'
import { sectionWords } from '../../../words/settings/section-words.ts'
import { dismissStep } from '../../chats/first-run/first-steps.ts'
import { ConfigForm } from '../config/config-form.tsx'
import { Import } from '../import/import.tsx'
import type { SectionProps, SettingsPanel } from './section.ts'

export const memorySection: SettingsPanel = {
  name: 'memory',
  ...sectionWords.memory,
  parts: ['import'],
  Body: MemorySettings,
}

function MemorySettings({ api, wanted }: SectionProps) {
  return (
    <>
      <Import api={api} isWanted={wanted === 'import'} done={() => dismissStep(localStorage, 'import')} />
      <Export />
      <ConfigForm api={api} section="memory" />
    </>
  )
}

/** Everything of the owner in one archive. A single chat is exported in its menu. */
function Export() {
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
