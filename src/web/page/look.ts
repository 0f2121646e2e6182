import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type InLanguages, type Language, languageOf, languages, localeOf } from '../../messages/languages.ts'

/** How the page looks and what it speaks in this browser. It outlives a sign-out: it says nothing about anybody. */
export interface Look {
  theme: ReadonlySignal<Theme | undefined>
  /** What was chosen; undefined follows the browser. */
  language: ReadonlySignal<Language | undefined>
  /** What that comes to. */
  locale: ReadonlySignal<string>
  /** The words of a part in it, for what is no component. */
  speak<Words>(words: InLanguages<Words>): Words
  /** Undefined follows the system. */
  setTheme(theme: Theme | undefined): void
  setLanguage(language: Language | undefined): void
}

export const themes = ['light', 'dark'] as const

export type Theme = (typeof themes)[number]

export interface LookDeps {
  /** The browser's localStorage. */
  storage: {
    getItem: (name: string) => string | null
    setItem: (name: string, value: string) => void
    removeItem: (name: string) => void
  }
  /** The element of the document. Its theme is set before anything is drawn (theme.ts). */
  root: { lang: string; dataset: Record<string, string | undefined> }
  /** What the browser's people read, best first. */
  preferred: readonly string[]
}

const kept = { theme: 'skein.theme', language: 'skein.language' }

export function createLook({ storage, root, preferred }: LookDeps): Look {
  const theme = signal(themes.find((one) => one === storage.getItem(kept.theme)))
  const language = signal(languages.find((one) => one === storage.getItem(kept.language)))
  const locale = computed(() => localeOf(languageOf(language.value ?? null, preferred), preferred))
  const keep = (place: string, chosen: string | undefined) => {
    if (chosen === undefined) storage.removeItem(place)
    else storage.setItem(place, chosen)
  }
  const tellLanguage = () => {
    root.lang = languageOf(locale.value, [])
  }
  tellLanguage()
  return {
    theme,
    language,
    locale,
    speak: (words) => words[languageOf(locale.value, [])],
    setTheme(chosen) {
      theme.value = chosen
      keep(kept.theme, chosen)
      if (chosen) root.dataset.theme = chosen
      else delete root.dataset.theme
    },
    setLanguage(chosen) {
      language.value = chosen
      keep(kept.language, chosen)
      tellLanguage()
    },
  }
}

/** Everything else in the browser's storage is somebody's. */
export function forgetAllButLook(storage: {
  readonly length: number
  key: (at: number) => string | null
  removeItem: (name: string) => void
}): void {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
  for (const name of names) if (!Object.values(kept).includes(name)) storage.removeItem(name)
}
