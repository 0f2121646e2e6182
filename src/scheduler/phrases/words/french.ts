import type { Found, Language, Rule } from '../language.ts'
import { readNamedDate } from '../named-date.ts'
import { digits, from, upTo } from '../numbers.ts'
import { isoDate, numericDate } from '../numeric-date.ts'
import {
  after,
  clock,
  clockBefore,
  day,
  doubt,
  each,
  MIDNIGHT,
  NOON,
  type Piece,
  part,
  weekdaysFrom,
} from '../piece.ts'
import { BARE_HOUR } from './bare-hour.ts'
import { MONTH, numbers, PART, PARTS, UNITS, WEEKDAYS } from './french-tables.ts'
import { weekdaysNamed } from './weekdays.ts'
import { NTH, weeksAndMonths } from './weeks-and-months.ts'

const unit = (found: Found, name = 'unit') => UNITS[found.text(name)] ?? 'minute'
const partOf = (found: Found) => part(PARTS[found.text('part')] ?? 'morning')
const DAY = Object.keys(WEEKDAYS).join('|')
const weekly = (found: Found): Piece[] => [{ kind: 'weekly', weekdays: weekdaysNamed(found.text('days'), WEEKDAYS) }]
const named = (found: Found): Piece[] => readNamedDate('fr', found.text('date').replace(/^premier/u, '1er'))
const DATE = `(?<date>(?:\\d{1,3}(?:er|e)?|premier) (?:${MONTH})\\.?(?: \\d{4})?)`
const monthday = (found: Found): Piece => ({
  kind: 'monthday',
  day: found.text('d') === 'premier' ? 1 : Number.parseInt(found.text('d'), 10),
})
const MONTHDAY = '(?<d>premier|\\d{1,3}(?:er|e)?)'

/** Behind minutes, not behind a number of things. */
const ENDS = "(?=$|[,;!?.]| (?:de |d'|du |que |demain|pour |a ))"

const CLOCK: Rule[] = [
  {
    pattern: '(?:(?:a|vers) )?{h:two} ?h(?:{m:twoDigits}| {m2:twoDigits})?',
    read: (f) => clock(f.number('h'), f.has('m') ? f.number('m') : f.has('m2') ? f.number('m2') : 0) ?? doubt('noTime'),
  },
  {
    pattern: '(?:(?:a|vers) )?{h:two}:{m:twoDigits}',
    read: (f) => clock(f.number('h'), f.number('m')) ?? doubt('noTime'),
  },
  {
    pattern: `(?:(?:a|vers) )?{h:hour} heures?(?: {m:minute}(?: minutes)?${ENDS})?`,
    read: (f) => clock(f.number('h'), f.has('m') ? f.number('m') : 0) ?? doubt('noTime'),
  },
  {
    pattern: '(?:(?:a|vers) )?{h:hour} ?(?:h|heures?) et (?<part>demie?|quart)',
    read: (f) => clock(f.number('h'), f.text('part') === 'quart' ? 15 : 30),
  },
  {
    pattern: '(?:(?:a|vers) )?{h:hour} ?(?:h|heures?) moins (?:le |un )?quart',
    read: (f) => clockBefore(f.number('h'), 15),
  },
  {
    pattern: '(?:(?:a|vers) )?{h:hour} ?(?:h|heures?) moins {m:minute}',
    read: (f) => clockBefore(f.number('h'), f.number('m')),
  },
  { pattern: '(?:a|vers) {h:hour}', read: (f) => clock(f.number('h'), 0, { loose: true }) },
  ...BARE_HOUR,
  { pattern: 'pile|precises?', follows: true, read: () => [] },
  { pattern: '(?:a |vers |ce )?midi', read: () => NOON },
  {
    pattern: '(?:a |vers )?midi et (?<part>demie?|quart)',
    read: (f) => clock(12, f.text('part') === 'quart' ? 15 : 30, { exact: true }),
  },
  { pattern: '(?:a |vers )?minuit', read: () => MIDNIGHT },
]

