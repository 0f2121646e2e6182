import { sectionWords } from '../../../words/settings/section-words.ts'
import { ConfigForm } from '../config/config-form.tsx'
import { AnswerStepView, SetupNote, useSetup } from '../setup/setup.tsx'
import type { SectionProps, SettingsPanel } from './section.ts'

export const scheduleSection: SettingsPanel = {
  name: 'schedule',
  ...sectionWords.schedule,
  parts: ['briefing'],
  Body: ScheduleSettings,
}

function ScheduleSettings({ api, wanted }: SectionProps) {
  const setup = useSetup(api)
  return (
    <>
      <SetupNote setup={setup} />
      <AnswerStepView step="briefing" {...{ setup, api, wanted }} />
      <ConfigForm api={api} section="schedule" />
    </>
  )
}
