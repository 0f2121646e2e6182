import { lazy } from '../../../lib/lazy.ts'
import { numberWords } from '../numbers.ts'
import type { Part } from '../piece.ts'
import { unitWords } from './units.ts'

export const numbers = lazy(() =>
  numberWords(
    [
      'null',
      'ein|eins|eine|einer|einem|einen',
      'zwei|zwo',
      'drei',
      'vier',
      'funf|fuenf',
      'sechs',
      'sieben',
      'acht',
      'neun',
      'zehn',
      'elf',
      'zwolf|zwoelf',
      'dreizehn',
      'vierzehn',
      'funfzehn|fuenfzehn',
      'sechzehn',
      'siebzehn',
      'achtzehn',
      'neunzehn',
    ],
    ['zwanzig', 'dreißig', 'vierzig', 'funfzig'],
    (tens, ones) => [`${ones}und${tens}`],
  ),
)

export const WEEKDAYS = {
  sonntag: 0,
  montag: 1,
  dienstag: 2,
  mittwoch: 3,
  donnerstag: 4,
  freitag: 5,
  samstag: 6,
  sonnabend: 6,
}
export const MONTH =
  'januar|janner|jaenner|februar|marz|maerz|april|mai|juni|juli|august|september|oktober|november|dezember|jan|feb|mar|apr|jun|jul|aug|sept|sep|okt|nov|dez'
export const ORDINALS: Record<string, number> = {
  ersten: 1,
  zweiten: 2,
  dritten: 3,
  vierten: 4,
  funften: 5,
  sechsten: 6,
  siebten: 7,
  achten: 8,
  neunten: 9,
  zehnten: 10,
  funfzehnten: 15,
  zwanzigsten: 20,
}
export const UNITS = unitWords({
  second: 'sekunde|sekunden|sek',
  minute: 'minute|minuten|min',
  hour: 'stunde|stunden|std|h',
  day: 'tag|tage|tagen',
  week: 'woche|wochen',
  month: 'monat|monate|monaten',
  year: 'jahr|jahre|jahren',
})
export const PARTS: Record<string, Part> = {
  fruh: 'morning',
  frueh: 'morning',
  morgen: 'morning',
  morgens: 'morning',
  vormittag: 'morning',
  vormittags: 'morning',
  mittag: 'noon',
  mittags: 'noon',
  nachmittag: 'afternoon',
  nachmittags: 'afternoon',
  abend: 'evening',
  abends: 'evening',
  nachts: 'night',
  nacht: 'night',
}
