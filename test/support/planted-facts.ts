import { type ChatId, type Lane, localOwner, makeChatId, rootLane } from '../../src/domain/ids.ts'
import type { Completion } from '../../src/spawner/spawner.ts'
import { ensureChat, ensureLane } from '../../src/store/messages/chats.ts'
import { insertMessage } from '../../src/store/messages/messages.ts'
import type { RoadWorld } from './road-world.ts'

/** Something a person said once, long ago, in a lane of its own; and two questions that ask for it. */
export interface PlantedFact {
  chat: ChatId
  lane: Lane
  text: string
  /** Shares no content word with it: only a summary can bring it. */
  oblique: string
  /** Shares words with it: recall can bring it. */
  direct: string
}

/** Forty facts, each said in a chat of its own among much else, and then some hundred lines ago. */
export function plantFacts(world: RoadWorld): PlantedFact[] {
  const planted = triples.map(([text, oblique, direct], at) => {
    const chat = makeChatId('web', `fact-${at}`)
    return { chat, lane: rootLane(chat), text, oblique, direct }
  })
  world.db.transaction(() => {
    for (const { chat, lane } of planted) {
      ensureChat(
        world.db,
        { id: chat, title: chat, audience: 'private', owner: localOwner, personId: world.owner.id },
        world.clock.now(),
      )
      ensureLane(world.db, lane, chat)
    }
  })
  return planted
}

/** Some lines in every lane, in which the fact is said when it is given. Each time something else is talked about. */
export function speakInAll(world: RoadWorld, planted: PlantedFact[], round: number, withFact: boolean): void {
  world.db.transaction(() => {
    for (let line = 0; line < 40; line++) {
      world.clock.advance(60_000)
      for (const { chat, lane, text } of planted) {
        const small = fillerFrom(line + 7 * round)
        const now = world.clock.now()
        insertMessage(world.db, {
          chat,
          lane,
          author: line % 2 === 0 ? 'human' : 'bot',
          name: line % 2 === 0 ? 'Ana' : 'Skein',
          kind: 'conversation',
          origin: 'chat',
          trust: 'owner',
          personId: line % 2 === 0 ? world.owner.id : null,
          at: now,
          receivedAt: now,
          text: withFact && line === 8 ? text : small,
        })
      }
    }
  })
}

/** How well a summariser does its work. */
export type Honesty = 'honest' | 'lazy' | 'broken'

/**
 * A model that knows the facts when it sees them, and has as much to say about the rest as it may. A lazy one drops every
 * other fact; a broken one says nothing.
 */
export function fakeSummariser(honesty: Honesty): (prompt: string) => Promise<Completion> {
  return async (prompt) => {
    if (honesty === 'broken') return { kind: 'text', text: '' }
    const seen = triples.map(([text]) => text).filter((text) => prompt.includes(JSON.stringify(text).slice(1, -1)))
    const kept =
      honesty === 'lazy' ? seen.filter((text) => triples.findIndex(([fact]) => fact === text) % 2 === 0) : seen
    const facts = [...asides(20), ...kept.map((text) => `- Ana: ${text}`), ...asides(20)]
    const sections = ['Goals and open questions', 'Decisions', 'Facts', 'Outcomes', 'Pending actions']
    const written = sections.flatMap((name) => [`## ${name}`, ...(name === 'Facts' ? facts : ['- none'])])
    return { kind: 'text', text: written.join('\n') }
  }
}

/** Longer in all than any small budget, so that nothing is before the model only because there was room for everything. */
function fillerFrom(first: number): string {
  return Array.from({ length: 8 }, (_, n) => fillers[(first + n) % fillers.length]).join('. ')
}

function asides(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `- Ana and I: ${fillers[n % fillers.length]}, and so on and so forth`)
}

const fillers = [
  'the weather has been strange all week, hasn’t it',
  'I had soup again and it was fine, nothing special',
  'that sounds reasonable, tell me more when you get around to it',
  'the neighbours were loud last night but I slept in the end',
  'what do you think about long walks in general',
  'they can clear the head, especially when it is not too warm outside',
  'I keep putting off the laundry, you know how it goes',
  'a little every day is usually easier than all at once',
  'anyway, work was slow and the coffee machine hummed',
  'slow days have their own charm, as long as they end',
  'I read half a chapter and fell asleep over it',
]

