import { dayAndTime } from '../lib/time/calendar.ts'
import { each, type LocalizedText, localized } from './localized.ts'

type Unit = 'week' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond'

/** When something is due, in words. A weekday is a number: 0 is Sunday. */
export const whenMessages = localized({
  en: {
    once: (date: string, time: string) => `once, on ${date} at ${time}`,
    every: (count: number, unit: Unit) => (count === 1 ? units[unit]?.[0] : `every ${count} ${units[unit]?.[1]}`) ?? '',
    everyFrom: (every: string, time: string) => `${every} from ${time}`,
    at: (times: string[]) => `at ${listed(times, 'and')}`,
    timesOnDays: (times: string, days: string) => `${times}, ${days}`,
    daysAtTimes: (days: string, times: string) => `${days} ${times}`,
    everyDay: 'every day',
    lastDayOfMonth: 'on the last day of every month',
    dayOfMonth: (day: number) => `on the ${ordinal(day)} of every month`,
    nthWeekday: (nth: number, weekday: number) => `on the ${ordinals[nth - 1]} ${weekdays[weekday]} of every month`,
    lastWeekday: (weekday: number) => `on the last ${weekdays[weekday]} of every month`,
    workdays: 'every weekday',
    weekdays: (days: number[]) => `every ${listed(named(days, weekdays), 'and')}`,
    everySecond: (weekday: number) => `every second ${weekdays[weekday]}`,
    everyWeeks: (weeks: number, days: number[]) => `every ${weeks} weeks on ${listed(named(days, weekdays), 'and')}`,
    cron: (line: string) => `cron "${line}"`,
    inZone: (words: string, zone: string) => `${words} (${zone})`,
  },
  de: {
    once: (date, time) => `einmal, am ${date} um ${time} Uhr`,
    every: (count, unit) => (count === 1 ? germanUnits[unit]?.[0] : `alle ${count} ${germanUnits[unit]?.[1]}`) ?? '',
    everyFrom: (every, time) => `${every} ab ${time} Uhr`,
    at: (times) => `um ${listed(times, 'und')} Uhr`,
    timesOnDays: (times, days) => `${times}, ${days}`,
    daysAtTimes: (days, times) => `${days} ${times}`,
    everyDay: 'jeden Tag',
    lastDayOfMonth: 'am letzten Tag jedes Monats',
    dayOfMonth: (day) => `am ${day}. jedes Monats`,
    nthWeekday: (nth, weekday) => `am ${germanOrdinals[nth - 1]} ${germanWeekdays[weekday]} jedes Monats`,
    lastWeekday: (weekday) => `am letzten ${germanWeekdays[weekday]} jedes Monats`,
    workdays: 'montags bis freitags',
    weekdays: (days) => `jeden ${listed(named(days, germanWeekdays), 'und')}`,
    everySecond: (weekday) => `jeden zweiten ${germanWeekdays[weekday]}`,
    everyWeeks: (weeks, days) => `alle ${weeks} Wochen am ${listed(named(days, germanWeekdays), 'und')}`,
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

function listed(words: string[], and: string): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(` ${and} `)
}

function ordinal(day: number): string {
  const isTeen = day > 10 && day < 14
  return `${day}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th'}`
}

/** What is not clear about a time that somebody wrote, and how to write it instead. */
export const doubtMessages = localized({
  en: {
    long: 'That is more text than I can look for a time in. Please use fewer than 2,000 characters, such as "tomorrow at 9 call the bank".',
    none: 'I found no time in that. Please say when, such as "tomorrow at 9" or "every weekday at 7".',
    what: 'I know when, but not what it is about. Please say both, such as "remind me tomorrow at 9 to call the bank".',
    rest: 'I did not understand all of that as a time. Please write only the time, such as "tomorrow at 9" or "in 20 minutes".',
    past: 'That time has already passed. Please choose a later one, such as "tomorrow at 9".',
    far: 'That is more than five years ahead. Please choose an earlier time, such as "on 3 April at 9".',
    vague: 'That is not an exact time. Please say when, such as "in 2 hours", "tomorrow at 9" or "every Monday at 8".',
    everyOther:
      'I can skip weeks, but not days or months. Please write it in another way, such as "every second Monday at 9" or "every 48 hours".',
    next: '"Next" may mean the coming one or the one after. Please give the date, such as "on 27 November at 9".',
    whichDay: 'I do not know which day you mean. Please name it, such as "on Saturday at 10" or "every Monday at 9".',
    whichDate: 'I do not know which day of the month you mean. Please name it, such as "every 1st of the month at 8".',
    shortMonths:
      'Not every month has that day. Please choose one up to the 28th, such as "every 28th of the month at 8".',
    numeric: 'That date can be read in two ways. Please write the month as a word, such as "3 April".',
    noDate: 'That date does not exist. Please choose one that does, such as "on 28 February at 9".',
    noTime: 'That time of day does not exist. Please choose one between 0:00 and 23:59, such as "tomorrow at 9:30".',
    weekday:
      'That date is not on that day of the week. Please give only one of the two, such as "on 20 November at 9".',
    range:
      'I need one exact time, not a span, a limit or an exception. Please write it like "tomorrow at 9" or "every hour".',
    two: 'I see more than one time in that. Please give one, such as "tomorrow at 9", and send the rest as a separate message.',
    midnight:
      'Midnight may mean the night before or after that day. Please write it like "tomorrow at 0:00" or "tomorrow at 23:59".',
    amPm: 'I do not know whether you mean the morning or the evening. Please write it like "at 21:00".',
    number: 'I do not know whether that number is a time. Please write it like "tomorrow at 9:00".',
    whose:
      'I do not know whether that is when it happens or when I should remind you. Please write it like "remind me tomorrow at 8 to pack".',
    zone: 'I use your own time zone, and I see another one in that. Please give the time in yours, such as "tomorrow at 18:00".',
    repeats:
      'I see that it should repeat, but not in a way that I can schedule. Please write it like "every Monday at 9" or "every 1st of the month at 8".',
    otherDay:
      'I see another day or time of day in the rest of that. Please write the time first, with its date, such as "remind me on 24 December at 18:00 to light the candles".',
    cancels: 'I scheduled nothing, because that asks me to stop something.',
    before:
      'I do not know when that happens, so I cannot count back from it. Please give the time itself, such as "tomorrow at 8".',
    twoWays: 'That may be a time of day, or how long from now. Please write it like "in 1 hour" or "at 13:00".',
  },
  de: {
    long: 'In so viel Text kann ich keine Zeit suchen. Schreib bitte weniger als 2.000 Zeichen, etwa „morgen um 9 die Bank anrufen“.',
    none: 'Darin finde ich keine Zeit. Sag bitte, wann, etwa „morgen um 9“ oder „jeden Werktag um 7“.',
    what: 'Ich weiß, wann, aber nicht, worum es geht. Sag bitte beides, etwa „erinnere mich morgen um 9 an den Anruf bei der Bank“.',
    rest: 'Ich habe das nicht ganz als Zeit verstanden. Schreib bitte nur die Zeit, etwa „morgen um 9“ oder „in 20 Minuten“.',
    past: 'Diese Zeit ist schon vorbei. Wähle bitte eine spätere, etwa „morgen um 9“.',
    far: 'Das ist mehr als fünf Jahre entfernt. Wähle bitte eine frühere Zeit, etwa „am 3. April um 9“.',
    vague: 'Das ist keine genaue Zeit. Sag bitte, wann, etwa „in 2 Stunden“, „morgen um 9“ oder „jeden Montag um 8“.',
    everyOther:
      'Ich kann Wochen auslassen, aber keine Tage oder Monate. Schreib es bitte anders, etwa „jeden zweiten Montag um 9“ oder „alle 48 Stunden“.',
    next: '„Nächste“ kann der kommende oder der danach sein. Nenne bitte das Datum, etwa „am 27. November um 9“.',
    whichDay:
      'Ich weiß nicht, welchen Tag du meinst. Nenne ihn bitte, etwa „am Samstag um 10“ oder „jeden Montag um 9“.',
    whichDate: 'Ich weiß nicht, welchen Tag des Monats du meinst. Nenne ihn bitte, etwa „jeden 1. des Monats um 8“.',
    shortMonths: 'Nicht jeder Monat hat diesen Tag. Wähle bitte einen bis zum 28., etwa „jeden 28. des Monats um 8“.',
    numeric: 'Dieses Datum lässt sich auf zwei Arten lesen. Schreib den Monat bitte als Wort, etwa „3. April“.',
    noDate: 'Dieses Datum gibt es nicht. Wähle bitte eines, das es gibt, etwa „am 28. Februar um 9“.',
    noTime: 'Diese Uhrzeit gibt es nicht. Wähle bitte eine zwischen 0:00 und 23:59, etwa „morgen um 9:30“.',
    weekday:
      'Dieses Datum fällt nicht auf diesen Wochentag. Nenne bitte nur eines von beiden, etwa „am 20. November um 9“.',
    range:
      'Ich brauche eine genaue Zeit, keine Spanne, Grenze oder Ausnahme. Schreib es bitte wie „morgen um 9“ oder „jede Stunde“.',
    two: 'Darin sehe ich mehr als eine Zeit. Nenne bitte eine, etwa „morgen um 9“, und schick den Rest als eigene Nachricht.',
    midnight:
      'Mitternacht kann vor oder nach diesem Tag liegen. Schreib es bitte wie „morgen um 0:00“ oder „morgen um 23:59“.',
    amPm: 'Ich weiß nicht, ob du morgens oder abends meinst. Schreib es bitte wie „um 21:00“.',
    number: 'Ich weiß nicht, ob diese Zahl eine Zeit ist. Schreib es bitte wie „morgen um 9:00“.',
    whose:
      'Ich weiß nicht, ob es dann stattfindet oder ob ich dich dann erinnern soll. Schreib es bitte wie „erinnere mich morgen um 8 ans Packen“.',
    zone: 'Ich plane in deiner Zeitzone und sehe darin eine andere. Nenne die Zeit bitte in deiner, etwa „morgen um 18:00“.',
    repeats:
      'Es soll sich wiederholen, aber so kann ich es nicht planen. Schreib es bitte wie „jeden Montag um 9“ oder „jeden 1. des Monats um 8“.',
    otherDay:
      'Im Rest davon sehe ich einen anderen Tag oder eine andere Tageszeit. Schreib bitte zuerst die Zeit mit Datum, etwa „erinnere mich am 24. Dezember um 18:00 an die Kerzen“.',
    cancels: 'Ich habe nichts geplant, weil du damit etwas beenden willst.',
    before:
      'Ich weiß nicht, wann das ist, und kann nicht davon zurückrechnen. Nenne bitte die Zeit selbst, etwa „morgen um 8“.',
    twoWays:
      'Das kann eine Uhrzeit sein oder wie lange von jetzt an. Schreib es bitte wie „in 1 Stunde“ oder „um 13:00“.',
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

/** "Sunday 15 March, 00:00" and "Sonntag, 15. März, 00:00", in that zone. */
export function dayAndTimeText(at: Date, timezone: string): LocalizedText {
  return each((language) => dayAndTime(at, timezone, language))
}
