import { listWords, localized } from './localized.ts'

type Unit = 'week' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond'

/** When something is due, in words. A weekday is a number: 0 is Sunday. */
export const whenMessages = localized({
  en: {
    once: (date: string, time: string) => `once, on ${date} at ${time}`,
    every: (count: number, unit: Unit) => (count === 1 ? units[unit]?.[0] : `every ${count} ${units[unit]?.[1]}`) ?? '',
    everyFrom: (every: string, time: string) => `${every} from ${time}`,
    at: (times: string[]) => `at ${listWords(times, 'and')}`,
    timesOnDays: (times: string, days: string) => `${times}, ${days}`,
    daysAtTimes: (days: string, times: string) => `${days} ${times}`,
    everyDay: 'every day',
    lastDayOfMonth: 'on the last day of every month',
    dayOfMonth: (day: number) => `on the ${ordinal(day)} of every month`,
    nthWeekday: (nth: number, weekday: number) => `on the ${ordinals[nth - 1]} ${weekdays[weekday]} of every month`,
    lastWeekday: (weekday: number) => `on the last ${weekdays[weekday]} of every month`,
    workdays: 'every weekday',
    weekdays: (days: number[]) => `every ${listWords(named(days, weekdays), 'and')}`,
    everyOther: (weekday: number) => `every other ${weekdays[weekday]}`,
    everyWeeks: (weeks: number, days: number[]) => `every ${weeks} weeks on ${listWords(named(days, weekdays), 'and')}`,
    cron: (line: string) => `cron "${line}"`,
    inZone: (words: string, zone: string) => `${words} (${zone})`,
  },
  de: {
    once: (date, time) => `einmal, am ${date} um ${time} Uhr`,
    every: (count, unit) => (count === 1 ? germanUnits[unit]?.[0] : `alle ${count} ${germanUnits[unit]?.[1]}`) ?? '',
    everyFrom: (every, time) => `${every} ab ${time} Uhr`,
    at: (times) => `um ${listWords(times, 'und')} Uhr`,
    timesOnDays: (times, days) => `${times}, ${days}`,
    daysAtTimes: (days, times) => `${days} ${times}`,
    everyDay: 'jeden Tag',
    lastDayOfMonth: 'am letzten Tag jedes Monats',
    dayOfMonth: (day) => `am ${day}. jedes Monats`,
    nthWeekday: (nth, weekday) => `am ${germanOrdinals[nth - 1]} ${germanWeekdays[weekday]} jedes Monats`,
    lastWeekday: (weekday) => `am letzten ${germanWeekdays[weekday]} jedes Monats`,
    workdays: 'montags bis freitags',
    weekdays: (days) => `jeden ${listWords(named(days, germanWeekdays), 'und')}`,
    everyOther: (weekday) => `jeden zweiten ${germanWeekdays[weekday]}`,
    everyWeeks: (weeks, days) => `alle ${weeks} Wochen am ${listWords(named(days, germanWeekdays), 'und')}`,
    cron: (line) => `Cron „${line}“`,
    inZone: (words, zone) => `${words} (${zone})`,
  },
})

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const germanWeekdays = ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag']
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']
const germanOrdinals = ['ersten', 'zweiten', 'dritten', 'vierten', 'fünften']
const units: Record<Unit, [every: string, many: string]> = {
  week: ['every week', 'weeks'],
  day: ['every day', 'days'],
  hour: ['every hour', 'hours'],
  minute: ['every minute', 'minutes'],
  second: ['every second', 'seconds'],
  millisecond: ['every millisecond', 'milliseconds'],
}
const germanUnits: Record<Unit, [every: string, many: string]> = {
  week: ['jede Woche', 'Wochen'],
  day: ['jeden Tag', 'Tage'],
  hour: ['jede Stunde', 'Stunden'],
  minute: ['jede Minute', 'Minuten'],
  second: ['jede Sekunde', 'Sekunden'],
  millisecond: ['jede Millisekunde', 'Millisekunden'],
}

function named(days: number[], names: string[]): string[] {
  return days.map((day) => names[day] ?? '')
}

