import { inLanguages } from '../../../../messages/languages.ts'

export const allowedWords = inLanguages({
  en: {
    title: 'Allowed without a question',
    always: 'With "always"',
    noneAlways: 'Nobody has answered a question with "always".',
    byConfig: 'By the configuration',
    onlyFile: (key: string) => `[${key}]; changed under Configuration, below.`,
    role: (role: string) => `${role}: `,
    nothing: 'nothing',
    takeBack: 'Take back',
  },
  de: {
    title: 'Ohne Frage erlaubt',
    always: 'Mit „immer“',
    noneAlways: 'Noch niemand hat eine Frage mit „immer“ beantwortet.',
    byConfig: 'Durch die Konfiguration',
    onlyFile: (key) => `[${key}]; unten, unter Konfiguration, zu ändern.`,
    role: (role) => `${role}: `,
    nothing: 'nichts',
    takeBack: 'Zurücknehmen',
  },
})
