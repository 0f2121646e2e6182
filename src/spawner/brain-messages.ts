import { localized } from '../messages/localized.ts'

/** What people read about the model that answers: the demo, the banner of the page, and what a provider lacks. */
export const brainMessages = localized({
  en: {
    demoBanner: (connect: string) => `This is the demo, not a model. ${connect}`,
    demoConfigured: (name: string) =>
      `The configuration asks for it; set [brain] default = "${name}" to connect a real one.`,
    demoChosen: 'I answer because I was asked for; the command "brain" chooses another.',
    demoFoundNothing: (connect: string) =>
      `I am Skein's demo, not a language model. ${connect}\n\nUntil then I search what you wrote. Nothing earlier matches this message, but it is stored, and I will find it next time.`,
    demoFound: (quotes: string, connect: string) =>
      `This is closest among what you wrote before:\n\n${quotes}\n\nI am Skein's demo, not a language model. ${connect}`,
    demoQuote: (date: string, chat: string, text: string) => `- ${date}, in "${chat}":\n  > ${text}`,

    noKey: (name: string, table: string) =>
      `${name} has no key. Set ${table} api_key, best as "env:NAME" or "file:path".`,
    noModel: (name: string, table: string) => `${name} has no model. Set ${table} models.general.`,
    keyRefused: (name: string, table: string) => `${name} did not accept the key. Check ${table} api_key.`,
    keyWanted: (name: string, table: string) => `${name} wants a key. Set ${table} api_key.`,
    unreachable: (name: string, url: string, why: string, advice: string) =>
      `${name} does not answer at ${url} (${why}). ${advice}`,
    startOllama: (table: string) => `Start it with "ollama serve", or set ${table} base_url to where it is.`,
    checkAddress: (table: string) => `Check that it runs, and ${table} base_url.`,
    modelAbsent: (name: string, model: string, advice: string) =>
      `${name} does not have the model "${model}". ${advice}`,
    pullModel: (model: string, table: string) =>
      `Fetch it with "ollama pull ${model}", or choose another in ${table} models.general.`,
    chooseModel: (table: string) => `Choose another in ${table} models.general.`,
    otherModels: (names: string[], hasMore: boolean) =>
      `It has ${names.map((name) => `"${name}"`).join(', ')}${hasMore ? ' and more' : ''}.`,
    noAnswer: {
      none: 'no answer',
      late: 'no answer in time',
      notJson: 'its answer is not JSON',
      tooLarge: 'its answer is too large',
      redirect: 'it redirects to another address',
      noConnection: 'no connection',
    },
  },
  de: {
    demoBanner: (connect) => `Das ist die Demo, kein Modell. ${connect}`,
    demoConfigured: (name) =>
      `Sie ist so konfiguriert; setze [brain] default = "${name}", um ein echtes Modell zu verbinden.`,
    demoChosen: 'Ich antworte, weil ich ausgewählt wurde; mit dem Befehl „brain“ wählst du ein anderes Modell.',
    demoFoundNothing: (connect) =>
      `Ich bin die Demo von Skein, kein Sprachmodell. ${connect}\n\nBis dahin durchsuche ich, was du geschrieben hast. Zu dieser Nachricht gibt es nichts Früheres, aber sie ist gespeichert, und ich finde sie beim nächsten Mal.`,
    demoFound: (quotes, connect) =>
      `Das passt am besten von dem, was du früher geschrieben hast:\n\n${quotes}\n\nIch bin die Demo von Skein, kein Sprachmodell. ${connect}`,
    demoQuote: (date, chat, text) => `- ${date}, in „${chat}“:\n  > ${text}`,

    noKey: (name, table) =>
      `${name} hat keinen Schlüssel. Setze ${table} api_key, am besten als „env:NAME“ oder „file:pfad“.`,
    noModel: (name, table) => `${name} hat kein Modell. Setze ${table} models.general.`,
    keyRefused: (name, table) => `${name} hat den Schlüssel abgelehnt. Prüfe ${table} api_key.`,
    keyWanted: (name, table) => `${name} verlangt einen Schlüssel. Setze ${table} api_key.`,
    unreachable: (name, url, why, advice) => `${name} antwortet unter ${url} nicht (${why}). ${advice}`,
    startOllama: (table) => `Starte es mit „ollama serve“, oder setze ${table} base_url auf seine Adresse.`,
    checkAddress: (table) => `Prüfe, ob der Dienst läuft und ob ${table} base_url stimmt.`,
    modelAbsent: (name, model, advice) => `${name} hat das Modell „${model}“ nicht. ${advice}`,
    pullModel: (model, table) =>
      `Lade es mit „ollama pull ${model}“, oder wähle ein anderes in ${table} models.general.`,
    chooseModel: (table) => `Wähle ein anderes in ${table} models.general.`,
    otherModels: (names, hasMore) =>
      `Es gibt ${names.map((name) => `„${name}“`).join(', ')}${hasMore ? ' und weitere' : ''}.`,
    noAnswer: {
      none: 'keine Antwort',
      late: 'keine Antwort innerhalb der Zeit',
      notJson: 'die Antwort ist kein JSON',
      tooLarge: 'die Antwort ist zu groß',
      redirect: 'Weiterleitung auf eine andere Adresse',
      noConnection: 'keine Verbindung',
    },
  },
})