function ordinal(day: number): string {
  const isTeen = day > 10 && day < 14
  return `${day}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th'}`
}

/** What is not clear about a time that somebody wrote, and how to write it instead. */
export const doubtMessages = localized({
  en: {
    tooLong: 'That message is too long. Please use fewer than 2,000 characters, such as "tomorrow at 9 call the bank".',
    noTimeFound: 'I found no time in that. Please say when, such as "tomorrow at 9" or "every weekday at 7".',
    noText:
      'You told me when, but not what it is about. Please say both, such as "remind me tomorrow at 9 to call the bank".',
    notOnlyTime:
      'I understood only part of that. Please write just the time, such as "tomorrow at 9" or "in 20 minutes".',
    inPast: 'That time has already passed. Please choose a later one, such as "tomorrow at 9".',
    tooFarAhead: 'That is more than five years ahead. Please choose an earlier time, such as "on 3 April at 9".',
    vague: 'That is not an exact time. Please say when, such as "in 2 hours", "tomorrow at 9" or "every Monday at 8".',
    everyOther:
      'I can skip weeks, but not days or months. Please write it in another way, such as "every other Monday at 9" or "every 48 hours".',
    ambiguousNext:
      '"Next" may mean the coming one or the one after. Please give the date, such as "on 27 November at 9".',
    whichDay: 'I do not know which day you mean. Please name it, such as "on Saturday at 10" or "every Monday at 9".',
    whichDate: 'I do not know which day of the month you mean. Please name it, such as "every 1st of the month at 8".',
    shortMonths:
      'Not every month has that day. Please choose one up to the 28th, such as "every 28th of the month at 8".',
    ambiguousDate: 'That date can be read in two ways. Please write the month as a word, such as "3 April".',
    impossibleDate: 'That date does not exist. Please choose another one, such as "on 28 February at 9".',
    impossibleTime:
      'That time of day does not exist. Please choose one between 0:00 and 23:59, such as "tomorrow at 9:30".',
    wrongWeekday:
      'That date is not on that day of the week. Please give only one of the two, such as "on 20 November at 9".',
    range:
      'I need one exact time, not a span, a limit or an exception. Please write it like "tomorrow at 9" or "every hour".',
    severalTimes:
      'That contains more than one time. Please give one, such as "tomorrow at 9", and send the rest as a separate message.',
    ambiguousMidnight:
      'Midnight may mean the night before or after that day. Please write it like "tomorrow at 0:00" or "tomorrow at 23:59".',
    amPm: 'I do not know whether you mean the morning or the evening. Please write it like "at 21:00".',
    unclearNumber: 'I do not know whether that number is a time. Please write it like "tomorrow at 9:00".',
    eventOrReminder:
      'I do not know whether that is when it happens or when I should remind you. Please write it like "remind me tomorrow at 8 to pack".',
    otherZone: 'You mentioned another time zone. Please give the time in your own, such as "tomorrow at 18:00".',
    unsupportedRepetition:
      'I cannot schedule that kind of repetition. Please write it like "every Monday at 9" or "every 1st of the month at 8".',
    otherDay:
      'The text names another day or time. Please write the time first, with its date, such as "remind me on 24 December at 18:00 to light the candles".',
    cancels: 'I scheduled nothing, because you asked me to stop something.',
    relativeToEvent:
      'I do not know when that happens. Please tell me the time of the reminder itself, such as "tomorrow at 8".',
    clockOrDuration: 'That may be a time of day or a length of time. Please write it like "in 1 hour" or "at 13:00".',
  },
  de: {
    tooLong:
      'Diese Nachricht ist zu lang. Bitte schreib weniger als 2.000 Zeichen, zum Beispiel „morgen um 9 die Bank anrufen“.',
    noTimeFound:
      'Ich habe keine Zeitangabe gefunden. Wann soll es sein? Schreib zum Beispiel „morgen um 9“ oder „jeden Werktag um 7“.',
    noText:
      'Du hast geschrieben, wann, aber nicht, worum es geht. Bitte schreib beides, zum Beispiel „erinnere mich morgen um 9 an den Anruf bei der Bank“.',
    notOnlyTime:
      'Ich habe nur einen Teil davon verstanden. Bitte schreib nur die Zeit, zum Beispiel „morgen um 9“ oder „in 20 Minuten“.',
    inPast: 'Dieser Zeitpunkt ist schon vorbei. Bitte wähle einen späteren, zum Beispiel „morgen um 9“.',
    tooFarAhead:
      'Das ist erst in mehr als fünf Jahren. Bitte wähle einen früheren Zeitpunkt, zum Beispiel „am 3. April um 9“.',
    vague:
      'Das ist mir zu ungenau. Bitte nenne einen Zeitpunkt, zum Beispiel „in 2 Stunden“, „morgen um 9“ oder „jeden Montag um 8“.',
    everyOther:
      'Ich kann Wochen überspringen, aber keine Tage oder Monate. Bitte schreib es anders, zum Beispiel „jeden zweiten Montag um 9“ oder „alle 48 Stunden“.',
    ambiguousNext:
      '„Nächste“ ist nicht eindeutig: der kommende oder der danach? Bitte nenne das Datum, zum Beispiel „am 27. November um 9“.',
    whichDay:
      'Ich weiß nicht, welchen Tag du meinst. Bitte nenne ihn, zum Beispiel „am Samstag um 10“ oder „jeden Montag um 9“.',
    whichDate:
      'Ich weiß nicht, welchen Tag des Monats du meinst. Bitte nenne ihn, zum Beispiel „jeden 1. des Monats um 8“.',
    shortMonths:
      'Diesen Tag gibt es nicht in jedem Monat. Bitte wähle einen bis zum 28., zum Beispiel „jeden 28. des Monats um 8“.',
    ambiguousDate: 'Dieses Datum ist nicht eindeutig. Bitte schreib den Monat aus, zum Beispiel „3. April“.',
    impossibleDate: 'Dieses Datum gibt es nicht. Bitte wähle ein anderes, zum Beispiel „am 28. Februar um 9“.',
    impossibleTime:
      'Diese Uhrzeit gibt es nicht. Bitte wähle eine zwischen 0:00 und 23:59, zum Beispiel „morgen um 9:30“.',
    wrongWeekday:
      'Datum und Wochentag passen nicht zusammen. Bitte nenne nur eins von beiden, zum Beispiel „am 20. November um 9“.',
    range:
      'Ich brauche einen genauen Zeitpunkt, ohne „von … bis“, Frist oder Ausnahme. Schreib zum Beispiel „morgen um 9“ oder „jede Stunde“.',
    severalTimes:
      'Das enthält mehr als eine Zeitangabe. Bitte nenne nur eine, zum Beispiel „morgen um 9“, und schick den Rest als eigene Nachricht.',
    ambiguousMidnight:
      'Mitternacht ist nicht eindeutig: zu Beginn oder am Ende des Tages? Schreib zum Beispiel „morgen um 0:00“ oder „morgen um 23:59“.',
    amPm: 'Ich weiß nicht, ob du morgens oder abends meinst. Schreib zum Beispiel „um 21:00“.',
    unclearNumber: 'Ich weiß nicht, ob diese Zahl eine Uhrzeit ist. Schreib zum Beispiel „morgen um 9:00“.',
    eventOrReminder:
      'Ist das der Termin selbst, oder soll ich dich dann erinnern? Schreib zum Beispiel „erinnere mich morgen um 8 ans Packen“.',
    otherZone:
      'Du hast eine andere Zeitzone genannt. Bitte nenne die Zeit in deiner eigenen, zum Beispiel „morgen um 18:00“.',
    unsupportedRepetition:
      'Eine solche Wiederholung kann ich nicht planen. Schreib zum Beispiel „jeden Montag um 9“ oder „jeden 1. des Monats um 8“.',
    otherDay:
      'Im Text steht noch ein anderer Tag oder eine andere Uhrzeit. Bitte schreib die Zeit mit Datum an den Anfang, zum Beispiel „erinnere mich am 24. Dezember um 18:00 an die Kerzen“.',
    cancels: 'Ich habe nichts geplant, weil du etwas beenden möchtest.',
    relativeToEvent:
      'Ich weiß nicht, wann das stattfindet. Bitte nenne mir den Zeitpunkt der Erinnerung, zum Beispiel „morgen um 8“.',
    clockOrDuration: 'Meinst du eine Uhrzeit oder eine Dauer? Schreib zum Beispiel „in 1 Stunde“ oder „um 13:00“.',
  },
})

