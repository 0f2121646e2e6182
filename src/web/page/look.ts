import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type InLanguages, type Language, languageOf, languages, localeOf } from '../../messages/languages.ts'

/** Theme and language of this browser. They are not personal, so they survive a sign-out. */
export interface Look {
  theme: ReadonlySignal<Theme | undefined>
  /** The chosen language. Undefined follows the browser. */
  language: ReadonlySignal<Language | undefined>
  /** The resulting locale. */
  locale: ReadonlySignal<string>
  /** Texts in the current language, for code outside components. */
  translate<Words>(words: InLanguages<Words>): Words
  /** Undefined follows the system. */
  setTheme(theme: Theme | undefined): void
  setLanguage(language: Language | undefined): void
}

export const themes = ['light', 'dark'] as const

export type Theme = (typeof themes)[number]

export interface LookDeps {
  storage: {
    getItem: (name: string) => string | null
    setItem: (name: string, value: string) => void
    removeItem: (name: string) => void
  }
  /** The document element. Its theme is set before the first paint (theme.ts). */
  root: { lang: string; dataset: Record<string, string | undefined> }
  /** The browser's languages, preferred first. */
  preferred: readonly string[]
}

const STORAGE_KEYS = { theme: 'skein.theme', language: 'skein.language' }

export function createLook({ storage, root, preferred }: LookDeps): Look {
  const theme = signal(themes.find((choice) => choice === storage.getItem(STORAGE_KEYS.theme)))
  const language = signal(languages.find((choice) => choice === storage.getItem(STORAGE_KEYS.language)))
  const locale = computed(() => localeOf(languageOf(language.value ?? null, preferred), preferred))
  const store = (key: string, chosen: string | undefined) => {
    if (chosen === undefined) storage.removeItem(key)
    else storage.setItem(key, chosen)
  }
  const setDocumentLanguage = () => {
    root.lang = languageOf(locale.value, [])
  }
  setDocumentLanguage()
  return {
    theme,
    language,
    locale,
    translate: (words) => words[languageOf(locale.value, [])],
    setTheme(chosen) {
      theme.value = chosen
      store(STORAGE_KEYS.theme, chosen)
      if (chosen) root.dataset.theme = chosen
      else delete root.dataset.theme
    },
    setLanguage(chosen) {
      language.value = chosen
      store(STORAGE_KEYS.language, chosen)
      setDocumentLanguage()
    },
  }
}

/** Everything else in the storage is personal. */
export function forgetAllButLook(storage: {
  readonly length: number
  key: (at: number) => string | null
  removeItem: (name: string) => void
}): void {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
  for (const name of names) if (!Object.values(STORAGE_KEYS).includes(name)) storage.removeItem(name)
}
