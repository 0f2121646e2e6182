import type { Found, Language, Rule } from '../language.ts'
import { readNamedDate } from '../named-date.ts'
import { digits, upTo } from '../numbers.ts'
import { isoDate, numericDate } from '../numeric-date.ts'
import {
  after,
  clock,
  clockBefore,
  day,
  doubt,
  each,
  halfDay,
  MIDNIGHT,
  NOON,
  type Piece,
  part,
  weekdaysFrom,
} from '../piece.ts'
import { BARE_HOUR } from './bare-hour.ts'
import { MONTH, numbers, PARTS, UNITS, WEEKDAYS } from './spanish-tables.ts'
import { weekdaysNamed } from './weekdays.ts'
import { NTH, weeksAndMonths } from './weeks-and-months.ts'

const unit = (found: Found, name = 'unit') => UNITS[found.text(name)] ?? 'minute'
const partOf = (found: Found) => part(PARTS[found.text('part')] ?? 'morning')
const DAY = Object.keys(WEEKDAYS).join('|')
const weekly = (found: Found): Piece[] => [
  { kind: 'weekly', weekdays: weekdaysNamed(found.text('days'), { ...WEEKDAYS, sabados: 6, domingos: 0 }) },
]
const named = (found: Found): Piece[] => readNamedDate('es', found.text('date').replace(/^(?:primero|uno)/u, '1'))
const DATE = `(?<date>(?:\\d{1,3}|primero|uno) (?:de )?(?:${MONTH})(?: (?:de |del )?\\d{4})?)`
const AT = '(?:(?:a|sobre|hacia|para) )?las? '
const monthday = (found: Found): Piece => ({
  kind: 'monthday',
  day: /^(?:primero|uno)$/u.test(found.text('d')) ? 1 : Number.parseInt(found.text('d'), 10),
})
const MONTHDAY = '(?<d>primero|uno|\\d{1,3})'

const CLOCK: Rule[] = [
  {
    pattern: `(?:${AT})?{h:two}[:]{m:twoDigits}(?: ?(?:h|hs|horas))?(?: ?(?<ap>am|pm|a\\.m\\.|p\\.m\\.))?`,
    read: (f) =>
      (f.has('ap')
        ? halfDay(f.number('h'), f.number('m'), f.text('ap').startsWith('p'))
        : clock(f.number('h'), f.number('m'))) ?? doubt('noTime'),
  },
  {
    pattern: `${AT}{h:two}\\.{m:twoDigits}(?: ?h)?`,
    read: (f) => clock(f.number('h'), f.number('m')) ?? doubt('noTime'),
  },
  { pattern: `(?:${AT})?{h:two} ?(?:h|hs|horas)`, read: (f) => clock(f.number('h')) ?? doubt('noTime') },
  {
    pattern: `(?:${AT})?{h:hour} ?(?<ap>am|pm|a\\.m\\.|p\\.m\\.)`,
    read: (f) => halfDay(f.number('h'), 0, f.text('ap').startsWith('p')) ?? doubt('noTime'),
  },
  {
    pattern: '(?:a|sobre|hacia) las? {h:hour}(?: en punto| horas)?',
    read: (f) => clock(f.number('h')) ?? doubt('noTime'),
  },
  {
    pattern: `${AT}{h:hour} y (?<half>media|cuarto)`,
    read: (f) => clock(f.number('h'), f.text('half') === 'media' ? 30 : 15),
  },
  { pattern: `${AT}{h:hour} y {m:minute}`, read: (f) => clock(f.number('h'), f.number('m')) },
  { pattern: `${AT}{h:hour} menos cuarto`, read: (f) => clockBefore(f.number('h'), 15) },
  { pattern: `${AT}{h:hour} menos {m:minute}`, read: (f) => clockBefore(f.number('h'), f.number('m')) },
  ...BARE_HOUR,
  { pattern: '(?:am|a\\.m\\.)', follows: true, read: () => [part('morning')] },
  { pattern: '(?:pm|p\\.m\\.)', follows: true, read: () => [part('pm')] },
  { pattern: '(?:a|al) mediodia', read: () => NOON },
  { pattern: '(?:a )?(?:la )?medianoche', read: () => MIDNIGHT },
]

