import { lazy } from '../../../lib/lazy.ts'
import { numberWords } from '../numbers.ts'
import type { Part } from '../piece.ts'
import { unitWords } from './units.ts'

export const numbers = lazy(() =>
  numberWords(
    [
      'zero',
      'un|une',
      'deux',
      'trois',
      'quatre',
      'cinq',
      'six',
      'sept',
      'huit',
      'neuf',
      'dix',
      'onze',
      'douze',
      'treize',
      'quatorze',
      'quinze',
      'seize',
      'dix-sept|dix sept',
      'dix-huit|dix huit',
      'dix-neuf|dix neuf',
    ],
    ['vingt', 'trente', 'quarante', 'cinquante'],
    (tens, ones, one) =>
      one === 1 ? [`${tens} et ${ones}`, `${tens}-et-${ones}`] : [`${tens}-${ones}`, `${tens} ${ones}`],
  ),
)

export const WEEKDAYS = { dimanche: 0, lundi: 1, mardi: 2, mercredi: 3, jeudi: 4, vendredi: 5, samedi: 6 }
export const MONTH =
  'janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|janv|fevr|avr|juil|sept|oct|nov|dec'
export const UNITS = unitWords({
  second: 'seconde|secondes|s',
  minute: 'minute|minutes|min|mn',
  hour: 'heure|heures|h',
  day: 'jour|jours',
  week: 'semaine|semaines',
  month: 'mois',
  year: 'an|ans|annee|annees',
})
export const PARTS: Record<string, Part> = {
  matin: 'morning',
  matins: 'morning',
  matinee: 'morning',
  midi: 'noon',
  midis: 'noon',
  'apres-midi': 'afternoon',
  'apres midi': 'afternoon',
  soir: 'evening',
  soirs: 'evening',
  soiree: 'evening',
  nuit: 'night',
  nuits: 'night',
}
export const PART = 'matin|midi|apres[ -]midi|soir'
