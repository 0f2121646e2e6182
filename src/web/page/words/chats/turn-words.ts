import { inLanguages } from '../../../../messages/languages.ts'
import { count, countIn, number } from '../../text/number.ts'

/** What the model saw for an answer, or would see. */
export const turnWords = inLanguages({
  en: {
    title: 'What the model saw',
    close: 'Close',
    thisTurn: 'This turn',
    howFull: 'How full it was',
    cost: 'What it cost',
    changed: 'What changed since the turn before',
    exactText: 'The exact text',
    asked: 'Asked',
    session: 'Session',
    opened: 'opened with this turn',
    wentOn: 'went on with an open one',
    ofThePast: 'Of the past',
    ofAtMost: (tokens: number, budget: number) => `${number(tokens, 'en')} of at most ${count(budget, 'token')}`,
    also: 'Also',
    broke: (what: string) => `Something broke in Skein while this was put together: ${what}. The log has the cause.`,
    failed: {
      'last lines': 'the model saw only the last lines and the message',
      message: 'the model saw only the message',
      recall: 'nothing was looked up in what was said before',
      summaries: 'summaries were left out',
      results: 'results of jobs were left out',
      facts: 'what it remembers was left out',
      'open question': 'the question it had asked was left out',
      triage: 'no lines were picked, so everything that fits was shown',
    } as Partial<Record<string, string>>,
  },
  de: {
    title: 'Was das Modell gesehen hat',
    close: 'Schließen',
    thisTurn: 'Dieser Zug',
    howFull: 'Wie voll es war',
    cost: 'Was es gekostet hat',
    changed: 'Was sich seit dem Zug davor geändert hat',
    exactText: 'Der genaue Text',
    asked: 'Gefragt',
    session: 'Sitzung',
    opened: 'mit diesem Zug eröffnet',
    wentOn: 'ging in einer offenen weiter',
    ofThePast: 'Vom Früheren',
    ofAtMost: (tokens, budget) => `${number(tokens, 'de')} von höchstens ${countIn('de', budget, 'Token', 'Token')}`,
    also: 'Außerdem',
    broke: (what) => `Beim Zusammenstellen ist in Skein etwas schiefgegangen: ${what}. Die Ursache steht im Protokoll.`,
    failed: {
      'last lines': 'Das Modell hat nur die letzten Zeilen und die Nachricht gesehen',
      message: 'Das Modell hat nur die Nachricht gesehen',
      recall: 'In Früherem wurde nichts nachgeschlagen',
      summaries: 'Zusammenfassungen wurden weggelassen',
      results: 'Ergebnisse von Aufträgen wurden weggelassen',
      facts: 'Was es sich gemerkt hat, wurde weggelassen',
      'open question': 'Die Frage, die es gestellt hatte, wurde weggelassen',
      triage: 'Es wurden keine Zeilen ausgewählt, also wurde alles gezeigt, was passt',
    },
  },
})

export const seenWords = inLanguages({
  en: {
    wasIn: 'What was in it',
    wasLeftOut: 'What was left out',
    systemPrompt: 'System prompt',
    systemPromptOfSession: 'System prompt, as the session was opened with it',
    message: 'Message',
    tokens: (amount: number) => count(amount, 'token'),
    from: (chats: string) => `from ${chats}`,
    notTrusted: 'not trusted',
    trustedAs: (role: string) => `trusted as ${role}`,
    ofOthers: (whose: string) => `words of others: ${whose}`,
    somebody: 'somebody',
    named: (name: string) => `“${name}”`,
    foreign: {
      person: (name) => `lines of ${name}`,
      forward: (name) => `a forwarded message from ${name}`,
      quote: (name) => `a quote of ${name}`,
      file: (name) => `the file ${name}`,
      page: (name) => `the page ${name}`,
      server: (name) => `what the server ${name} returned`,
      command: () => 'what a command brought from the network',
      source: (name) => `the source ${name}`,
      summary: () => 'a summary of what others wrote',
      answer: () => 'an earlier answer made from words of others',
      earlier: () => 'words of others that were read earlier',
      more: () => 'more words of others',
    } as Partial<Record<string, (name: string) => string>>,
    nothingNear: 'Nothing that was near.',
    messages: (amount: number) => count(amount, 'message'),
    noWords: '(no words)',
    andMore: (amount: number) => `and ${number(amount, 'en')} more`,
  },
  de: {
    wasIn: 'Was darin war',
    wasLeftOut: 'Was weggelassen wurde',
    systemPrompt: 'Systemprompt',
    systemPromptOfSession: 'Systemprompt, mit dem die Sitzung eröffnet wurde',
    message: 'Nachricht',
    tokens: (amount) => countIn('de', amount, 'Token', 'Token'),
    from: (chats) => `aus ${chats}`,
    notTrusted: 'nicht vertraut',
    trustedAs: (role) => `vertraut als ${role}`,
    ofOthers: (whose) => `Worte anderer: ${whose}`,
    somebody: 'jemandem',
    named: (name) => `„${name}“`,
    foreign: {
      person: (name) => `Zeilen von ${name}`,
      forward: (name) => `eine weitergeleitete Nachricht von ${name}`,
      quote: (name) => `ein Zitat von ${name}`,
      file: (name) => `die Datei ${name}`,
      page: (name) => `die Seite ${name}`,
      server: (name) => `was der Server ${name} zurückgab`,
      command: () => 'was ein Befehl aus dem Netz geholt hat',
      source: (name) => `die Quelle ${name}`,
      summary: () => 'eine Zusammenfassung dessen, was andere schrieben',
      answer: () => 'eine frühere Antwort, die auf Worten anderer beruht',
      earlier: () => 'früher gelesene Worte anderer',
      more: () => 'weitere Worte anderer',
    },
    nothingNear: 'Nichts, was nahelag.',
    messages: (amount) => countIn('de', amount, 'Nachricht', 'Nachrichten'),
    noWords: '(ohne Worte)',
    andMore: (amount) => `und ${number(amount, 'de')} weitere`,
  },
})

