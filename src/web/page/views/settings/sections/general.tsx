import { languages } from '../../../../../messages/languages.ts'
import { type Look as LookOfPage, themes } from '../../../look.ts'
import { useWords } from '../../../words/language.ts'
import { sectionWords } from '../../../words/settings/section-words.ts'
import { languageNames, lookWords } from '../../../words/settings/settings-words.ts'
import { Assistant } from '../assistant.tsx'
import { AnswerStepView, OpenSteps, SetupNote, useSetup } from '../setup/setup.tsx'
import type { SectionProps, SettingsPanel } from './section.ts'

export const generalSection: SettingsPanel = {
  name: 'general',
  ...sectionWords.general,
  parts: ['name', 'timezone'],
  Body: General,
}

function General({ api, look, wanted }: SectionProps) {
  const setup = useSetup(api)
  return (
    <>
      <OpenSteps setup={setup} />
      <Assistant api={api} />
      <SetupNote setup={setup} />
      <AnswerStepView step="name" {...{ setup, api, wanted }} />
      <AnswerStepView step="timezone" {...{ setup, api, wanted }} />
      <LookSettings look={look} />
    </>
  )
}

/** Theme and language of the page in this browser. Changes apply at once. */
export function LookSettings({ look }: { look: LookOfPage }) {
  const words = useWords(lookWords)
  return (
    <>
      <h3>{words.title}</h3>
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
