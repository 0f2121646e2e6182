import type { LanguageTable } from './language.ts'

const EVERY = '(?:tous les|toutes les|chaque)'
const OF_EACH_MONTH = '(?:de chaque|de tous les) mois'
const HOURS = '(?:a|vers) {hour} (?:heures?|h)'

export const french: LanguageTable = {
  chrono: 'fr',
  numbers: 'un|une, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze',
  moreNumbers: { quinze: 15, vingt: 20, trente: 30, quarante: 40, 'quatre-vingt-dix': 90 },
  fractions: 'quart, demie|demi',
  units:
    "secondes|seconde, minutes|minute|min, quarts d'heure|quart d'heure, demi-heures|demi-heure|demi heure, heures|heure, jours|jour, semaines|semaine, mois, ans|an|annees|annee",
  weekdays: 'dimanche, lundi, mardi, mercredi, jeudi, vendredi, samedi',
  parts: 'matins|matin, , apres-midis|apres-midi|apres midis|apres midi, soirs|soir, nuits|nuit',
  ordinals: 'premier|1er, deuxieme, troisieme, quatrieme, dernier',
  listed: ',? et |, ?|,? et les ',
  meanings: {
    every: ['(?:tous|toutes) les {n} {unit}', `${EVERY} {unit}`],
    daily: ['quotidiennement', `${EVERY} {part}`],
    weekly: '(?:tous les|chaque|les) {days}',
    fromTo: '(?:du|de) {day} (?:au|a) {to}',
    workdays: 'en semaine|(?:tous les|chaque|les) jours? (?:ouvres?|ouvrables?|de semaine|de travail)',
    weekends: '(?:tous les|chaque|les) week[ -]?ends?',
    everySecond: 'une? (?:semaine|{day}) sur deux',
    nthOfMonth: [
      `(?:chaque|tous les) {nth}s? {day}s? (?:du|de chaque|de tous les) mois`,
      `(?:le )?{nth} {day} ${OF_EACH_MONTH}`,
    ],
    lastOfMonth: ['(?:chaque|tous les) derniers? jours? du mois', `(?:le )?dernier jour ${OF_EACH_MONTH}`],
    monthly: ['(?:tous les|chaque) (?:premiers|{date}) (?:du|de chaque) mois', `le {date} ${OF_EACH_MONTH}`],
    monthday: 'le (?<date>\\d{1,2})(?= a \\d)',
    dayAfterTomorrow: 'apres[ -]demain',
    part: ["(?:du|le|de l'|en) ?{part}", '(?<=demain |[dh]is? ){part}'],
    today: ['ce (?<part>matin|soir)', 'cet (?<part>apres[ -]midi)', 'cette (?<part>nuit)'],
    noon: '(?:a )?midi(?: et {fraction})?',
    midnight: '(?:a )?minuit',
    clock: [`${HOURS}(?: et {fraction}| {minute})?`, '(?<hour>\\d{1,2}) heures'],
    clockTo: `${HOURS} moins le {fraction}`,
    in: 'dans {n} {unit}',
    inAndHalf: 'dans {n} heures? et demie',
  },
  glue: 'a|le|vers|au|les',
  lead: 'le|a|au|vers',
  polite:
    "bonjour|salut|hey|ok|et|s'il te plait|s'il vous plait|stp|svp|merci de|peux-tu|tu peux|pourrais-tu|tu pourrais|pouvez-vous|pourriez-vous|je voudrais que tu",
  opener:
    "(?:rappelle[sz]?[ -]moi|rappelez[ -]moi|me rappeler|me rappelles?|fais-moi penser|previens-moi|avertis-moi|(?:mets|ajoute|cree|programme)(?:-moi)? un rappel|rappel|n'oublie pas(?: de(?= me rappeler))?)(?: pour| a nouveau| encore)?",
  link: "de|d'|que|qu'|a|au|pour|du",
  closer: "s'il te plait|s'il vous plait|stp|svp|merci",
}
