/** By the number of a word its place in a short list; -1 for what is not in it. */
export type WordPlaces = (number: number) => number

const NOT_THERE = -1
/** So sparsely filled, what is not in it is told at the first look. */
const SLOTS_A_WORD = 8

/**
 * A few words are looked for among tens of thousands that were said. A hash table of our own because a Map takes three
 * times as long to say no, and an array by number is as large as all that was ever said. Of a word that is there twice the
 * last place counts.
 */
export function createWordPlaces(words: readonly (readonly [number: number, place: number])[]): WordPlaces {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, words.length) * SLOTS_A_WORD))
  const [numbers, places] = [new Int32Array(size).fill(NOT_THERE), new Int32Array(size).fill(NOT_THERE)]
  const slotOf = (number: number) => {
    let slot = number & (size - 1)
    while (numbers[slot] !== number && numbers[slot] !== NOT_THERE) slot = (slot + 1) & (size - 1)
    return slot
  }
  for (const [number, place] of words) {
    const slot = slotOf(number)
    numbers[slot] = number
    places[slot] = place
  }
  return (number) => places[slotOf(number)] ?? NOT_THERE
}
