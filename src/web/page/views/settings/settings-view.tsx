import type { Notifying } from '../../notifying.ts'
import { useWords } from '../../words/language.ts'
import { allowedWords } from '../../words/settings/allowed-words.ts'
import { notifyWords } from '../../words/settings/notify-words.ts'
import { viewTitles } from '../../words/view-titles.ts'
import { dismiss } from '../chats/first-run/first-steps.ts'
import type { View, ViewProps } from '../view.ts'
import { ViewPage } from '../view-page.tsx'
import { Allowed } from './allowed.tsx'
import { ConfigForm } from './config/config-form.tsx'
import { Connections } from './connect/connections.tsx'
import { Import } from './import/import.tsx'
import { Look } from './look.tsx'
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

/** Whether the browser tells of what happens here; asked for by a press and by nothing else. */
function Notifications({ notifying }: { notifying: Notifying }) {
  const words = useWords(notifyWords)
  const state = notifying.state.value
  return (
    <section aria-labelledby="notifications-title">
      <h2 id="notifications-title">{words.title}</h2>
      <p class="muted">{words.about}</p>
      <div class="notify">
        <span role="status">{words.states[state]}</span>
        {state === 'off' && (
          <button type="button" class="small" onClick={() => void notifying.turnOn(words.first)}>
            {words.turnOn}
          </button>
        )}
        {state === 'on' && (
          <button type="button" class="quiet" onClick={notifying.turnOff}>
            {words.turnOff}
          </button>
        )}
      </div>
    </section>
  )
}
