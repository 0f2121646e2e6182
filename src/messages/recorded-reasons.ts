import type { LocalizedText } from './localized.ts'

// The gateway records in English why each part was shown. A record is translated when it is shown, clause by clause, so
// that old records are translated too. A clause that is not in the table stays as it was recorded.

export function translateReason(reason: string): LocalizedText {
  const plain = reason.replaceAll(/\btriage\b/g, 'the fast model')
  return { en: plain, de: plain.split('; ').map(toGerman).join('; ') }
}

function toGerman(clause: string): string {
  const [from, to] = german.find(([pattern]) => pattern.test(clause)) ?? []
  return from && to !== undefined
    ? clause.replace(from, to).replace(/\b(\d+) (minute|hour|day)s?\b/g, germanSpan)
    : clause
}

function germanSpan(_: string, count: string, unit: string): string {
  const names: Record<string, [string, string]> = {
    minute: ['Minute', 'Minuten'],
    hour: ['Stunde', 'Stunden'],
    day: ['Tag', 'Tagen'],
  }
  const [one = unit, many = unit] = names[unit] ?? []
  return `${count} ${count === '1' ? one : many}`
}

const german: [RegExp, string][] = [
  [/^on every turn$/, 'in jeder Runde'],
  [/^sent while it ran$/, 'kam an, während die Antwort entstand'],
  [/^the message it replies to$/, 'die Nachricht, auf die geantwortet wird'],
  [/^next to the message it replies to$/, 'neben der Nachricht, auf die geantwortet wird'],
  [/^the last answer here$/, 'die letzte Antwort hier'],
  [/^delivered since the last message$/, 'seit der letzten Nachricht zugestellt'],
  [/^said since the last turn$/, 'seit der letzten Runde gesagt'],
  [/^one of the last lines$/, 'eine der letzten Zeilen'],
  [/^one of the last (\d+)$/, 'eine der letzten $1'],
  [/^there is no room left for it$/, 'kein Platz mehr'],
  [/^there is no room left for its conversation$/, 'kein Platz mehr für ihre Unterhaltung'],
  [/^it was recalled, but there is no room left for it$/, 'gefunden, aber kein Platz mehr'],
  [/^guaranteed, but there is no room at all$/, 'vorgesehen, aber überhaupt kein Platz'],
  [/^the summary of its conversation covers it$/, 'in der Zusammenfassung ihrer Unterhaltung enthalten'],
  [/^the conversation from message (\d+) to (\d+)$/, 'die Unterhaltung von Nachricht $1 bis $2'],
  [/^stands for (\d+) messages up to (\d+)$/, 'steht für $1 Nachrichten bis $2'],
  [/^small talk needs nothing of it$/, 'für ein kurzes Wort nicht nötig'],
  [/^gathered for it/, 'dafür gesammelt'],
  [/^what the message it replies to was based on/, 'Grundlage der Nachricht, auf die geantwortet wird'],
  [/^a job asks for it$/, 'ein Auftrag fragt danach'],
  [/^shares ([^;]+)$/, 'gemeinsame Wörter: $1'],
  [/^said by ([^;]+)$/, 'gesagt von $1'],
  [/^the fast model was not asked$/, 'das schnelle Modell wurde nicht gefragt'],
  [/^the fast model judged so$/, 'das schnelle Modell hat so entschieden'],
  [/^the fast model did not pick it$/, 'vom schnellen Modell nicht ausgewählt'],
  [/^picked by the fast model$/, 'vom schnellen Modell ausgewählt'],
  [/^the fast model picked (\d+) of (\d+)$/, 'das schnelle Modell hat $1 von $2 ausgewählt'],
  [
    /^the fast model failed, so everything that fits is kept/,
    'das schnelle Modell ist ausgefallen, deshalb bleibt alles, was Platz hat',
  ],
  [
    /^there is no model to select with, so everything that fits is kept$/,
    'kein Modell zum Auswählen, deshalb bleibt alles, was Platz hat',
  ],
  [/^nothing was said (?:in this topic|here) before$/, 'hier wurde noch nichts gesagt'],
  [/^a new conversation was asked for$/, 'eine neue Unterhaltung war gewünscht'],
  [/^the person asked to go on$/, 'die Fortsetzung war gewünscht'],
  [/^it replies to a message from (.+) ago$/, 'Antwort auf eine Nachricht von vor $1'],
  [
    /^the last line(?: in this topic)? is (\d+ \w+) old, more than (\d+ minutes)$/,
    'seit $1 wurde nichts gesagt, länger als $2',
  ],
  [/^the last line(?: in this topic)? is less than a minute old$/, 'die letzte Zeile ist keine Minute alt'],
  [/^the last line(?: in this topic)? is (\d+ \w+) old$/, 'die letzte Zeile kam vor $1'],
  [/^it answers the open question/, 'beantwortet die offene Frage'],
  [/^its meaning is similar to that of the last lines/, 'ähnliche Bedeutung wie die letzten Zeilen'],
]
