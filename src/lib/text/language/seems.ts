import { languages as everyLanguage, guess, scripts, tell, votesOf } from './guess.ts'
import type { Language } from './small-words.ts'
import { speltWords } from './spelling.ts'

/** The languages a short text seems to be in, the likeliest first; none where no word tells. */
export function languagesOf(text: string): readonly Language[] {
  const words = speltWords(text)
  const told = new Int32Array(everyLanguage.length)
  for (const word of words) tell(told, votesOf(word))
  const script = scripts.find(({ letters }) => words.some((word) => letters.test(word)))
  const guessed = script && guess(script, told)
  return !guessed || guessed === script.unsure ? [] : guessed
}
