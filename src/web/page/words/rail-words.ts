import { inLanguages } from '../../../messages/languages.ts'

export const railWords = inLanguages({
  en: { views: 'Views', withNew: (title: string, count: number) => `${title}, ${count} new` },
  de: { views: 'Ansichten', withNew: (title, count) => `${title}, ${count} neu` },
})