const DAYS: Rule[] = [
  { pattern: 'hoy', read: () => [day(0)] },
  { pattern: 'manana', read: () => [day(1)] },
  { pattern: 'pasado manana', read: () => [day(2)] },
  {
    pattern: 'esta (?<part>manana|tarde|noche)|hoy (?:por|en|a) la (?<then>manana|tarde|noche)',
    read: (f) => [day(0), part(PARTS[f.text('part')] ?? PARTS[f.text('then')] ?? 'morning')],
  },
  { pattern: '(?:por|de|en|a) la (?<part>manana|tarde|noche|madrugada)', follows: true, read: (f) => [partOf(f)] },
  { pattern: '(?:por|en) la (?<part>manana|tarde|noche)', read: (f) => [partOf(f)] },
  {
    pattern: '(?:de la |por la )?(?<part>madrugada)|a (?<early>primera hora)|al (?<noon>mediodia)|del (?<mid>mediodia)',
    follows: true,
    read: (f) => [f.has('noon') || f.has('mid') ? part('noon') : partOf(f)],
  },
  { pattern: '(?:(?:el|este) )?{weekday}', read: (f) => [{ kind: 'weekday', weekday: f.number('weekday') }] },
  {
    pattern: '(?:el )?{weekday} (?:de (?:la )?(?:proxima semana|semana que viene|semana proxima))',
    read: (f) => [{ kind: 'weekday', weekday: f.number('weekday'), week: 'next' }],
  },
  {
    pattern: `(?:el )?(?:dia )?(?:{weekday},? (?:dia )?)?${DATE}`,
    read: (f) => [
      ...named(f),
      ...(f.has('weekday') ? [{ kind: 'weekday' as const, weekday: f.number('weekday') }] : []),
    ],
  },
  {
    pattern: '(?:el )?{d:two}/{m:two}(?:/(?<y>\\d{4}|\\d{2}))?',
    read: (f) => numericDate(f.number('d'), f.number('m'), f.text('y'), 'day first'),
  },
  {
    pattern: '(?:el )?(?<y>\\d{4})-{m:twoDigits}-{d:twoDigits}',
    read: (f) => isoDate(f.number('y'), f.number('m'), f.number('d')),
  },
  { pattern: `(?:el dia|el) ${MONTHDAY}(?: de(?: este|l) mes)?`, read: (f) => [monthday(f)] },
]

const AHEAD: Rule[] = [
  { pattern: 'manana a (?:la misma|esta) hora', read: () => after(1, 'day') },
  {
    pattern: '(?:en|dentro de) (?<minus>[-−])?{n:amount} ?{unit}(?:(?: y|,)? {n2:amount} ?{unit2:unit})?',
    read: (f) =>
      f.has('minus')
        ? doubt('past')
        : (after(f.number('n'), unit(f), f.has('n2') ? [f.number('n2'), unit(f, 'unit2')] : undefined) ??
          doubt('vague')),
  },
  { pattern: '(?:en|dentro de) media hora', read: () => after(30, 'minute') },
  { pattern: '(?:en|dentro de) (?:un )?cuarto de hora', read: () => after(15, 'minute') },
  { pattern: '(?:en|dentro de) tres cuartos de hora', read: () => after(45, 'minute') },
  {
    pattern: '(?:en|dentro de) (?:(?:una )?hora|{n:amount} horas) y (?<half>media|cuarto)',
    read: (f) => after((f.has('n') ? f.number('n') : 1) * 60 + (f.text('half') === 'media' ? 30 : 15), 'minute'),
  },
]

const EVERY: Rule[] = [
  {
    pattern: '(?:todos los|todas las) {unit}|cada {unit2:unit}',
    read: (f) => each(1, f.has('unit') ? unit(f) : unit(f, 'unit2')),
  },
  { pattern: 'cada {n:number} ?{unit}', read: (f) => each(f.number('n'), unit(f)) },
  { pattern: 'cada media hora', read: () => each(30, 'minute') },
  { pattern: 'cada cuarto de hora', read: () => each(15, 'minute') },
  { pattern: 'cada hora y media', read: () => each(90, 'minute') },
  { pattern: 'a diario|diariamente', read: () => each(1, 'day') },
  {
    pattern: '(?:todas las|cada|por las) (?<part>mananas?|tardes?|noches?)',
    read: (f) => [{ kind: 'every', unit: 'day' }, partOf(f)],
  },
  {
    pattern: `(?:todos los|cada|los) (?<days>(?:${DAY})s?(?:(?:,? y |, ?)(?:los |cada |todos los )?(?:${DAY})s?){0,6})`,
    read: weekly,
  },
  {
    pattern: '(?:todos los dias,? )?(?:de|del) {from:weekday} (?:a|al) {to:weekday}',
    read: (f) => [{ kind: 'weekly', weekdays: weekdaysFrom(f.number('from'), f.number('to')) }],
  },
  {
    pattern:
      '(?:entre semana|(?:todos los|cada|los) dias? (?:laborables?|laborales?|habil|habiles|de semana|entre semana))',
    read: () => [{ kind: 'weekly', weekdays: [1, 2, 3, 4, 5] }],
  },
  { pattern: '(?:todos los|cada|los) (?:fines|fin) de semana', read: () => [{ kind: 'weekly', weekdays: [6, 0] }] },
  {
    pattern: `(?:cada|todos los)(?: dia)? ${MONTHDAY} (?:del|de) mes`,
    read: (f) => [{ kind: 'every', unit: 'month' }, monthday(f)],
  },
  {
    pattern: `(?:el|los)(?: dias?)? ${MONTHDAY} (?:de cada|de todos los) mes(?:es)?|todos los meses el(?: dia)? (?<d2>\\d{1,3})`,
    read: (f) => [
      { kind: 'every', unit: 'month' },
      f.has('d') ? monthday(f) : { kind: 'monthday', day: f.number('d2') },
    ],
  },
  { pattern: `(?:cada|todos los) ${DATE}`, read: (f) => [{ kind: 'every', unit: 'year' }, ...named(f)] },
]

