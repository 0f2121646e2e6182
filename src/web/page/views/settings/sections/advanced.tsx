import { sectionWords } from '../../../words/settings/section-words.ts'
import { AllowedSettings } from '../allowed.tsx'
import { ConfigForm } from '../config/config-form.tsx'
import { Restart } from '../restart.tsx'
import { ServiceStep, useSetup } from '../setup/setup.tsx'
import type { SectionProps, SettingsPanel } from './section.ts'

export const advancedSection: SettingsPanel = {
  name: 'advanced',
  ...sectionWords.advanced,
  parts: ['service'],
  Body: Advanced,
}

function Advanced({ api, wanted }: SectionProps) {
  const setup = useSetup(api)
  return (
    <>
      <Restart api={api} />
      <ServiceStep setup={setup} wanted={wanted} />
      <AllowedSettings api={api} />
      <ConfigForm api={api} section="advanced" />
    </>
  )
}