const DAYS: Rule[] = [
  { pattern: "aujourd'hui", read: () => [day(0)] },
  { pattern: 'demain', read: () => [day(1)] },
  { pattern: 'apres[ -]demain', read: () => [day(2)] },
  {
    pattern: 'ce (?<part>matin|soir)|cet (?<noon>apres[ -]midi)',
    read: (f) => [day(0), f.has('noon') ? part('afternoon') : partOf(f)],
  },
  {
    pattern: "(?:du (?<part>matin|soir))|(?<noon>de l'apres[ -]midi)|(?<night>de la nuit)",
    follows: true,
    read: (f) => [f.has('noon') ? part('afternoon') : f.has('night') ? part('night') : partOf(f)],
  },
  { pattern: `(?:au |le |dans la )?(?<part>${PART}|matinee|soiree)`, follows: true, read: (f) => [partOf(f)] },
  {
    pattern: "dans (?:la (?<part>matinee|soiree)|l'(?<noon>apres[ -]midi))",
    read: (f) => [f.has('noon') ? part('afternoon') : partOf(f)],
  },
  { pattern: '(?:ce )?{weekday}', read: (f) => [{ kind: 'weekday', weekday: f.number('weekday') }] },
  {
    pattern: '{weekday} (?:de )?(?:la )?semaine prochaine|la semaine prochaine,? {other:weekday}',
    read: (f) => [
      { kind: 'weekday', weekday: f.has('weekday') ? f.number('weekday') : f.number('other'), week: 'next' },
    ],
  },
  {
    pattern: `(?:le )?(?:{weekday} )?${DATE}`,
    read: (f) => [
      ...named(f),
      ...(f.has('weekday') ? [{ kind: 'weekday' as const, weekday: f.number('weekday') }] : []),
    ],
  },
  {
    pattern: '(?:le )?{d:two}/{m:two}(?:/(?<y>\\d{4}|\\d{2}))?',
    read: (f) => numericDate(f.number('d'), f.number('m'), f.text('y'), 'day first'),
  },
  {
    pattern: '(?:le )?(?<y>\\d{4})-{m:twoDigits}-{d:twoDigits}',
    read: (f) => isoDate(f.number('y'), f.number('m'), f.number('d')),
  },
  { pattern: `le ${MONTHDAY}(?: (?:de ce|du) mois)?`, read: (f) => [monthday(f)] },
]

const AHEAD: Rule[] = [
  { pattern: 'demain a (?:la meme heure|cette heure(?:-ci)?)', read: () => after(1, 'day') },
  {
    pattern: 'dans (?<minus>[-−])?{n:amount} ?{unit}(?:(?: et|,)? {n2:amount} ?{unit2:unit})?',
    read: (f) =>
      f.has('minus')
        ? doubt('past')
        : (after(f.number('n'), unit(f), f.has('n2') ? [f.number('n2'), unit(f, 'unit2')] : undefined) ??
          doubt('vague')),
  },
  { pattern: 'dans (?:une )?demi[ -]heure', read: () => after(30, 'minute') },
  { pattern: "dans (?:un )?quart d'heure", read: () => after(15, 'minute') },
  { pattern: "dans trois quarts d'heure", read: () => after(45, 'minute') },
  {
    pattern: 'dans {n:amount} ?(?:h|heures?) et (?<part>demie?|quart)',
    read: (f) => after(f.number('n') * 60 + (f.text('part') === 'quart' ? 15 : 30), 'minute'),
  },
  { pattern: 'dans {n:amount} ?h ?{m:twoDigits}', read: (f) => after(f.number('n') * 60 + f.number('m'), 'minute') },
  { pattern: "d'ici {n:amount} {unit}", read: () => doubt('range') },
]

const EVERY: Rule[] = [
  {
    pattern: '(?:tous|toutes) les {unit}|chaque {unit2:unit}',
    read: (f) => each(1, f.has('unit') ? unit(f) : unit(f, 'unit2')),
  },
  { pattern: '(?:tous|toutes) les {n:number} ?{unit}', read: (f) => each(f.number('n'), unit(f)) },
  { pattern: '(?:toutes les demi[ -]heures|chaque demi[ -]heure)', read: () => each(30, 'minute') },
  { pattern: "(?:tous les quarts d'heure|chaque quart d'heure)", read: () => each(15, 'minute') },
  { pattern: 'toutes les heures et demie', read: () => each(90, 'minute') },
  { pattern: 'quotidiennement', read: () => each(1, 'day') },
  {
    pattern:
      '(?:tous les|chaque|le|les) (?<part>matins|soirs|apres[ -]midis?)|chaque (?<one>matin|soir)|toutes les (?<nights>nuits)',
    read: (f) => [
      { kind: 'every', unit: 'day' },
      part(PARTS[f.text('part')] ?? PARTS[f.text('one')] ?? PARTS[f.text('nights')] ?? 'afternoon'),
    ],
  },
  {
    pattern: `(?:tous les|chaque|les) (?<days>(?:${DAY})s?(?:(?:,? et |, ?)(?:les |chaque |tous les )?(?:${DAY})s?){0,6})`,
    read: weekly,
  },
  {
    pattern: `(?:tous les|chaque) {weekday}s? (?<part>matins?|soirs?)`,
    read: (f) => [{ kind: 'weekly', weekdays: [f.number('weekday')] }, partOf(f)],
  },
  {
    pattern: '(?:tous les jours )?(?:du|de) {from:weekday} (?:au|a) {to:weekday}',
    read: (f) => [{ kind: 'weekly', weekdays: weekdaysFrom(f.number('from'), f.number('to')) }],
  },
  {
    pattern: '(?:en semaine|(?:tous les|chaque|les) jours? (?:ouvres?|ouvrables?|de semaine|de travail))',
    read: () => [{ kind: 'weekly', weekdays: [1, 2, 3, 4, 5] }],
  },
  { pattern: '(?:tous les|chaque|les) week[ -]?ends?', read: () => [{ kind: 'weekly', weekdays: [6, 0] }] },
  { pattern: `(?:tous les|chaque) ${MONTHDAY} du mois`, read: (f) => [{ kind: 'every', unit: 'month' }, monthday(f)] },
  {
    pattern: `le ${MONTHDAY} (?:de chaque|de tous les|du|des) mois`,
    read: (f) => [{ kind: 'every', unit: 'month' }, monthday(f)],
  },
  { pattern: `(?:tous les|chaque) ${DATE}`, read: (f) => [{ kind: 'every', unit: 'year' }, ...named(f)] },
]

