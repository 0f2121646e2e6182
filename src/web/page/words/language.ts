import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type InLanguages, languageOf } from '../../../messages/languages.ts'
import { type AnyText, textIn } from '../../../messages/localized.ts'

/** The locale of the page, such as "en-GB". */
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
