import type { Random } from '../../test/support/seeded.ts'
import { inventDate, inventNumber, inventSurname, inventTime, inventTown } from './invented.ts'
import type { Topic } from './topic.ts'

// Of each topic, the first question shares words with the statements, and the last one hardly any.

const oneOf =
  (...values: string[]) =>
  (random: Random) =>
    random.pick(values)

/** What somebody may tell about a person and ask weeks later. */
export const personTopics: Topic[] = [
  {
    told: [
      '{who} lives in {value} now.',
      '{who} has moved to {value} with the children.',
      '{who} found a flat in {value} at last.',
    ],
    asked: [
      'Where does {who} live?',
      'In which town did {who} find a flat?',
      'To which town do I send the parcel for {who}?',
    ],
    value: inventTown,
  },
  {
    told: ['{who} works as a {value} these days.', '{who} has started a new job as a {value} on the coast.'],
    asked: ['What does {who} work as?', 'What is the new job of {who}?', 'How does {who} earn a living?'],
    value: oneOf(
      'glazier',
      'beekeeper',
      'tram driver',
      'locksmith',
      'florist',
      'midwife',
      'surveyor',
      'baker',
      'potter',
      'diver',
    ),
  },
  {
    told: ['{who} has a birthday on {value}, mark it.', 'The birthday of {who} is on {value}, as every year.'],
    asked: ['When is the birthday of {who}?', 'On which day do I congratulate {who}?'],
    value: inventDate,
  },
  {
    told: ['{who} is allergic to {value}, even a little of it.', '{who} must not eat {value} any more.'],
    asked: ['What is {who} allergic to?', 'What must {who} not eat?', 'What should I leave out when I cook for {who}?'],
    value: oneOf('sesame', 'celery', 'shrimps', 'walnuts', 'mustard', 'lupins', 'kiwi', 'peanuts', 'soy', 'cashews'),
  },
  {
    told: ['{who} has a dog called {value}, a very lively one.', 'The dog of {who} is called {value}, by the way.'],
    asked: ['What is the dog of {who} called?', 'Which name does {who} shout in the park when the puppy runs off?'],
    value: oneOf('Brezel', 'Kapitan', 'Muffin', 'Tukan', 'Zorro', 'Pepper', 'Admiral', 'Biscuit', 'Krümel', 'Falko'),
  },
  {
    told: ['{who} wears shoes in size {value}, I asked.', 'Shoes for {who} have to be size {value}, nothing smaller.'],
    asked: ['Which size of shoes does {who} wear?', 'How big should the boots be that I buy for {who}?'],
    value: (random) => inventNumber(random, 35, 48),
  },
  {
    told: ['{who} plays the {value} in the town band.', '{who} takes lessons on the {value} since spring.'],
    asked: [
      'What does {who} play in the town band?',
      'On which instrument does {who} take lessons?',
      'Which kind of music stand suits {who}?',
    ],
    value: oneOf('oboe', 'tuba', 'viola', 'harp', 'bassoon', 'cornet', 'marimba', 'lute', 'zither', 'trombone'),
  },
  {
    told: ['{who} goes to Doctor {value} with the knee.', 'The doctor of {who} is Doctor {value} from the old clinic.'],
    asked: [
      'Who is the doctor of {who}?',
      'To whom does {who} go with the knee?',
      'Whom do I call when {who} is in pain?',
    ],
    value: inventSurname,
  },
]

/** Those whose values nobody says by chance. */
export const unguessableTopics = personTopics.filter(({ value }) =>
  [inventTown, inventDate, inventSurname].includes(value),
)

/** What people tell about themselves. */
export const ownTopics: Topic[] = [
  {
    told: [],
    toldByThemselves: [
      'My locker at the pool has the number {value}, near the stairs.',
      'I got locker {value} at the pool.',
    ],
    asked: ['Which locker at the pool does {who} have?'],
    askedAboutThemselves: ['Which locker at the pool is mine?', 'Where did I put my swimming things?'],
    value: (random) => inventNumber(random, 101, 999),
  },
  {
    told: [],
    toldByThemselves: ['I parked the car in {value}, behind the mill.', 'My car stands in {value} until the weekend.'],
    asked: ['Where is the car of {who}?'],
    askedAboutThemselves: ['Where did I park my car?', 'From where do I have to fetch my car?'],
    value: (random) => `${inventSurname(random)} Street`,
  },
  {
    told: [],
    toldByThemselves: [
      'I take {value} for my blood pressure every morning.',
      'My doctor gave me {value} for the blood pressure.',
    ],
    asked: ['What does {who} take for the blood pressure?'],
    askedAboutThemselves: ['What do I take for my blood pressure?', 'What is the name of my medicine?'],
    value: oneOf('Ramavil', 'Tenolar', 'Cordipin', 'Valsorin', 'Lisomar', 'Betaprax', 'Amloret', 'Indaphan'),
  },
  {
    told: [],
    toldByThemselves: ['My landlord is called {value} and answers late.', 'I rent the flat from {value} since autumn.'],
    asked: ['Who is the landlord of {who}?'],
    askedAboutThemselves: ['What is my landlord called?', 'To whom do I pay the rent?'],
    value: inventSurname,
  },
]

