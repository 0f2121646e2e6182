import { sectionWords } from '../../../words/settings/section-words.ts'
import { AnotherDevice } from '../access/another-device.tsx'
import { ConfigForm } from '../config/config-form.tsx'
import { PeopleList } from '../people.tsx'
import { SignInList } from '../sign-ins.tsx'
import type { SectionProps, SettingsPanel } from './section.ts'

export const peopleSection: SettingsPanel = { name: 'people', ...sectionWords.people, Body: PeopleAndDevices }

function PeopleAndDevices({ api }: SectionProps) {
  return (
    <>
      <PeopleList api={api} />
      <AnotherDevice api={api} />
      <SignInList api={api} />
      <ConfigForm api={api} section="people" />
    </>
  )
}
