import type { Language } from './small-words.ts'

/** Languages that write several words as one. */
const compounding = new Set<Language>(['de', 'nl', 'da', 'no', 'sv'])

const SHORTEST = 9
const SHORTEST_PART = 4
const MOST_CUTS = 3

/**
 * The words that a long word may be made of: what stands before and behind each place where one could end and another
 * begin. It knows no dictionary, so some of them are none; nobody asks for those.
 */
export function partsOf(word: string, language: Language): string[] {
  if (word.length < SHORTEST || !compounding.has(language)) return []
  const cuts: { at: number; fit: number }[] = []
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
    const fit = fitOf(word.slice(0, at), word.slice(at))
    if (fit > 0) cuts.push({ at, fit })
  }
  const best = cuts.sort((a, b) => b.fit - a.fit).slice(0, MOST_CUTS)
  return best.flatMap(({ at }) => [withoutLink(word.slice(0, at)), word.slice(at)])
}

const vowel = '[aeiouyäöüåæøéáíóú]'
/** What a word may begin with: one consonant, or some of those that stand together. */
const onset =
  '(?:[bcdfghjklmnpqrstvwz]|bl|br|ch|dr|fl|fr|gl|gr|kl|kn|kr|pf|pl|pr|qu|sch|schl|schm|schn|schr|schw|sk|sl|sm|sn|sp|spr|st|str|sv|th|tr|tv|tw|vl|vr|wr|zw)'
const begins = new RegExp(`^${onset}${vowel}`)
/** The few beginnings without a consonant that words like to have behind others. */
const beginsOpen =
  /^(?:ab|akt|amt|an|arb|art|arz|auf|aus|aut|ein|ent|erd|erk|erl|ers|ess|inf|ins|ofen|ort|uhr|um|unf|unt|ur)/
const ends = new RegExp(`${vowel}[^aeiouy]{0,3}$`)
/** Between two words rather than inside of one: these do not stand together in one syllable. */
const seam = /[^aeiouyäöü]$/

function fitOf(before: string, after: string): number {
  if (!ends.test(before) && !before.endsWith('e')) return 0
  if (beginsOpen.test(after)) return seam.test(before) ? 2 : 0
  if (!begins.test(after)) return 0
  // "s", "n" and "er" join words.
  if (/(?:[gtk]s|en|er|ions|täts|ung[s]?|heits|keits)$/.test(before)) return 4
  return seam.test(before) ? 3 : 1
}

function withoutLink(before: string): string {
  return /(?:ung|ion|tät|heit|keit|schaft|ing|[gtk])s$/.test(before) ? before.slice(0, -1) : before
}