/** What can be moved and cancelled. */
export const planTopics: Topic[] = [
  {
    told: [
      'I meet {who} for dinner on {value}, at eight.',
      'Dinner with {who} is now on {value}, at eight.',
      'Change of plan: dinner with {who} moves to {value}, same place.',
    ],
    cancelled: ['Dinner with {who} is off.', '{who} has cancelled our dinner.'],
    asked: ['When do I meet {who} for dinner?', 'On which evening am I out with {who}?'],
    value: inventDate,
  },
  {
    told: [
      'The interview with {who} starts at {value}, in the annex.',
      'The interview with {who} was shifted to {value}, same room.',
    ],
    cancelled: ['The interview with {who} will not take place.'],
    asked: ['When does the interview with {who} start?', 'At what time do I have to be in the annex for {who}?'],
    value: inventTime,
  },
  {
    told: [
      'We booked the cabin with {who} from {value} on.',
      'The cabin with {who} is only free from {value} on, so we changed it.',
    ],
    cancelled: ['The cabin trip with {who} is cancelled.'],
    asked: ['From when do we have the cabin with {who}?', 'When does our holiday with {who} begin?'],
    value: inventDate,
  },
  {
    told: [
      '{who} hands in the drawings by {value}, latest.',
      'The drawings of {who} are due by {value} instead, latest.',
    ],
    cancelled: ['{who} no longer has to hand in the drawings.'],
    asked: ['By when does {who} hand in the drawings?', 'What is the deadline of {who}?'],
    value: inventDate,
  },
]

/** Amounts that add up. */
export const sumTopics: Topic[] = [
  {
    told: ['I lent {who} {value} books today.', 'Another {value} books went to {who} on loan.'],
    asked: ['How many books did I lend {who} in all?', 'How many volumes do I have to get back from {who}?'],
    isSum: true,
    value: (random) => inventNumber(random, 2, 9),
  },
  {
    told: ['{who} paid {value} euros into the kitty.', 'From {who} came {value} euros for the kitty.'],
    asked: [
      'How many euros did {who} pay into the kitty altogether?',
      'How much money did {who} give us for the kitty so far?',
    ],
    isSum: true,
    value: (random) => inventNumber(random, 11, 90),
  },
  {
    told: ['I picked {value} jars of honey up from {who}.', '{who} brought {value} jars of honey over.'],
    asked: ['How many jars of honey did I get from {who} in all?'],
    isSum: true,
    value: (random) => inventNumber(random, 2, 9),
  },
]

/** What members of a group say about themselves. */
export const groupTopics: Topic[] = [
  {
    told: [],
    toldByThemselves: ['I bring {value} to the summer party.', 'For the summer party I make {value}, enough for all.'],
    asked: ['What does {who} bring to the summer party?', 'Which dish comes from {who}?'],
    value: oneOf(
      'potato salad',
      'plum cake',
      'rice balls',
      'onion tart',
      'lemonade',
      'bean soup',
      'flatbread',
      'cheese rolls',
      'pickles',
      'walnut bread',
    ),
  },
  {
    told: [],
    toldByThemselves: ['I cannot come on {value}, sorry.', 'On {value} I am away, so without me.'],
    asked: ['On which day can {who} not come?', 'When is {who} away?'],
    value: inventDate,
  },
  {
    told: [],
    toldByThemselves: ['My vote goes to {value} for the trip.', 'For the trip I would choose {value} any time.'],
    asked: ['Where does {who} want to go for the trip?', 'What did {who} vote for?'],
    value: inventTown,
  },
  {
    told: [],
    toldByThemselves: [
      'The hall costs {value} euros, they told me.',
      'As far as I heard, the hall is {value} euros for the evening.',
    ],
    asked: ['What does the hall cost, according to {who}?', 'Which price of the hall did {who} name?'],
    value: (random) => inventNumber(random, 210, 990),
  },
  {
    told: [],
    toldByThemselves: ['I can lend us {value} folding chairs.', 'From me you get {value} folding chairs.'],
    asked: ['How many folding chairs does {who} lend us?', 'How many seats come from {who}?'],
    value: (random) => inventNumber(random, 5, 60),
  },
]
