import { viewTitles } from '../../words/common-words.ts'
import { useWords } from '../../words/language.ts'
import { sectionWords } from '../../words/settings/section-words.ts'
import { type PageView, ViewPage, type ViewProps } from '../view.tsx'
import { LookSettings } from './sections/general.tsx'
import { BrowserNotifications } from './sections/notifications.tsx'
import { settingsView } from './settings-view.tsx'
import { SignInList } from './sign-ins.tsx'

/** What people other than the owner may set: this browser, and where they are signed in. */
function OwnSettings({ api, look, notifications }: ViewProps) {
  return (
    <ViewPage name="settings" title={useWords(viewTitles.settings)}>
      <h2>{useWords(sectionWords.general.title)}</h2>
      <LookSettings look={look} />
      <BrowserNotifications notifications={notifications} />
      <SignInList api={api} />
    </ViewPage>
  )
}

export const ownSettingsView: PageView = { ...settingsView, Body: OwnSettings }
