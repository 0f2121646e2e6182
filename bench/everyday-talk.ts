import type { ChatId } from '../src/domain/ids.ts'
import type { ImportLine } from '../src/store/messages/import-messages.ts'

const MINUTE = 60_000
const LINES_A_TALK = 12

/** What somebody talks about over weeks: what they ask, what they are told, and what varies in it. */
interface Topic {
  asked: string[]
  told: string[]
}

const topics: Topic[] = [
  {
    asked: [
      'The landlord wrote about the rent again, {n} euros from {month} on. Is that allowed?',
      'How much was the deposit for the flat, do you remember?',
      'The boiler makes a noise like a kettle since {day}.',
      'Can you put the three points for the landlord into one mail?',
    ],
    told: [
      'The rent may rise to what is usual in the area, at most by fifteen percent in three years. From {n} euros that leaves some room, so ask him which comparison he uses and by when you have to answer. If he names none, you need not agree.',
      'The deposit was {n} euros, paid in three parts; the last part was due in {month}. He has to keep it apart from his own money and pay the interest when you leave.',
      'A noise like that is often lime in the heat exchanger. The plumber came in {month} for the same thing and said it should be flushed every two years. I would write to the landlord before {day}, with the date and a short description.',
    ],
  },
  {
    asked: [
      'We want to go to Lisbon in {month}, {n} euros for everything. Does that work?',
      'The hotel near the river, what was its name again?',
      'Should we take the tram or walk up to the castle?',
      'The flight on {day} is cheaper by {n} euros, but it leaves at six.',
    ],
    told: [
      'For two people and five nights {n} euros is tight but possible outside the holidays. The flight takes about a third, the rooms near the river another third. Book the room first: the good ones go early in {month}.',
      'It was the Casa do Miradouro in Alfama, {n} euros a night with breakfast. They let you cancel until two days before, and the room to the courtyard is the quiet one.',
      'Walk up in the morning and take tram 28 down; in the afternoon it is so full that you wait longer than you ride. On {day} the castle closes at six.',
    ],
  },
  {
    asked: [
      'Milo scratches himself all night, the vet has time on {day}.',
      'The vet says it is the food. What did we change in {month}?',
      'How many grams does he get now? He weighs {n} hundred grams less.',
      'Can he have the salmon that was left over?',
    ],
    told: [
      'In {month} you changed from chicken to the lamb with rice because of his ears, and the scratching came about three weeks later. Tell the vet both dates; she will probably want him on one kind of meat for eight weeks.',
      'She said {n} grams a day in two meals, nothing from the table, and the drops for another ten days. The check is on {day}, and you should bring the packet so that she can read what is in it.',
      'Cooked, without salt and without bones a little is fine, but not during the eight weeks: otherwise nobody can tell what helps.',
    ],
  },
  {
    asked: [
      'The gears of my bicycle jump since {day}. Is that the chain?',
      'The workshop wants {n} euros for chain and cassette. Is that normal?',
      'They say it is ready in {month}. Did they send the invoice?',
      'What is still open there? The light did not work either.',
    ],
    told: [
      'If it jumps under load, chain and cassette are worn together; measure with a gauge before you pay for both. Since your last chain was put on in {month}, that is quite likely.',
      'Between {n} and twice that is usual with work included. Ask whether the bottom bracket is in it: last time they counted that apart and you did not know before.',
      'The invoice has not come yet; they wanted to send it by {day}. Open are the rear light, the brake pads at the back, and the {n} euros that you paid in advance.',
    ],
  },
  {
    asked: [
      'Tom asked whether we sing the Fauré in {month} or the Britten.',
      'The choir concert is on {day}, can you remind me what I promised?',
      'How many chairs did the hall have, {n}?',
      'Tom wants the posters by {day}.',
    ],
    told: [
      'Tom said at the last rehearsal that it will be the Fauré, because four of the tenors are away in {month}. The Britten moves to the spring, and he wants to hear the soloists before {day}.',
      'You promised two things: the programme as a PDF and {n} chairs from the parish hall. The key is with Mrs Weber, who is there until noon.',
      'The posters went to the printer with the old date on them; he noticed it on {day} and stopped it. The new ones cost {n} euros, and Tom said that the choir pays for half.',
    ],
  },
  {
    asked: [
      'My report for {month} is due on {day} and I have no figures from Priya.',
      'Can you shorten this to five sentences? It is for the board.',
      'Priya says {n} tickets were closed, the system shows fewer.',
      'How do I say that politely?',
    ],
    told: [
      'Ask Priya for the figures as of the last day of {month}, and say what you need them for: number of tickets, how old the oldest is, and which {n} came back. Then the rest of the report can be written without her.',
      'In five sentences: we closed {n} tickets in {month}. That is a tenth more than before. The oldest is from spring and waits for the supplier. Two came back because the cause was elsewhere. Next we look at how they are assigned.',
      'The difference comes from the tickets that were merged: the system counts those once. You could write that both figures are right and that you use the lower one so that it can be compared with {month}.',
    ],
  },
]

