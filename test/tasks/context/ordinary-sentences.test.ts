import { expect, test } from 'vitest'
import type { FastModel } from '../../../src/gateway/layers/fast-model.ts'
import { createRandom, seed } from '../../support/seeded.ts'
import { size } from '../../support/sizes.ts'
import { createTalkedWorld } from '../../support/talked-world.ts'

const SENTENCES = size(700, 20_000)

/** What people write every day, with names, dates, sums and words that have marks in them. */
const openings = [
  'Thanks',
  'Yes',
  'Ok',
  'No',
  'Hi',
  'Good morning',
  'Well',
  'Sure',
  'Great',
  'Sorry',
  'Danke',
  'Ja',
  'Guten Abend',
  'Merci',
  'Hola',
  '谢谢',
  'Please',
  'And',
  'What about',
  'Remind me of',
  'Did we pay',
  'Where is',
  'Wann kommt',
]
const things = [
  'Anne-Marie',
  "O'Neil",
  'the e-mail',
  '2026-11-17',
  '17.11.',
  '14:30',
  '3–4 pm',
  '€1,200.50',
  '50%',
  'C++',
  'C#',
  'ana@example.org',
  'https://example.org/a?b=c#d',
  'AC/DC',
  'Jean-Luc',
  'and/or',
  'the flat (3rd floor)',
  '~10',

  'file_name.txt',
  '*urgent*',
  '[draft]',
  '{x}',
  'a|b',
  '$5',
  '^up',
  'back\\slash',
  '"quoted"',
  'naïve',
  '三点',
  '🎉',
  'the rent',
  'Lisbon',
  'the landlord',
  'passt',
  'please',
  'my well-being',
  'St.-Petersburg',
  'x=y',
  'rock & roll',
]
/** Every mark of ASCII, and those that people type elsewhere. */
const marks = Array.from('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~' + '¿¡…–—‘’“”«»„·•§°€£¥、。？！「」（）\u00ad\u200d\u2026')

function sentenceOf(random: ReturnType<typeof createRandom>): string {
  const words = [random.pick(openings), ...Array.from({ length: random.integer(4) }, () => random.pick(things))]
  const marked = words.map((word) => {
    if (random.chance(0.4)) return `${word}${random.pick(marks)}`
    if (random.chance(0.15)) return `${random.pick(marks)}${word}`
    if (random.chance(0.15)) return `${word}${random.pick(marks)}${random.pick(things)}`
    return word
  })
  return marked.join(random.chance(0.9) ? ' ' : random.pick(marks))
}

/** Picks nothing, so that what is left is made without it. */
const picky: FastModel = { complete: async () => ({ kind: 'text', text: '[]' }) }

test(`${SENTENCES} ordinary sentences go through the whole gateway, and no step fails (seed ${seed})`, {
  timeout: 1_800_000,
}, async () => {
  const { open, goOn, join, select } = await createTalkedWorld(60)
  const random = createRandom(seed)
  const wrong: string[] = []
  const fixed = ['Thanks Anne-Marie', 'Yes, the e-mail please', 'Ja, 2026-11-17 passt']
  for (const mark of marks) fixed.push(`Thanks ${mark}Ana`, `Ok, Ana${mark}Maria`, mark)
  for (let n = 0; n < SENTENCES; n++) {
    const text = fixed[n] ?? sentenceOf(random)
    const triage = n % 10 === 0 ? await select(text, picky) : undefined
    // Those that failed once are tried at an opening and later; each of the others is tried in one of the three ways.
    const later = n % 6 === 0 ? [goOn(text)] : n % 6 === 3 ? [join(text)] : []
    const turns = n < fixed.length || later.length === 0 ? [open(text), ...later] : later
    const failures = turns.flatMap((turn) => turn.failures)
    const isShown = turns.every((turn) => turn.parts.some(({ kind }) => kind === 'message'))
    if (failures.length > 0 || triage?.failed || !isShown)
      wrong.push(
        `${text}: ${failures.map(({ step, err }) => `${step} (${String(err)})`).join()} ${JSON.stringify(triage?.reason)}`,
      )
  }
  expect(wrong).toEqual([])
})
