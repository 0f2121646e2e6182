/** Day and time, as people write them there. */
export function dateOf(ms: number, locale: string): string {
  return new Date(ms).toLocaleString(locale, { ...dayStyle(ms), ...clockStyle })
}

/** How a day is written: with its year, where it is another one than this. */
export function dayStyle(ms: number): Intl.DateTimeFormatOptions {
  const isThisYear = new Date(ms).getFullYear() === new Date().getFullYear()
  return { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) }
}

export function clockOf(ms: number, locale: string): string {
  return new Date(ms).toLocaleTimeString(locale, clockStyle)
}

/** To the second, for what is read beside a log. */
export function timeOf(ms: number, locale: string): string {
  return new Date(ms).toLocaleTimeString(locale, { timeStyle: 'medium', hourCycle: 'h23' })
}

const clockStyle: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