const months = ['June', 'July', 'August', 'September', 'October']
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Invented talk of about two months that ends the evening before `until`: the same lines for every run. */
export function everydayPast(chat: ChatId, count: number, until: Date): ImportLine[] {
  const random = seeded(17)
  const pick = <T>(values: T[]) => values[Math.floor(random() * values.length)] as T
  const fill = (text: string) =>
    text
      .replaceAll('{n}', () => String(20 + Math.floor(random() * 900)))
      .replaceAll('{month}', () => pick(months))
      .replaceAll('{day}', () => pick(days))
  const talks = Math.ceil(count / LINES_A_TALK)
  const lastEvening = until.getTime() - 12 * 60 * MINUTE
  return Array.from({ length: count }, (_, n): ImportLine => {
    const talk = Math.floor(n / LINES_A_TALK)
    const topic = topics[(talk * 5 + Math.floor(talk / 6)) % topics.length] as Topic
    const began = lastEvening - (talks - 1 - talk) * 14 * 60 * MINUTE
    const isAsked = n % 2 === 0
    return {
      chat,
      id: String(n),
      at: new Date(began + (n % LINES_A_TALK) * 2 * MINUTE),
      from: isAsked ? 'Ana' : 'Skein',
      role: isAsked ? 'human' : 'bot',
      text: fill(pick(isAsked ? topic.asked : topic.told)),
      isOwners: isAsked,
    }
  })
}

/** One message of the days that are measured: how long after the one before it, and what it is answered with. */
export interface Exchange {
  afterMinutes: number
  said: string
  answered: string
}

/** Twenty messages in three sittings: small talk, questions about the past, and what follows from them. */
export const everydayTurns: Exchange[] = [
  [0, 'hi', 'Hello Ana, good to hear from you. What can I do?'],
  [
    2,
    'what did the landlord want with the rent, from when on?',
    'He wants more from October on and named no comparison.',
  ],
  [1, 'and how much was the deposit?', 'It was paid in three parts; the last one was due in August.'],
  [7, 'ok thanks', 'You are welcome.'],
  [
    3,
    'Write two sentences to him about the boiler, please.',
    'Dear Mr Kern, the boiler has been making a noise like a kettle since Monday. The plumber said in August that it should be flushed every two years; could you send him again?',
  ],
  [
    12,
    'a bit friendlier',
    'Dear Mr Kern, I hope you are well. Our boiler has been humming like a kettle since Monday. The plumber recommended in August to flush it every two years; may I ask you to send him by? Many thanks!',
  ],
  [1, 'when did the plumber come the last time?', 'In August, for the same noise.'],
  [4, 'great, thank you!', 'Gladly.'],
  [
    190,
    'What was the name of the hotel in Lisbon?',
    'Casa do Miradouro, in Alfama. The room to the courtyard is the quiet one.',
  ],
  [
    1,
    'and what does a night cost there?',
    'The last figure that you had was with breakfast; shall I look for the others too?',
  ],
  [2, 'yes', 'There were three prices over the weeks, the lowest of them in September.'],
  [
    9,
    'What did the vet say about the food for Milo?',
    'One kind of meat for eight weeks, two meals a day, and nothing from the table.',
  ],
  [2, 'is that the same as in July?', 'No, then he still had the chicken; the lamb with rice came after it.'],
  [
    18,
    'Something else: how long do I boil a soft egg?',
    'Six minutes from when the water boils, seven when it comes from the fridge.',
  ],
  [3, 'ok', 'Enjoy it.'],
  [840, 'Good morning', 'Good morning, Ana.'],
  [
    2,
    'What is still open with my bicycle?',
    'The rear light, the brake pads at the back, and the advance that you paid.',
  ],
  [1, 'and the invoice?', 'It has not come yet; they wanted to send it by Friday.'],
  [6, 'thanks', 'You are welcome.'],
  [
    2,
    'What did Tom say about the choir concert?',
    'It will be the Fauré, because four of the tenors are away; the Britten moves to the spring.',
  ],
].map(([afterMinutes, said, answered]) => ({ afterMinutes, said, answered }) as Exchange)

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
