/** The languages of the page and of what the daemon says to people. */
export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

/** The texts of one topic in every language. They stand beside each other so that none is forgotten. */
export type InLanguages<Words> = Record<Language, Words>

export function inLanguages<Words>(words: { en: Words; de: NoInfer<Words> }): InLanguages<Words> {
  return words
}

const names: Record<Language, string[]> = {
  en: ['en', 'english', 'englisch'],
  de: ['de', 'german', 'deutsch'],
}

/** The language that somebody means by its code or its name. */
export function languageNamed(words: string): Language | undefined {
  return languages.find((language) => names[language].includes(words.trim().toLowerCase()))
}

/** The language that was chosen, or the first of the preferred ones that we have. */
export function languageOf(chosen: string | null, preferred: readonly string[]): Language {
  const tags = [chosen ?? '', ...preferred].map((tag) => tag.toLowerCase().split('-')[0])
  return (
    languages.find((language) => language === tags.find((tag) => languages.some((supported) => supported === tag))) ??
    'en'
  )
}

/** The same language with the region the browser prefers ("de-AT"), for dates and numbers. */
export function localeOf(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language
}
