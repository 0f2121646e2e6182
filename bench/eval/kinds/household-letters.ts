import type { Random } from '../../../test/support/seeded.ts'
import { askedAt, type Planted, pickDays, writeDays } from '../calendar.ts'
import type { EvalQuestion, Kind } from '../conversation.ts'
import { inventDate, inventNumber, inventOther, inventSeveral, inventSurname } from '../invented.ts'
import { fillIn, type Topic } from '../topic.ts'

// HELD OUT. Nothing may be tuned on this kind: no weight, no threshold, no list of words. Its phrasings, its small talk and
// the form of its messages are its own: long letters about things in a house, which the assistant hardly answers.

const WRITER = 'Ana'
const CHAT = 'letters'

const topics: Topic[] = [
  {
    told: [
      '{who} went into {value}, where nobody trips over it.',
      '{who} has its place in {value}, at least for the winter.',
    ],
    asked: ['Where did we put {who}?', 'Under which roof would I look for {who}?'],
    value: (random) =>
      `the ${random.pick(['upper', 'lower', 'blue', 'old', 'narrow'])} ${random.pick(['shed', 'attic', 'closet', 'loft', 'pantry', 'porch'])}`,
  },
  {
    told: ['For {who} we paid {value} crowns, haggling included.', '{who} was a bargain of {value} crowns in the end.'],
    asked: ['What did we pay for {who}?', 'How expensive was {who}?'],
    value: (random) => inventNumber(random, 120, 980),
  },
  {
    told: [
      'The guarantee of {who} ends on {value}, it says on the slip.',
      '{who} is covered until {value}, if we keep the slip.',
    ],
    asked: ['When does the guarantee of {who} end?', 'Until when would a repair of {who} cost us nothing?'],
    value: inventDate,
  },
  {
    told: ['{who} was mended by Mister {value} on the spot.', 'Only Mister {value} could get {who} going again.'],
    asked: ['Who mended {who}?', 'Which craftsman do I ask about {who}?'],
    value: inventSurname,
  },
]

const things = (random: Random) =>
  `the ${random.pick(['green', 'folding', 'heavy', 'Danish', 'cracked', 'second', 'tall', 'copper'])} ${random.pick(['ladder', 'lamp', 'stove', 'trunk', 'bench', 'mirror', 'pump', 'loom', 'scale', 'churn'])}`

const asides = [
  'The apples came down in the storm and the wasps were at them before we were.',
  'Aunt Edda wrote twice and wants to know about the wedding, as if anybody could tell her.',
  'I sat on the steps until the light went and thought about nothing in particular.',
  'The ferry was full of walkers with poles, all of them in orange.',
  'There is a leak again above the stairs, or perhaps it is only the cat.',
  'We had the last of the soup, and it was better than on the first evening.',
  'The new priest sings well but talks for a long time.',
  'Half of the road is closed, so the post comes when it likes.',
  'I counted eleven herons by the weir, which must be a record.',
  'The boys next door have a drum now and a great deal of energy.',
  'My pen leaks, so forgive the stains.',
  'The baker has shut for two weeks and the whole street is in mourning.',
  'It froze early, and the dahlias are black.',
  'Nobody knows who rang the bell in the night, and everybody has a theory.',
]

const asidesAboutThings = [
  'I looked at {who} for a while and did nothing about it.',
  'Your mother asked after {who}, of all things.',
  'One could write a book about {who}, but nobody would read it.',
  'The cat has taken to sleeping beside {who}.',
  'We quarrelled over {who} and made up over the coffee.',
]

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

export const householdLetters: Kind = {
  name: 'letters',
  about: 'long letters about things in a house',
  isHeldOut: true,
  make: (random, size) => {
    const planted: Planted[] = []
    const questions: EvalQuestion[] = []
    const named = inventSeveral(random, 12, things)
    const letter = (statement?: string) => {
      const sentences = inventSeveral(random, 4 + random.integer(5), () => random.pick(asides))
      if (random.chance(0.5))
        sentences.push(capital(fillIn(random.pick(asidesAboutThings), { who: random.pick(named) })))
      if (statement !== undefined) sentences.splice(1 + random.integer(sentences.length - 1), 0, statement)
      return sentences.join(' ')
    }
    const pairs = named.flatMap((who) => topics.map((topic) => ({ topic, who, order: random.integer(1_000_000) })))
    for (const { topic, who } of pairs.sort((a, b) => a.order - b.order).slice(0, size.questions)) {
      const values: string[] = []
      for (const day of pickDays(random, random.chance(0.4) ? 2 : 1, size.days)) {
        const value = inventOther(random, values, topic.value)
        values.push(value)
        const statement = capital(fillIn(random.pick(topic.told), { who, value }))
        planted.push({ chat: CHAT, from: WRITER, day, text: letter(statement) })
      }
      const expected = { kind: 'exact', value: values.at(-1) ?? '', outdated: values.slice(0, -1) } as const
      const text = fillIn(random.pick(topic.asked), { who })
      const id = `q${questions.length + 1}`
      questions.push({ id, chat: CHAT, from: WRITER, at: askedAt(size), text, expected, secrets: [] })
    }
    const smallTalk = () => [
      { from: WRITER, text: letter() },
      ...(random.chance(0.2) ? [{ from: undefined, text: 'Thank you for the letter.' }] : []),
    ]
    return {
      people: [WRITER],
      chats: [{ name: CHAT, privateTo: WRITER }],
      lines: writeDays(random, size, { [CHAT]: { smallTalk } }, planted),
      questions,
      topics,
    }
  },
}
