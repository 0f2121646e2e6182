import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type InLanguages, languageOf } from './languages.ts'

export { type InLanguages, inLanguages } from './languages.ts'

/** What is spoken here, as dates and numbers need it: "en-GB" is English too. */
export const PageLocale = createContext('en')

export function useLocale(): string {
  return useContext(PageLocale)
}

export function useWords<Words>(words: InLanguages<Words>): Words {
  return words[languageOf(useLocale(), [])]
}