/** What is wrong with a cron line. */
export const cronMessages = localized({
  en: {
    tooLong: (most: number, length: number) => `A cron line has at most ${most} characters; this one has ${length}.`,
    foreign: (character: string) => `A cron line contains only letters, digits and * / , - #, and no "${character}".`,
    sixFields: (first: string) =>
      `These are six fields. Seconds are not supported: leave out the first field, "${first}", and write ${fiveFields}.`,
    fieldCount: (count: number) => `A cron line has five fields (${fiveFields}); this one has ${count}.`,
    wrongField: (field: CronField, text: string, most: number) =>
      `The ${cronFields[field]?.[0]} "${text}" is wrong. Allowed: ${cronFields[field]?.[1]}; * for all; lists (1,5), ranges (1-5), steps (*/5, 1-5/2) up to ${most}.`,
    wrong: (line: string) => `"${line}" is not a cron line. Its fields are ${fiveFields}.`,
    never: (line: string) => `"${line}" names a day that never comes.`,
    unknownNickname: (line: string, known: string[]) => `"${line}" is unknown. Use one of ${known.join(', ')}.`,
  },
  de: {
    tooLong: (most, length) => `Eine Cron-Zeile hat höchstens ${most} Zeichen; diese hat ${length}.`,
    foreign: (character) => `Eine Cron-Zeile enthält nur Buchstaben, Ziffern und * / , - #, aber kein „${character}“.`,
    sixFields: (first) =>
      `Das sind sechs Felder. Sekunden gibt es nicht: Lass das erste Feld („${first}“) weg und schreib ${germanFiveFields}.`,
    fieldCount: (count) => `Eine Cron-Zeile hat fünf Felder (${germanFiveFields}); diese hat ${count}.`,
    wrongField: (field, text, most) =>
      `Im Feld ${germanCronFields[field]?.[0]} ist „${text}“ falsch. Erlaubt: ${germanCronFields[field]?.[1]}; * für alle; Listen (1,5), Bereiche (1-5), Schritte (*/5, 1-5/2) bis ${most}.`,
    wrong: (line) => `„${line}“ ist keine Cron-Zeile. Ihre Felder sind ${germanFiveFields}.`,
    never: (line) => `„${line}“ nennt einen Tag, der nie kommt.`,
    unknownNickname: (line, known) => `„${line}“ ist unbekannt. Möglich sind ${known.join(', ')}.`,
  },
})

export type CronField = 'minute' | 'hour' | 'day' | 'month' | 'weekday'

const fiveFields = 'minute, hour, day of the month, month, weekday'
const germanFiveFields = 'Minute, Stunde, Tag des Monats, Monat, Wochentag'
const cronFields: Record<CronField, [name: string, allowed: string]> = {
  minute: ['minute', '0 to 59'],
  hour: ['hour', '0 to 23'],
  day: ['day of the month', '1 to 31, or L for the last day'],
  month: ['month', '1 to 12, or jan to dec'],
  weekday: ['weekday', '0 to 7 (0 and 7 are Sunday), or sun to sat'],
}
const germanCronFields: Record<CronField, [name: string, allowed: string]> = {
  minute: ['Minute', '0 bis 59'],
  hour: ['Stunde', '0 bis 23'],
  day: ['Tag des Monats', '1 bis 31, oder L für den letzten Tag'],
  month: ['Monat', '1 bis 12, oder jan bis dec'],
  weekday: ['Wochentag', '0 bis 7 (0 und 7 sind Sonntag), oder sun bis sat'],
}
