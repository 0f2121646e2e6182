import { sectionWords } from '../../../words/settings/section-words.ts'
import { ConfigForm } from '../config/config-form.tsx'
import { ChannelStep, HelloStep, SetupNote, useSetup } from '../setup/setup.tsx'
import type { SectionProps, SettingsPanel } from './section.ts'

export const channelsSection: SettingsPanel = {
  name: 'channels',
  ...sectionWords.channels,
  parts: ['telegram', 'talk', 'email'],
  Body: Channels,
}

function Channels({ api, wanted }: SectionProps) {
  const setup = useSetup(api)
  return (
    <>
      <SetupNote setup={setup} />
      <ChannelStep {...{ setup, api, wanted }} />
      <HelloStep {...{ setup, api }} />
      <ConfigForm api={api} section="channels" />
    </>
  )
}
