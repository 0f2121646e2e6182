/** Invented lines, as long as people's are. */
export interface SampleLines {
  /** About 150 characters, in words as common and as rare as people's are. */
  line(): string
  /** By turns of common words only, of some of each kind, and with one that is all but unique. */
  question(n: number): string
}

const VOCABULARY = 60_000
const WORDS_A_LINE = 24
const COMMON = 40

/** The n-th word comes up one n-th as often as the first (Zipf), so that the first few stand in every other line. */
export function createSampleLines(seed: number): SampleLines {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const word = () => spell(Math.floor((VOCABULARY + 1) ** random()) - 1)
  const several = (count: number, make: () => string) => Array.from({ length: count }, make).join(' ')
  const common = () => spell(Math.floor(random() * COMMON))
  const rare = () => spell(VOCABULARY / 2 + Math.floor((random() * VOCABULARY) / 2))
  return {
    line: () => several(WORDS_A_LINE, word),
    question(n) {
      if (n % 3 === 0) return several(8, common)
      if (n % 3 === 1) return several(8, word)
      return `${several(5, common)} ${rare()}`
    },
  }
}

const syllables = [
  'ka',
  'lo',
  'mi',
  'ru',
  'te',
  'sha',
  'bo',
  'ni',
  'gra',
  'pu',
  'vel',
  'dor',
  'fi',
  'zan',
  'que',
  'hol',
]

function spell(n: number): string {
  let rest = n + syllables.length
  let text = ''
  while (rest > 0) {
    text += syllables[rest % syllables.length] ?? ''
    rest = Math.floor(rest / syllables.length)
  }
  return text
}