const ASKED: Rule[] = [
  { pattern: 'pendant {n:amount} {unit}', read: () => doubt('range') },
  { pattern: '{weekday} (?:en (?:huit|quinze)|suivant)', read: () => doubt('next') },
  {
    pattern: 'hier|avant-hier|{weekday} dernier|(?:la semaine|le mois) derniere?|il y a {n:amount} {unit}',
    read: () => doubt('past'),
  },
  {
    pattern:
      "bientot|plus tard|tout a l'heure|un jour|un de ces jours|regulierement|de temps en temps|parfois|souvent|dans (?:quelques|plusieurs) {unit}|(?:toutes|tous) les quelques {unit2:unit}|des que possible|a l'occasion|prochainement",
    read: () => doubt('vague'),
  },
  { pattern: '(?:le )?{weekday} prochain|(?:le )?prochain {other:weekday}', read: () => doubt('next') },
  {
    pattern:
      "(?:la )?semaine prochaine|cette semaine|(?:le )?mois prochain|l'annee prochaine|(?:ce|le) week[ -]?end|(?:a la )?fin (?:du mois|de la semaine|de l'annee)|chaque semaine(?! le)|hebdomadairement|mensuellement|le {weekday}",
    read: () => doubt('whichDay'),
  },
  {
    pattern:
      '(?:tous|toutes) les (?:deux|2|quinze|15|trois|3) (?:jours|semaines|mois|ans)|un {weekday} sur deux|une semaine sur deux|un jour sur deux|tous les deux {other:weekday}s',
    read: () => doubt('everyOther'),
  },
  { pattern: '{n:number} fois (?:par|tous les|toutes les|chaque) {unit}', read: () => doubt('often') },
  {
    pattern:
      '(?:le |chaque |tous les )?(?:premier|deuxieme|troisieme|quatrieme|dernier)s? (?:{weekday}|jour|jour ouvre)s? (?:du|de chaque|de tous les) mois',
    read: () => doubt('nth'),
  },
  { pattern: '(?:{n:amount} {unit}|une demi-heure) (?:avant|apres)', read: () => doubt('before') },
]

export const french: Language = {
  name: 'fr',
  tables: () => ({
    two: digits('\\d{1,2}'),
    twoDigits: digits('\\d{2}'),
    hour: { ...upTo(24, numbers()), ...digits('\\d{1,2}') },
    minute: { ...from(5, upTo(59, numbers())), ...digits('\\d{2}') },
    number: { ...numbers(), ...digits('\\d{1,9}') },
    amount: { ...numbers(), ...digits('\\d{1,9}(?:[.,]\\d{1,2})?') },
    unit: UNITS,
    weekday: WEEKDAYS,
    nth: NTH.french,
  }),
  rules: [...CLOCK, ...DAYS, ...AHEAD, ...EVERY, ...weeksAndMonths.french, ...ASKED],
  frame: {
    polite:
      "(?:bonjour|salut|hey|ok|et|s'il te plait|s'il vous plait|stp|svp|merci de|peux-tu|tu peux|pourrais-tu|tu pourrais|pouvez-vous|pourriez-vous|est-ce que tu peux|je veux que tu|je voudrais que tu)",
    opener:
      "(?:rappelle[sz]?[ -]moi|rappelez[ -]moi|me rappeler|me rappelles?|fais-moi penser|previens-moi|avertis-moi|(?:mets|ajoute|cree|programme)(?:-moi)? un rappel|rappel|n'oublie pas(?: de(?= me rappeler))?|ne me laisse pas oublier)(?: pour| a nouveau| encore)?",
    within: 'rappelle[sz]?[ -]moi|rappelez[ -]moi|fais-moi penser|previens-moi',
    link: "(?:de|d'|que|qu'|a|au|pour|du|le fait que)",
    fact: "(?:que|qu')",
    closer: "(?:s'il te plait|s'il vous plait|stp|svp|merci)",
  },
  glue: '(?:a|le|vers|au|les|des)',
  and: '(?:et|&)',
  or: '(?:ou|ou bien|ou peut-etre)',
  ofText: "(?:de|du|des|pour|la|le|les|mon|ma|mes|notre|nos|avec|sur|d'|l')",
  bound:
    "(?:avant|apres|depuis|jusqu'a|jusqu'au|jusque|entre|sauf|excepte|pas|a partir de|a partir du|des|au plus tard|d'ici|seulement|de)",
  limit: '(?:avant|apres|quand|des que|jusque?)',
  spaced: true,
}
