/** The name of a day between two lines. */
export function dayOf(at: number, now: number): string {
  const day = new Date(at)
  const age = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000)
  if (age === 0) return 'Today'
  if (age === 1) return 'Yesterday'
  const isThisYear = day.getFullYear() === new Date(now).getFullYear()
  return day.toLocaleDateString([], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

export function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0)
}
