import type { Kind } from '../conversation.ts'
import { inventGermanDate, inventNumber, inventSurname, inventTown } from '../invented.ts'
import type { Topic } from '../topic.ts'
import { createDraft, OWNER } from './assistant-chat.ts'

const topics: Topic[] = [
  {
    told: ['{who} wohnt jetzt in {value}.', '{who} ist nach {value} gezogen, mit den Kindern.'],
    asked: ['Wo wohnt {who}?', 'In welche Stadt schicke ich das Paket für {who}?'],
    value: inventTown,
  },
  {
    told: ['{who} arbeitet seit kurzem als {value} an der Küste.', '{who} hat eine neue Stelle als {value} gefunden.'],
    asked: ['Als was arbeitet {who}?', 'Womit verdient {who} sein Geld?'],
    value: (random) =>
      random.pick(['Glaser', 'Imker', 'Schlosser', 'Florist', 'Bäcker', 'Töpfer', 'Taucher', 'Gärtner']),
  },
  {
    told: ['{who} hat am {value} Geburtstag.', 'Der Geburtstag von {who} ist jetzt am {value} eingetragen.'],
    asked: ['Wann hat {who} Geburtstag?', 'An welchem Tag gratuliere ich {who}?'],
    value: inventGermanDate,
  },
  {
    told: ['{who} verträgt kein {value} mehr.', '{who} darf kein {value} essen, sagt der Arzt.'],
    asked: ['Was verträgt {who} nicht?', 'Was lasse ich weg, wenn ich für {who} koche?'],
    value: (random) =>
      random.pick(['Sellerie', 'Gluten', 'Soja', 'Sesam', 'Roggen', 'Lupinenmehl', 'Eiweiß', 'Kürbisöl']),
  },
  {
    told: ['{who} braucht Schuhe in Größe {value} für den Winter.', 'Schuhgröße {value} hat {who} inzwischen.'],
    asked: ['Welche Schuhgröße hat {who}?', 'Wie groß müssen die Stiefel für {who} sein?'],
    value: (random) => inventNumber(random, 35, 48),
  },
  {
    told: ['{who} geht mit dem Knie zu Doktor {value} in die Klinik.', 'Doktor {value} behandelt {who} jetzt.'],
    asked: ['Zu wem geht {who} mit dem Knie?', 'Wen rufe ich an, wenn es {who} schlecht geht?'],
    value: inventSurname,
  },
]

const ownTopics: Topic[] = [
  {
    told: [],
    toldByThemselves: ['Mein Spind im Schwimmbad hat die Nummer {value}, gleich vorn.'],
    asked: ['Welche Nummer hat der Spind von {who}?'],
    askedAboutThemselves: ['Welche Nummer hat mein Spind?', 'Wo sind meine Schwimmsachen?'],
    value: (random) => inventNumber(random, 101, 999),
  },
  {
    told: [],
    toldByThemselves: ['Mein Vermieter heißt {value} und antwortet spät.'],
    asked: ['Wie heißt der Vermieter von {who}?'],
    askedAboutThemselves: ['Wie heißt mein Vermieter?', 'An wen zahle ich die Miete?'],
    value: inventSurname,
  },
]

export const german: Kind = {
  name: 'german',
  about: 'facts and changes in German',
  make: (random, size) => {
    const draft = createDraft(random, size, 'de')
    const pairs = draft.pairs(topics, size.questions)
    const half = Math.ceil(pairs.length / 2)
    for (const { topic, who } of pairs.slice(0, half)) {
      const value = topic.value(random)
      draft.plant(topic, { who, value })
      draft.ask(topic, who, { kind: 'exact', value, outdated: [] })
    }
    for (const topic of ownTopics) {
      const value = topic.value(random)
      draft.plant(topic, { who: OWNER, value })
      draft.ask(topic, undefined, { kind: 'exact', value, outdated: [] })
    }
    for (const { topic, who } of pairs.slice(half + ownTopics.length)) {
      const values = draft.plantChanges(topic, who, 2)
      draft.ask(topic, who, { kind: 'exact', value: values.at(-1) ?? '', outdated: values.slice(0, -1) })
    }
    return draft.finish([...topics, ...ownTopics])
  },
}
