import type { Random } from '../../test/support/seeded.ts'

// Names, places and dates that exist nowhere else, from a seed: nobody can have tuned on them.

const firsts = 'Ka Mi Lo Re Ta Vi Jo Be Su Ne Ol Ad Fe Hu Pi Ro'.split(' ')
const lasts = 'ra lin vek na mir da ssa then bel gard nia rik mund vara las toon'.split(' ')
const townStarts = 'Harv Ost Grein Mell Tarn Wick Bru Lind Sel Orm Kest Dun'.split(' ')
const townEnds = 'elham stead enby ford erville burg au holt mouth ingen'.split(' ')
const months = 'January February March April May June July August September October November December'.split(' ')
const germanMonths = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')

export const inventName = (random: Random) => `${random.pick(firsts)}${random.pick(lasts)}`
export const inventTown = (random: Random) => `${random.pick(townStarts)}${random.pick(townEnds)}`
export const inventSurname = (random: Random) => `${random.pick(townStarts)}${random.pick(lasts)}`
export const inventDate = (random: Random) => `${1 + random.integer(28)} ${random.pick(months)}`
export const inventGermanDate = (random: Random) => `${1 + random.integer(28)}. ${random.pick(germanMonths)}`
export const inventTime = (random: Random) =>
  `${6 + random.integer(16)}:${random.pick(['05', '10', '20', '35', '40', '50'])}`
export const inventNumber = (random: Random, from: number, below: number) => String(from + random.integer(below - from))

/** Different ones, in the order in which they were invented. */
export function inventSeveral(random: Random, count: number, invent: (random: Random) => string): string[] {
  const found = new Set<string>()
  while (found.size < count) found.add(invent(random))
  return [...found]
}

/** Another value than those. */
export function inventOther(random: Random, taken: string[], invent: (random: Random) => string): string {
  for (;;) {
    const value = invent(random)
    if (!taken.includes(value)) return value
  }
}
