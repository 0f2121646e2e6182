import { languages } from '../../../../messages/languages.ts'
import { type Look as LookOfPage, themes } from '../../look.ts'
import { useWords } from '../../words/language.ts'
import { languageNames, lookWords } from '../../words/settings/look-words.ts'

/** The theme and the language of the page in this browser; a change is seen at once. */
export function Look({ look }: { look: LookOfPage }) {
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
  /** What it is called to choose nothing. */
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
