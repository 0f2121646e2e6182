import type { LanguageTable } from './language.ts'

const EVERY = '(?:todos los|todas las|cada)'

export const spanish: LanguageTable = {
  chrono: 'es',
  numbers: 'un|una|uno, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce',
  moreNumbers: { quince: 15, veinte: 20, treinta: 30, cuarenta: 40, noventa: 90 },
  fractions: 'cuarto, media',
  units:
    'segundos|segundo, minutos|minuto|min, cuarto de hora, media hora, horas|hora, dias|dia, semanas|semana, meses|mes, anos|ano',
  weekdays: 'domingo, lunes, martes, miercoles, jueves, viernes, sabado',
  parts: 'mananas|manana|madrugada, mediodia, tardes|tarde, noches|noche, ',
  ordinals: 'primer|primero, segundo, tercer|tercero, cuarto, ultimo',
  listed: ',? y |, ?|,? y los ',
  meanings: {
    every: `${EVERY} (?:{n} )?{unit}`,
    daily: ['a diario|diariamente', `${EVERY} {part}`],
    weekly: '(?:todos los|cada|los) {days}',
    fromTo: '(?:de|del) {day} (?:a|al) {to}',
    workdays: 'entre semana|(?:todos los|cada|los) dias? (?:laborables?|laborales?|habil(?:es)?|de semana)',
    weekends: '(?:todos los|cada|los) (?:fines|fin) de semana',
    everySecond: ['un {day} si y otro no', 'cada (?:dos|segundo) {day}s?'],
    nthOfMonth: ['(?:cada|todos los) {nth}s? {day} (?:del|de cada|de) mes', '(?:el )?{nth} {day} de cada mes'],
    lastOfMonth: '(?:el )?ultimo dia de cada mes',
    monthly: ['(?:cada|todos los)(?: dia)? {date} (?:del|de) mes', '(?:el|los)(?: dias?)? {date} de cada mes'],
    monthday: 'el dia (?<date>\\d{1,2})(?! de)',
    dayAfterTomorrow: 'pasado manana',
    part: ['(?:de|por|a) la {part}', 'al (?<part>mediodia)'],
    today: 'esta (?<part>manana|tarde|noche)',
    noon: 'a mediodia',
    midnight: 'a medianoche',
    clock: [
      'a las? {hour}(?: horas| ?h)?',
      'a las? {hour} y {minute}',
      '(?<hour>\\d{1,2}) horas',
      'a las? (?<hour>\\d{1,2})[:.h](?<minute>\\d{2})h?',
    ],
    clockTo: 'a las? {hour} menos {fraction}',
    in: ['(?:en|dentro de) {n} {unit}', '(?:en|dentro de) (?<unit>media hora)'],
    inAndHalf: '(?:en|dentro de) {n} horas? y media',
  },
  glue: 'a|el|los|las|la|sobre',
  lead: 'el|a|al|los',
  polite: 'hola|oye|ok|y|por favor|porfa|puedes|podrias|puede|podria|quiero que|me gustaria que|necesito que',
  opener:
    '(?:recuerdame|recuerdeme|recordarme|me recuerdas?|me recuerdes|avisame|aviseme|avisarme|hazme acordar|(?:pon|ponme|crea|anade|programa)(?:me)? (?:un )?(?:recordatorio|aviso)|recordatorio)(?: para| de nuevo| otra vez| por favor)?',
  link: 'de que|que|de|para que|para|sobre|lo de',
  closer: 'por favor|porfa|gracias',
}
