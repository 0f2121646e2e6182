import { inLanguages } from '../../../../messages/languages.ts'
import { count, countIn, formatNumber } from '../../text/format.ts'

/** The inspector of an answer. */
export const turnWords = inLanguages({
  en: {
    title: 'What the model saw',
    close: 'Close',
    thisTurn: 'This turn',
    howFull: 'Context usage',
    cost: 'Cost',
    changed: 'Changes since the previous turn',
    exactText: 'Exact prompt',
    asked: 'Sent',
    session: 'Session',
    opened: 'started with this turn',
    wentOn: 'continued',
    ofThePast: 'History',
    ofAtMost: (tokens: number, budget: number) => `${formatNumber(tokens, 'en')} of at most ${count(budget, 'token')}`,
    also: 'Also',
    broke: (what: string) =>
      `Something went wrong in Skein while it built this prompt: ${what}. See the log for the cause.`,
    failed: {
      'last lines': 'the model saw only the latest messages and this one',
      message: 'the model saw only this message',
      recall: 'older messages were not searched',
      summaries: 'summaries were left out',
      results: 'results of jobs were left out',
      facts: 'remembered facts were left out',
      'open question': 'its open question was left out',
      triage: 'no messages were selected, so everything that fits was shown',
    } as Partial<Record<string, string>>,
  },
  de: {
    title: 'Was das Modell gesehen hat',
    close: 'Schließen',
    thisTurn: 'Diese Anfrage',
    howFull: 'Kontextnutzung',
    cost: 'Kosten',
    changed: 'Änderungen seit der vorigen Anfrage',
    exactText: 'Genauer Prompt',
    asked: 'Gesendet',
    session: 'Sitzung',
    opened: 'mit dieser Anfrage begonnen',
    wentOn: 'fortgesetzt',
    ofThePast: 'Verlauf',
    ofAtMost: (tokens, budget) =>
      `${formatNumber(tokens, 'de')} von höchstens ${countIn('de', budget, 'Token', 'Token')}`,
    also: 'Außerdem',
    broke: (what) =>
      `Beim Erstellen dieses Prompts ist in Skein etwas schiefgegangen: ${what}. Die Ursache steht im Protokoll.`,
    failed: {
      'last lines': 'Das Modell hat nur die letzten Nachrichten und diese gesehen',
      message: 'Das Modell hat nur diese Nachricht gesehen',
      recall: 'Ältere Nachrichten wurden nicht durchsucht',
      summaries: 'Zusammenfassungen wurden weggelassen',
      results: 'Ergebnisse von Aufträgen wurden weggelassen',
      facts: 'Gemerkte Fakten wurden weggelassen',
      'open question': 'Seine offene Frage wurde weggelassen',
      triage: 'Es wurden keine Nachrichten ausgewählt, also wurde alles gezeigt, was passt',
    },
  },
})