const ASKED: Rule[] = [
  { pattern: 'durante {n:amount} {unit}', read: () => doubt('range') },
  { pattern: '(?:el )?{weekday} siguiente', read: () => doubt('next') },
  {
    pattern:
      'ayer|anteayer|antes de ayer|(?:el )?{weekday} pasado|(?:la semana pasada|el mes pasado)|hace {n:amount} {unit}',
    read: () => doubt('past'),
  },
  {
    pattern:
      'pronto|mas tarde|luego|algun dia|un dia de estos|en algun momento|regularmente|de vez en cuando|a veces|a menudo|en (?:unos|unas|algunos|algunas|varios|varias) {unit}|dentro de (?:unos|unas|algunos|algunas|un rato) ?(?:{unit2:unit})?|cada (?:pocos|pocas|tanto|cuanto)|cuanto antes|proximamente|en un rato',
    read: () => doubt('vague'),
  },
  { pattern: '(?:el )?proximo {weekday}|(?:el )?{other:weekday} (?:proximo|que viene)', read: () => doubt('next') },
  {
    pattern:
      '(?:la )?(?:proxima semana|semana que viene|semana proxima)|esta semana|(?:el )?(?:proximo mes|mes que viene|ano que viene|proximo ano)|(?:el|este) (?:proximo )?fin de semana|(?:a )?(?:fin|final|finales) de(?:l)? (?:mes|ano|semana)|semanalmente|mensualmente',
    read: () => doubt('whichDay'),
  },
  {
    pattern:
      'cada (?:dos|2|quince|15|tres|3) (?:dias|semanas|meses|anos)|un {weekday} si y otro no|un dia si y otro no|cada dos {other:weekday}s?|quincenalmente|un {third:weekday} de cada dos|cada segundo {fourth:weekday}|cada trimestre',
    read: () => doubt('everyOther'),
  },
  { pattern: '{n:number} (?:vez|veces) (?:al|a la|por|cada) {unit}', read: () => doubt('often') },
  {
    pattern:
      '(?:el |cada |todos los )?(?:primer|primero|segundo|tercer|cuarto|ultimo) (?:{weekday}|dia|dia laborable|dia habil) (?:del|de cada|de) mes',
    read: () => doubt('nth'),
  },
  { pattern: '(?:{n:amount} {unit}|media hora) (?:antes|despues)', read: () => doubt('before') },
]

export const spanish: Language = {
  name: 'es',
  tables: () => ({
    two: digits('\\d{1,2}'),
    twoDigits: digits('\\d{2}'),
    hour: { ...upTo(24, numbers()), ...digits('\\d{1,2}') },
    minute: { ...upTo(59, numbers()), ...digits('\\d{1,2}') },
    number: { ...numbers(), ...digits('\\d{1,9}') },
    amount: { ...numbers(), ...digits('\\d{1,9}(?:[.,]\\d{1,2})?') },
    unit: UNITS,
    weekday: WEEKDAYS,
    nth: NTH.spanish,
  }),
  rules: [...CLOCK, ...DAYS, ...AHEAD, ...EVERY, ...weeksAndMonths.spanish, ...ASKED],
  frame: {
    polite: '(?:hola|oye|ok|y|por favor|porfa|puedes|podrias|puede|podria|quiero que|me gustaria que|necesito que)',
    opener:
      '(?:recuerdame|recuerdeme|recordarme|me recuerdas?|me recuerdes|avisame|aviseme|avisarme|hazme acordar|(?:pon|ponme|crea|anade|programa)(?:me)? (?:un )?(?:recordatorio|aviso)|recordatorio|que no se me olvide|no me dejes olvidar)(?: para| de nuevo| otra vez| por favor)?',
    within: 'recuerdame|recuerdeme|avisame|recordarme',
    link: '(?:de que|que|de|para que|para|sobre|lo de)',
    fact: '(?:de que|que)',
    closer: '(?:por favor|porfa|gracias)',
  },
  glue: '(?:a|el|los|las|la|sobre)',
  and: '(?:y|e|&)',
  or: '(?:o|u|o bien|o quizas|o tal vez)',
  ofText: '(?:de|del|para|la|el|los|las|mi|mis|nuestro|nuestra|con|sobre)',
  bound:
    '(?:antes de|antes del|despues de|despues del|desde|hasta|entre|excepto|salvo|menos|no|pero no|a partir de|a partir del|a mas tardar|solo)',
  limit: '(?:antes|despues|cuando|hasta|en cuanto)',
  spaced: true,
}
