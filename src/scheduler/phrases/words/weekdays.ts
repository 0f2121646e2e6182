/** The weekdays that a list of them names: "monday and thursday", "mardis et jeudis". */
export function weekdaysNamed(list: string, names: Record<string, number>): number[] {
  const days: number[] = []
  for (const word of list.match(/\p{L}+/gu) ?? []) {
    const day = names[word] ?? names[word.replace(/s$/u, '')]
    if (day !== undefined) days.push(day)
  }
  return days
}