export const promptWords = inLanguages({
  en: {
    wasIn: 'Included',
    wasLeftOut: 'Left out',
    systemPrompt: 'System prompt',
    systemPromptOfSession: 'System prompt of this session',
    message: 'Message',
    tokens: (amount: number) => count(amount, 'token'),
    from: (chats: string) => `from ${chats}`,
    notTrusted: 'not trusted',
    trustedAs: (role: string) => `trusted as ${role}`,
    ofOthers: (whose: string) => `text by others: ${whose}`,
    somebody: 'someone',
    named: (name: string) => `“${name}”`,
    foreign: {
      person: (name) => `messages by ${name}`,
      forward: (name) => `a forwarded message from ${name}`,
      quote: (name) => `a quote of ${name}`,
      file: (name) => `the file ${name}`,
      page: (name) => `the page ${name}`,
      server: (name) => `what the server ${name} returned`,
      command: () => 'what a command downloaded',
      source: (name) => `the source ${name}`,
      summary: () => 'a summary of what others wrote',
      answer: () => 'an earlier answer based on text by others',
      earlier: () => 'text by others that was read earlier',
      more: () => 'more text by others',
    } as Partial<Record<string, (name: string) => string>>,
    nothingNear: 'Nothing relevant.',
    messages: (amount: number) => count(amount, 'message'),
    noWords: '(no text)',
    andMore: (amount: number) => `and ${formatNumber(amount, 'en')} more`,
  },
  de: {
    wasIn: 'Enthalten',
    wasLeftOut: 'Weggelassen',
    systemPrompt: 'Systemprompt',
    systemPromptOfSession: 'Systemprompt dieser Sitzung',
    message: 'Nachricht',
    tokens: (amount) => countIn('de', amount, 'Token', 'Token'),
    from: (chats) => `aus ${chats}`,
    notTrusted: 'nicht vertraut',
    trustedAs: (role) => `vertraut als ${role}`,
    ofOthers: (whose) => `Text von anderen: ${whose}`,
    somebody: 'jemandem',
    named: (name) => `„${name}“`,
    foreign: {
      person: (name) => `Nachrichten von ${name}`,
      forward: (name) => `eine weitergeleitete Nachricht von ${name}`,
      quote: (name) => `ein Zitat von ${name}`,
      file: (name) => `die Datei ${name}`,
      page: (name) => `die Seite ${name}`,
      server: (name) => `was der Server ${name} zurückgab`,
      command: () => 'was ein Befehl heruntergeladen hat',
      source: (name) => `die Quelle ${name}`,
      summary: () => 'eine Zusammenfassung dessen, was andere schrieben',
      answer: () => 'eine frühere Antwort, die auf Text von anderen beruht',
      earlier: () => 'früher gelesener Text von anderen',
      more: () => 'weiterer Text von anderen',
    },
    nothingNear: 'Nichts Relevantes.',
    messages: (amount) => countIn('de', amount, 'Nachricht', 'Nachrichten'),
    noWords: '(kein Text)',
    andMore: (amount) => `und ${formatNumber(amount, 'de')} weitere`,
  },
})

export const callWords = inLanguages({
  en: {
    title: 'Model calls',
    model: 'Model',
    read: 'Read',
    fromCache: 'From cache',
    written: 'Written',
    firstWord: 'First word',
    cost: 'Cost',
  },
  de: {
    title: 'Modellaufrufe',
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
    nothing: (at: string) => `No changes: identical to the prompt of ${at}.`,
    cameAndWent: (came: number, went: number, at: string) =>
      `${count(came, 'line')} added and ${count(went, 'line')} removed since ${at}.`,
    lineByLine: 'What changed, line by line',
    andMore: (amount: number) => `and ${count(amount, 'line')} more`,
  },
  de: {
    nothing: (at) => `Keine Änderungen: identisch mit dem Prompt vom ${at}.`,
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
      `${share} in use: ${formatNumber(tokens, 'en')} of ${count(window, 'token')}`,
    estimated: '(estimated, because the model reported no usage)',
    counted: (model: string | undefined, brain: string | undefined) =>
      `(as reported by ${[model, brain && `of ${brain}`].filter(Boolean).join(' ')} for the last call)`,
  },
  de: {
    other: 'Übriges',
    part: (name) => germanParts[name] ?? name,
    tokens: (amount) => countIn('de', amount, 'Token', 'Token'),
    tokensAndShare: (amount, share) => `${countIn('de', amount, 'Token', 'Token')}, ${share}`,
    from: (amount) => `Ab ${countIn('de', amount, 'Token', 'Token')}`,
    inUse: (tokens) => `${countIn('de', tokens, 'Token', 'Token')} belegt`,
    shareInUse: (share, tokens, window) =>
      `${share} belegt: ${formatNumber(tokens, 'de')} von ${countIn('de', window, 'Token', 'Token')}`,
    estimated: '(geschätzt, weil das Modell keine Zahlen gemeldet hat)',
    counted: (model, brain) =>
      `(laut ${[model, brain && `von ${brain}`].filter(Boolean).join(' ')} für den letzten Aufruf)`,
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
    title: 'What would the model see for a new message?',
    notSent: 'Message (not sent)',
    inReplyTo: 'Reply to message number (optional)',
    show: 'Show',
  },
  de: {
    title: 'Was würde das Modell bei einer neuen Nachricht sehen?',
    notSent: 'Nachricht (wird nicht gesendet)',
    inReplyTo: 'Antwort auf Nachricht Nummer (optional)',
    show: 'Anzeigen',
  },
})