const triples: [fact: string, oblique: string, direct: string][] = [
  [
    'My sister Ilse keeps bees behind her house in Graz.',
    'What is my sibling’s hobby?',
    'Where does Ilse keep her bees?',
  ],
  [
    'I am allergic to hazelnuts, even traces of them.',
    'Can we order the nougat cake for me?',
    'Which nuts am I allergic to?',
  ],
  [
    'Our landlord Herr Novak raised the rent to 840 euros.',
    'How much do I pay for my flat?',
    'What did Novak do about the rent?',
  ],
  ['The spare key hangs behind the green barrel.', 'How do I get in when I am locked out?', 'Where is the spare key?'],
  ['Our daughter Mira was born on the 3rd of May 2019.', 'How old is my child?', 'When was Mira born?'],
  [
    'We decided on oak for the new staircase.',
    'Which wood should the carpenter order?',
    'What did we decide for the staircase?',
  ],
  [
    'I promised Jonas to return his drill before Easter.',
    'What do I still owe my friend?',
    'What did I promise Jonas?',
  ],
  [
    'The doctor wants to see me again on 17 September.',
    'When is my next check-up?',
    'When does the doctor want to see me?',
  ],
  ['My grandmother baptised her parrot Caruso.', 'What is granny’s bird called?', 'Who is Caruso the parrot?'],
  [
    'I never eat anything after seven in the evening.',
    'Shall we book a table for 9 pm?',
    'Until when do I eat in the evening?',
  ],
  [
    'The boat needs 12 metres of blue rope.',
    'What should I buy at the chandler’s?',
    'How much rope does the boat need?',
  ],
  [
    'Our wedding was in a lighthouse near Bergen.',
    'Where did my wife and I marry?',
    'Which lighthouse was our wedding in?',
  ],
  [
    'Bruno’s violin teacher is called Signora Ferri.',
    'Who gives my son his music lessons?',
    'What is the violin teacher called?',
  ],
  ['I drive a yellow Fiat from 1978.', 'What car do I own?', 'How old is my Fiat?'],
  [
    'The wifi in the cabin is named Murmeltier.',
    'Which network do I join up there?',
    'What is the wifi in the cabin named?',
  ],
  ['I moved from Porto to Leipzig in 2014.', 'In which town do I live?', 'When did I move to Leipzig?'],
  ['My first employer was a bakery called Stern.', 'Where did I start my career?', 'What was the bakery called?'],
  [
    'Clara prefers window seats on every train.',
    'Which place should I reserve for my wife?',
    'What seats does Clara prefer?',
  ],
  [
    'The tax adviser needs the papers by the 30th of June.',
    'What is my next deadline?',
    'When does the tax adviser need the papers?',
  ],
  ['We named the puppy Wotan after the opera.', 'What do I call my dog?', 'Why did we name the puppy that?'],
  ['I cannot stand coriander in any dish.', 'What should the cook leave out for me?', 'Do I like coriander?'],
  ['The mountain hut costs 65 euros a night.', 'What would staying up there set us back?', 'What does the hut cost?'],
  ['My blood group is zero negative.', 'What should the ambulance know about me?', 'Which blood group have I?'],
  ['Tomas broke his left wrist while skating.', 'What happened to my brother?', 'Which wrist did Tomas break?'],
  [
    'The attic window leaks when the wind comes from the west.',
    'Where does water get into my home?',
    'When does the attic window leak?',
  ],
  [
    'Our choir sings Brahms on the second Advent Sunday.',
    'Which concert am I in this winter?',
    'When does the choir sing Brahms?',
  ],
  ['I wear shoes of size 44 and a half.', 'Which boots fit me?', 'What size of shoes do I wear?'],
  [
    'Professor Lindqvist supervises my thesis on mosses.',
    'What am I writing at university?',
    'Who supervises my thesis?',
  ],
  [
    'The red suitcase belongs to aunt Verena.',
    'Whose luggage is that in the hall?',
    'Who does the red suitcase belong to?',
  ],
  [
    'We agreed to paint the kitchen in apricot.',
    'What colour will the cooking room get?',
    'What did we agree to paint?',
  ],
  ['My locker at the pool has number 219.', 'Where are my swimming things?', 'What number has my locker?'],
  ['I learnt Finnish from my neighbour Aino.', 'Which languages do I speak?', 'Who taught me Finnish, was it Aino?'],
  ['The heating engineer comes every October.', 'When is the boiler serviced?', 'When does the heating engineer come?'],
  ['Our honeymoon money is hidden in the atlas.', 'Where did I put the cash?', 'What is hidden in the atlas?'],
  [
    'Pavel cancelled the trip to Odessa.',
    'Are we still travelling with my colleague?',
    'Why was Odessa cancelled by Pavel?',
  ],
  ['I take the ferry at 6:40 each Tuesday.', 'When do I commute over the water?', 'Which ferry do I take on Tuesday?'],
  [
    'Grandfather’s watch stopped at ten past four.',
    'What is wrong with the old timepiece?',
    'When did the watch stop?',
  ],
  [
    'The garden gate must be closed because of the goats.',
    'What should visitors mind outside?',
    'Why must the gate be closed?',
  ],
  [
    'Lena’s favourite flower is the foxglove.',
    'What bouquet should I bring my girlfriend?',
    'What is Lena’s favourite flower?',
  ],
  ['I sold the cello to a student from Ghent.', 'Who has my instrument now?', 'To whom did I sell the cello?'],
]
