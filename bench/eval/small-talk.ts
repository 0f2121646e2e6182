import type { Random } from '../../test/support/seeded.ts'

// What people talk about besides: it fills most of every conversation, and answers none of the questions.

type Exchange = [said: string, answered: string]

const english: Exchange[] = [
  [
    'Good morning! It rained all night, the {garden} is under water.',
    'Good morning. It should dry by {day}; the forecast has two days of wind.',
  ],
  [
    'How long do I cook {food} for {n} people?',
    'About forty minutes for {n} people. Taste after half an hour, because the pieces differ in size.',
  ],
  [
    'The bus was {n} minutes late again.',
    'That is the third time since {day}. You could take the earlier one or write to the company.',
  ],
  [
    'Can you give me a short recipe with {food}?',
    'Fry an onion, add the {food}, a spoon of broth and some cream, and let it simmer for {n} minutes.',
  ],
  [
    'I slept badly, the neighbours had guests until {n} past two.',
    'That sounds tiring. Perhaps a short nap after lunch helps, but not longer than twenty minutes.',
  ],
  [
    'What could I wear to a concert on {day}?',
    'Something comfortable with a jacket; halls are often cooler than one expects.',
  ],
  [
    'The meeting took {n} minutes and nothing was decided.',
    'Then a short note with the open points may help: who does what, and until which day.',
  ],
  [
    'Is it worth repairing a {thing} that is older than ten years?',
    'If the repair costs less than a third of a new {thing}, usually yes.',
  ],
  [
    'I read {n} pages of the novel, and it gets better.',
    'Nice. The middle part is slow in many of those, and the end makes up for it.',
  ],
  [
    'Remind me how to clean a {thing}.',
    'Unplug it first, wipe it with warm water and a little vinegar, and let it dry overnight.',
  ],
  [
    'The shop had no {food} today, so I bought bread instead.',
    'They often get new {food} on {day}. The market may have some as well.',
  ],
  [
    'My back hurts after {n} hours at the desk.',
    'Stand up every half hour and stretch for a minute. A second screen at eye level helps too.',
  ],
  [
    'Could you make this friendlier: we need the papers by {day}?',
    'For example: it would help us very much to have the papers by {day}. Many thanks!',
  ],
  [
    'The film on {day} was longer than I thought.',
    'Almost three hours, as most of that director are. Was it worth the evening?',
  ],
  ['How many calories does {food} have?', 'Roughly {n} per hundred grams, depending on how much fat is used.'],
  ['We walked {n} kilometres around the lake.', 'That is a good distance. Was the path dry on the far side?'],
  [
    'The {thing} makes a humming noise.',
    'Check whether it stands level. A humming {thing} often just touches the wall.',
  ],
  ['Nothing special here, only laundry and {food}.', 'A quiet day has its charm as well.'],
]

const german: Exchange[] = [
  [
    'Guten Morgen! Es hat die ganze Nacht geregnet, der {garden} steht unter Wasser.',
    'Guten Morgen. Bis {day} sollte es trocknen, zwei Tage Wind sind angesagt.',
  ],
  [
    'Wie lange koche ich {food} für {n} Leute?',
    'Etwa vierzig Minuten für {n} Leute. Probier nach einer halben Stunde, die Stücke sind verschieden groß.',
  ],
  [
    'Der Bus kam wieder {n} Minuten zu spät.',
    'Das ist das dritte Mal seit {day}. Du könntest den früheren nehmen oder dem Betrieb schreiben.',
  ],
  [
    'Gib mir bitte ein kurzes Rezept mit {food}.',
    'Zwiebel anbraten, {food} dazu, ein Löffel Brühe und etwas Sahne, {n} Minuten köcheln lassen.',
  ],
  [
    'Ich habe schlecht geschlafen, die Nachbarn hatten Besuch.',
    'Das klingt anstrengend. Ein kurzer Mittagsschlaf hilft vielleicht, höchstens zwanzig Minuten.',
  ],
  [
    'Die Besprechung dauerte {n} Minuten, und nichts wurde entschieden.',
    'Dann hilft eine kurze Notiz mit den offenen Punkten: wer macht was bis wann.',
  ],
  [
    'Lohnt es sich, {thing} noch reparieren zu lassen?',
    'Wenn es weniger als ein Drittel des Neupreises kostet, meistens ja.',
  ],
  [
    'Ich habe {n} Seiten von dem Roman gelesen, er wird besser.',
    'Schön. Der Mittelteil ist bei vielen zäh, das Ende entschädigt dafür.',
  ],
  [
    'Im Laden gab es kein {food}, ich habe Brot gekauft.',
    'Neue Ware kommt oft am {day}. Auf dem Markt gibt es vielleicht noch welches.',
  ],
  [
    'Mein Rücken schmerzt nach {n} Stunden am Schreibtisch.',
    'Steh jede halbe Stunde auf und streck dich. Ein zweiter Bildschirm in Augenhöhe hilft auch.',
  ],
  ['Wir sind {n} Kilometer um den See gelaufen.', 'Eine gute Strecke. War der Weg auf der anderen Seite trocken?'],
  ['Nichts Besonderes heute, nur Wäsche und {food}.', 'Ein ruhiger Tag hat auch seinen Reiz.'],
]

