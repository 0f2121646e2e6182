import type { lineWords } from '../../../words/chats/line-words.ts'

type DayWords = Pick<(typeof lineWords)['en'], 'today' | 'yesterday'>

/** The name of a day between two lines. */
export function dayOf(at: number, now: number, words: DayWords, locale: string): string {
  const day = new Date(at)
  const age = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000)
  if (age === 0) return words.today
  if (age === 1) return words.yesterday
  const isThisYear = day.getFullYear() === new Date(now).getFullYear()
  return day.toLocaleDateString(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

export function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0)
}
