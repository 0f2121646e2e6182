/**
 * The stem of an English word: "repaired", "repairs" and "repairing" become "repair". After M. F. Porter, "An algorithm
 * for suffix stripping" (1980), whose step names the functions carry. Words in other alphabets come back as they are.
 */
export function stem(word: string): string {
  if (word.length < 3 || !latin.test(word)) return word
  return step5(step4(step3(step2(step1c(step1b(step1a(word)))))))
}

const latin = /^[a-z]+$/

type Rule = readonly [suffix: string, replacement: string]
/** Grouped by the last letter but one, which rules out nearly all suffixes at once. */
type Rules = Map<string, Rule[]>

// If two suffixes fit, the longer one comes first.
const step2Rules = groupRules(`
  ational>ate tional>tion enci>ence anci>ance izer>ize abli>able alli>al entli>ent eli>e ousli>ous ization>ize
  ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble`)

const step3Rules = groupRules(`
  icate>ic ative> alize>al iciti>ic ical>ic ful> ness>`)

const step4Rules = groupRules('ement ance ence able ible ment ant ent ism ate iti ous ive ize al er ic ou')

/** Each rule is `suffix>replacement`, or a suffix that is removed. */
function groupRules(text: string): Rules {
  const rules = (text.match(/\S+/g) ?? []).map((rule): Rule => {
    const [suffix = '', replacement = ''] = rule.split('>')
    return [suffix, replacement]
  })
  const keys = new Set(rules.map(([suffix]) => suffix.at(-2) ?? ''))
  return new Map([...keys].map((key) => [key, rules.filter(([suffix]) => suffix.at(-2) === key)]))
}

function step1a(word: string): string {
  if (!word.endsWith('s')) return word
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
  return word.endsWith('ss') ? word : word.slice(0, -1)
}

function step1b(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const base = word.endsWith('ed') ? word.slice(0, -2) : word.endsWith('ing') ? word.slice(0, -3) : undefined
  if (base === undefined || !hasVowel(base)) return word
  if (base.endsWith('at') || base.endsWith('bl') || base.endsWith('iz')) return `${base}e`
  const last = base.at(-1) ?? ''
  if (base.length > 1 && last === base.at(-2) && isConsonant(base, base.length - 1)) {
    return 'lsz'.includes(last) ? base : base.slice(0, -1)
  }
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base
}

function step1c(word: string): string {
  return word.endsWith('y') && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word
}

function step2(word: string): string {
  return replaceFirst(word, step2Rules, 0)
}

function step3(word: string): string {
  return replaceFirst(word, step3Rules, 0)
}

function step4(word: string): string {
  if (word.endsWith('sion') || word.endsWith('tion')) {
    const base = word.slice(0, -3)
    return measure(base) > 1 ? base : word
  }
  return replaceFirst(word, step4Rules, 1)
}

function step5(word: string): string {
  let rest = word
  if (rest.endsWith('e')) {
    const base = rest.slice(0, -1)
    const size = measure(base)
    if (size > 1 || (size === 1 && !endsShort(base))) rest = base
  }
  return rest.endsWith('ll') && measure(rest) > 1 ? rest.slice(0, -1) : rest
}

/** The first rule whose suffix fits decides, even if the rest is too short to change. */
function replaceFirst(word: string, rules: Rules, minMeasure: number): string {
  for (const [suffix, replacement] of rules.get(word[word.length - 2] ?? '') ?? []) {
    if (!word.endsWith(suffix)) continue
    const base = word.slice(0, -suffix.length)
    return measure(base) > minMeasure ? base + replacement : word
  }
  return word
}

/** How often a vowel is followed by a consonant. */
function measure(word: string): number {
  let count = 0
  let afterVowel = false
  for (let index = 0; index < word.length; index++) {
    const consonant = isConsonant(word, index)
    if (consonant && afterVowel) count++
    afterVowel = !consonant
  }
  return count
}

function hasVowel(word: string): boolean {
  for (let index = 0; index < word.length; index++) if (!isConsonant(word, index)) return true
  return false
}

/** Ends in consonant, vowel, consonant other than w, x and y: "hop", not "snow". */
function endsShort(word: string): boolean {
  const last = word.length - 1
  if (last < 2 || 'wxy'.includes(word[last] ?? '')) return false
  return isConsonant(word, last) && !isConsonant(word, last - 1) && isConsonant(word, last - 2)
}

function isConsonant(word: string, index: number): boolean {
  switch (word.charCodeAt(index)) {
    case 97:
    case 101:
    case 105:
    case 111:
    case 117:
      return false
    case 121:
      return index === 0 || !isConsonant(word, index - 1)
  }
  return true
}