export const callWords = inLanguages({
  en: {
    title: 'Calls of the model',
    model: 'Model',
    read: 'Read',
    fromCache: 'From cache',
    written: 'Written',
    firstWord: 'First word',
    cost: 'Cost',
  },
  de: {
    title: 'Aufrufe des Modells',
    model: 'Modell',
    read: 'Gelesen',
    fromCache: 'Aus Cache',
    written: 'Geschrieben',
    firstWord: 'Erstes Wort',
    cost: 'Kosten',
  },
})

export const changeWords = inLanguages({
  en: {
    nothing: (at: string) => `Nothing: it is to the letter that of ${at}.`,
    cameAndWent: (came: number, went: number, at: string) =>
      `${count(came, 'line')} came and ${count(went, 'line')} went, against ${at}.`,
    lineByLine: 'What changed, line by line',
    andMore: (amount: number) => `and ${count(amount, 'line')} more`,
  },
  de: {
    nothing: (at) => `Nichts: Wort für Wort wie am ${at}.`,
    cameAndWent: (came, went, at) =>
      `${countIn('de', came, 'Zeile', 'Zeilen')} mehr und ${countIn('de', went, 'Zeile', 'Zeilen')} weniger als am ${at}.`,
    lineByLine: 'Was sich geändert hat, Zeile für Zeile',
    andMore: (amount) => `und ${countIn('de', amount, 'weitere Zeile', 'weitere Zeilen')}`,
  },
})

export type ContextWords = (typeof contextWords)['en']

export const contextWords = inLanguages({
  en: {
    other: 'Other',
    part: (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tokens: (amount: number) => count(amount, 'token'),
    tokensAndShare: (amount: number, share: string) => `${count(amount, 'token')}, ${share}`,
    from: (amount: number) => `From ${count(amount, 'token')} on`,
    inUse: (tokens: number) => `${count(tokens, 'token')} in use`,
    shareInUse: (share: string, tokens: number, window: number) =>
      `${share} in use: ${number(tokens, 'en')} of ${count(window, 'token')}`,
    estimated: '(our own estimate: no call was counted)',
    counted: (model: string | undefined, brain: string | undefined) =>
      `(as ${[model, brain && `of ${brain}`].filter(Boolean).join(' ')} counted its last call)`,
  },
  de: {
    other: 'Übriges',
    part: (name) => germanParts[name] ?? name,
    tokens: (amount) => countIn('de', amount, 'Token', 'Token'),
    tokensAndShare: (amount, share) => `${countIn('de', amount, 'Token', 'Token')}, ${share}`,
    from: (amount) => `Ab ${countIn('de', amount, 'Token', 'Token')}`,
    inUse: (tokens) => `${countIn('de', tokens, 'Token', 'Token')} belegt`,
    shareInUse: (share, tokens, window) =>
      `${share} belegt: ${number(tokens, 'de')} von ${countIn('de', window, 'Token', 'Token')}`,
    estimated: '(eigene Schätzung: kein Aufruf wurde gezählt)',
    counted: (model, brain) =>
      `(wie ${[model, brain && `von ${brain}`].filter(Boolean).join(' ')} den letzten Aufruf gezählt hat)`,
  },
})

const germanParts: Record<string, string> = {
  system: 'Systemprompt',
  summary: 'Zusammenfassung',
  history: 'Verlauf',
  recalled: 'Erinnertes',
  tools: 'Werkzeuge',
  message: 'Nachricht',
}

export const previewWords = inLanguages({
  en: {
    title: 'What would it see now if I wrote …',
    notSent: 'Words that are not sent',
    inReplyTo: 'In reply to the line of this number (or none)',
    show: 'Show',
  },
  de: {
    title: 'Was würde es jetzt sehen, wenn ich schriebe …',
    notSent: 'Worte, die nicht gesendet werden',
    inReplyTo: 'Als Antwort auf die Zeile mit dieser Nummer (oder leer)',
    show: 'Zeigen',
  },
})
