import { sectionWords } from '../../../words/settings/section-words.ts'
import { ConfigForm } from '../config/config-form.tsx'
import { ConnectionStep, SetupNote, useSetup } from '../setup/setup.tsx'
import type { SectionProps, SettingsPanel } from './section.ts'

export const modelsSection: SettingsPanel = {
  name: 'models',
  ...sectionWords.models,
  parts: ['claude', 'provider'],
  Body: Models,
}

function Models({ api, wanted }: SectionProps) {
  const setup = useSetup(api)
  return (
    <>
      <SetupNote setup={setup} />
      <ConnectionStep step="brain" {...{ setup, api, wanted }} />
      <ConfigForm api={api} section="models" />
    </>
  )
}
