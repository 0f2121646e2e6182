import { useWords } from '../../words/language.ts'
import { allowedWords } from '../../words/settings/allowed-words.ts'
import { viewTitles } from '../../words/view-titles.ts'
import { dismiss } from '../chats/first-run/first-steps.ts'
import type { View, ViewProps } from '../view.ts'
import { ViewPage } from '../view-page.tsx'
import { Allowed } from './allowed.tsx'
import { ConfigForm } from './config/config-form.tsx'
import { Connections } from './connect/connections.tsx'
import { Import } from './import/import.tsx'
import { Look } from './look.tsx'
import { Notifications } from './notifications.tsx'
import { PeopleList } from './people/people-list.tsx'
import { Restart } from './restart/restart.tsx'
import { SignInList } from './sign-ins/sign-in-list.tsx'

/** What holds here, and what of it can be changed by hand. */
function Settings({ api, router, look, notifying }: ViewProps) {
  const address = router.address.value
  const part = address && 'view' in address ? address.part : undefined
  return (
    <ViewPage name="settings" title={useWords(viewTitles.settings)}>
      <Connections api={api} wanted={part} />
      <Restart api={api} />
      <PeopleList api={api} />
      <SignInList api={api} />
      <h2>{useWords(allowedWords).title}</h2>
      <Allowed api={api} />
      <Look look={look} />
      <Notifications notifying={notifying} />
      <Import api={api} isWanted={part === 'import'} done={() => dismiss(localStorage, 'import')} />
      <ConfigForm api={api} />
    </ViewPage>
  )
}

export const settingsView: View = {
  name: 'settings',
  title: viewTitles.settings,
  icon: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.5v5M9 14.5v5',
  Body: Settings,
}
