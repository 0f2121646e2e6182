/** What the page can be read in. What the daemon says in sentences of its own is English. */
export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

/** The words of one part of the page, in every language: they stand beside each other so that none is forgotten. */
export type InLanguages<Words> = Record<Language, Words>

export function inLanguages<Words>(words: { en: Words; de: NoInfer<Words> }): InLanguages<Words> {
  return words
}

/** The one that was chosen here, or the first of the browser's that there is. */
export function languageOf(chosen: string | null, preferred: readonly string[]): Language {
  const known = [chosen ?? '', ...preferred].map((tag) => tag.toLowerCase().split('-')[0])
  return languages.find((language) => language === known.find((tag) => languages.some((one) => one === tag))) ?? 'en'
}

/** The same as the browser's people write it ("de-AT"), for dates and numbers. */
export function localeOf(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language
}
