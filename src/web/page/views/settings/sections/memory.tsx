import { sectionWords } from '../../../words/settings/section-words.ts'
import { dismissStep } from '../../chats/first-run/first-steps.ts'
import { ConfigForm } from '../config/config-form.tsx'
import { Export } from '../export.tsx'
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
