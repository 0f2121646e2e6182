import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type InLanguages, languageOf } from '../../../messages/languages.ts'
import { type AnyText, textIn } from '../../../messages/localized.ts'

export { type InLanguages, inLanguages } from '../../../messages/languages.ts'

/** What is spoken here, as dates and numbers need it: "en-GB" is English too. */
export const PageLocale = createContext('en')

export function useLocale(): string {
  return useContext(PageLocale)
}

export function useWords<Words>(words: InLanguages<Words>): Words {
  return words[languageOf(useLocale(), [])]
}

/** Shows a text of the daemon in the language of the page. */
export function useText(): (text: AnyText) => string {
  const language = languageOf(useLocale(), [])
  return (text) => textIn(text, language)
}
