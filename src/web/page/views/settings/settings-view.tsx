import { languages } from '../../../../messages/languages.ts'
import { type Look as LookOfPage, themes } from '../../look.ts'
import type { Notifications } from '../../notifications.ts'
import { viewTitles } from '../../words/common-words.ts'
import { useWords } from '../../words/language.ts'
import { allowedWords, languageNames, lookWords, notifyWords } from '../../words/settings/settings-words.ts'
import { dismissStep } from '../chats/first-run/first-steps.ts'
import { type PageView, ViewPage, type ViewProps } from '../view.tsx'
import { AllowedSettings } from './allowed.tsx'
import { ConfigForm } from './config/config-form.tsx'
import { Import } from './import/import.tsx'
import { PeopleList } from './people.tsx'
import { Restart } from './restart.tsx'
import { Setup } from './setup/setup.tsx'
import { SignInList } from './sign-ins.tsx'

/** All settings of the page and the daemon. */
function Settings({ api, router, look, notifications }: ViewProps) {
  const address = router.address.value
  const part = address && 'view' in address ? address.part : undefined
  return (
    <ViewPage name="settings" title={useWords(viewTitles.settings)}>
      <Setup api={api} wanted={part} />
      <Restart api={api} />
      <PeopleList api={api} />
      <SignInList api={api} />
      <h2>{useWords(allowedWords).title}</h2>
      <AllowedSettings api={api} />
      <LookSettings look={look} />
      <NotificationSettings notifications={notifications} />
      <Import api={api} isWanted={part === 'import'} done={() => dismissStep(localStorage, 'import')} />
      <ConfigForm api={api} />
    </ViewPage>
  )
}

export const settingsView: PageView = {
  name: 'settings',
  title: viewTitles.settings,
  icon: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.5v5M9 14.5v5',
  Body: Settings,
}

/** Turns browser notifications on and off. */
function NotificationSettings({ notifications }: { notifications: Notifications }) {
  const words = useWords(notifyWords)
  const state = notifications.state.value
  return (
    <section aria-labelledby="notifications-title">
      <h2 id="notifications-title">{words.title}</h2>
      <p class="muted">{words.about}</p>
      <div class="notify">
        <span role="status">{words.states[state]}</span>
        {state === 'off' && (
          <button type="button" class="small" onClick={() => void notifications.turnOn(words.first)}>
            {words.turnOn}
          </button>
        )}
        {state === 'on' && (
          <button type="button" class="quiet" onClick={notifications.turnOff}>
            {words.turnOff}
          </button>
        )}
      </div>
    </section>
  )
}

/** Theme and language of the page in this browser. Changes apply at once. */
function LookSettings({ look }: { look: LookOfPage }) {
  const words = useWords(lookWords)
  return (
    <>
      <h2>{words.title}</h2>
      <Choice
        name="theme"
        label={words.theme}
        first={words.themes.system}
        offers={themes.map((theme) => [theme, words.themes[theme]])}
        chosen={look.theme.value}
        choose={look.setTheme}
      />
      <Choice
        name="language"
        label={words.language}
        first={words.ofBrowser}
        offers={languages.map((language) => [language, languageNames[language]])}
        chosen={look.language.value}
        choose={look.setLanguage}
      />
      <p class="muted">{words.note}</p>
    </>
  )
}

interface ChoiceProps<T extends string> {
  name: string
  label: string
  /** The label for choosing nothing. */
  first: string
  offers: [T, string][]
  chosen: T | undefined
  choose(value: T | undefined): void
}

function Choice<T extends string>({ name, label, first, offers, chosen, choose }: ChoiceProps<T>) {
  const all: [T | undefined, string][] = [[undefined, first], ...offers]
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      {all.map(([value, called]) => (
        <label key={value ?? ''} lang={name === 'language' ? value : undefined}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => choose(value)} />
          {called}
        </label>
      ))}
    </fieldset>
  )
}