/** About people of whom other things are asked: the name alone must not be enough to find the answer. */
const aboutPeople: Record<SmallTalkLanguage, Exchange[]> = {
  en: [
    [
      '{who} rang while I had the {thing} in my hands.',
      'Then it was good timing. Did {who} want something in particular?',
    ],
    ['I met {who} at the market, we talked about {food} for half an hour.', 'That sounds like a nice chat.'],
    ['{who} sends you greetings, by the way.', 'Thank you, greetings back to {who}.'],
    ['Should I invite {who} for {day}?', 'Why not, if the {garden} is dry by then.'],
    ['{who} borrowed my {thing} and gave it back after {n} days.', 'Better late than never.'],
    [
      'Write two friendly lines to {who}, please.',
      'Dear {who}, it was lovely to hear from you. I hope that we see each other soon!',
    ],
    ['{who} and I waited {n} minutes for the bus.', 'At least you had company.'],
    ['{who} laughed a lot about the {food}.', 'Some stories only get better with time.'],
  ],
  de: [
    ['{who} rief an, als ich gerade kochte.', 'Das passte ja. Wollte {who} etwas Bestimmtes?'],
    [
      'Ich habe {who} auf dem Markt getroffen, wir sprachen lange über {food}.',
      'Das klingt nach einem netten Gespräch.',
    ],
    ['{who} lässt dich grüßen.', 'Danke, Grüße zurück an {who}.'],
    ['Soll ich {who} für {day} einladen?', 'Warum nicht, wenn der {garden} bis dahin trocken ist.'],
    ['Schreib bitte zwei nette Zeilen an {who}.', 'Liebe Grüße, {who}! Es war schön, von dir zu hören. Bis bald!'],
    ['{who} und ich haben {n} Minuten auf den Bus gewartet.', 'Immerhin wart ihr zu zweit.'],
  ],
}

const SHARE_ABOUT_PEOPLE = 0.35

/** Between people: nobody answers in particular. */
const betweenPeople = [
  'Did anybody see my {thing}? I left it somewhere on {day}.',
  'Sorry, I was {n} minutes late, the bridge was closed.',
  'The weather on {day} should be fine, says the radio.',
  'Who has the list? Mine has {n} names on it.',
  'I made too much {food} again, come over if you like.',
  'The {garden} looks lovely this week.',
  'Can we start {n} minutes later? My train is slow.',
  'Thanks for yesterday, that was fun.',
  'The {thing} in the hall is broken again.',
  'I agree, and {day} suits me too.',
  'Somebody left a bag with {food} in the kitchen.',
  'There were {n} people at the door, quite a crowd.',
  '{who}, did you call me on {day}?',
  'Thank you, {who}!',
  'I saw {who} at the station with a {thing}.',
  'Ask {who}, not me.',
  'Happy to help, {who}, but not before {day}.',
]

const words = {
  en: {
    day: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '),
    food: ['leeks', 'lentils', 'rice', 'fish', 'pumpkin', 'noodles', 'mushrooms', 'beans'],
    thing: ['kettle', 'fan', 'radio', 'vacuum cleaner', 'toaster', 'umbrella', 'printer'],
    garden: ['garden', 'yard', 'cellar', 'balcony'],
  },
  de: {
    day: 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag'.split(' '),
    food: ['Lauch', 'Reis', 'Fisch', 'Kürbis', 'Gemüse', 'Sauerkraut'],
    thing: ['den Wasserkocher', 'den Staubsauger', 'das Radio', 'den Drucker'],
    garden: ['Garten', 'Hof', 'Keller', 'Balkon'],
  },
}

export type SmallTalkLanguage = keyof typeof words

/** The people are those of whom it may speak. */
export function smallExchange(random: Random, language: SmallTalkLanguage, people: string[]): Exchange {
  const exchanges = language === 'en' ? english : german
  const [said, answered] = random.pick(random.chance(SHARE_ABOUT_PEOPLE) ? aboutPeople[language] : exchanges)
  const fill = createFill(random, language, people)
  return [fill(said), fill(answered)]
}

export function smallLine(random: Random, people: string[]): string {
  return createFill(random, 'en', people)(random.pick(betweenPeople))
}

/** The same slot has the same word in both lines of an exchange. */
function createFill(random: Random, language: SmallTalkLanguage, people: string[]): (text: string) => string {
  const { day, food, thing, garden } = words[language]
  const chosen: Record<string, string> = {
    day: random.pick(day),
    food: random.pick(food),
    thing: random.pick(thing),
    garden: random.pick(garden),
    who: random.pick(people),
    n: String(3 + random.integer(60)),
  }
  return (text) => text.replace(/\{([a-z]{1,6})\}/g, (_, slot: string) => chosen[slot] ?? '')
}
