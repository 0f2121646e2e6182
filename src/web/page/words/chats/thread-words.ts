import { inLanguages } from '../../../../messages/languages.ts'

export const threadWords = inLanguages({
  en: {
    jump: 'Go to a date',
    jumpDay: 'Day',
    jumpGo: 'Go',
    nothingSince: 'No messages since then.',
    writtenHere: (channel: string) =>
      `This chat is on ${channel}. What you write here is stored in it, and the answer goes to ${channel}.`,
    conversation: 'New conversation',
    topic: (name: string) => `Topic ${name}`,
    reply: 'Separate thread',
    root: 'Main thread',
    edited: 'edited',
    before: (time: string) => `Earlier version, ${time}`,
    editedLater: 'Edited later',
    readNow: 'Show current version',
    deleted: (channel: string, when: string) => `Deleted on ${channel}, ${when}`,
    takenBack: 'Cancelled before it was answered',
    cancel: 'Cancel',
    cancelThis: (text: string) => `Cancel, do not answer: ${text}`,
    secret: 'A secret was removed and replaced by [secret]. It is not stored here.',
  },
  de: {
    jump: 'Zu einem Datum',
    jumpDay: 'Tag',
    jumpGo: 'Los',
    nothingSince: 'Seitdem gab es hier keine Nachrichten.',
    writtenHere: (channel) =>
      `Dieser Chat läuft über ${channel}. Was du hier schreibst, wird darin gespeichert, und die Antwort geht an ${channel}.`,
    conversation: 'Neue Unterhaltung',
    topic: (name) => `Thema ${name}`,
    reply: 'Eigener Thread',
    root: 'Haupt-Thread',
    edited: 'bearbeitet',
    before: (time) => `Frühere Fassung, ${time}`,
    editedLater: 'Später bearbeitet',
    readNow: 'Aktuelle Fassung anzeigen',
    deleted: (channel, when) => `Gelöscht auf ${channel}, ${when}`,
    takenBack: 'Abgebrochen, bevor es beantwortet wurde',
    cancel: 'Abbrechen',
    cancelThis: (text) => `Abbrechen, nicht beantworten: ${text}`,
    secret: 'Ein Geheimnis wurde entfernt und durch [secret] ersetzt. Es ist hier nicht gespeichert.',
  },
})

export const lineWords = inLanguages({
  en: {
    conversation: 'Conversation',
    newest: 'Newest ↓',
    notSent: (reason: string) => `not sent: ${reason}`,
    notStored: (reason: string) => `not sent yet, retrying${reason && `: ${reason}`}`,
    sending: 'sending',
    unfinished: { stopped: 'stopped', 'cut off': 'cut off' } as Record<string, string>,
    edit: 'Edit',
    discard: 'Discard',
    editAndSend: 'Edit and send again',
    waitsBelow: 'Waiting for your answer below.',
    today: 'Today',
    yesterday: 'Yesterday',
    files: 'Files',
    play: (name: string) => `Play ${name}`,
    pause: (name: string) => `Pause ${name}`,
    cannotPlay: 'This browser cannot play it.',
    reply: 'Reply',
    replyTo: (who: string, text: string) => `Reply to ${who}: ${text}`,
    inReplyTo: (who: string, text: string) => `In reply to ${who}: ${text}`,
  },
  de: {
    conversation: 'Unterhaltung',
    newest: 'Neueste ↓',
    notSent: (reason) => `nicht gesendet: ${reason}`,
    notStored: (reason) => `noch nicht gesendet, neuer Versuch${reason && `: ${reason}`}`,
    sending: 'wird gesendet',
    unfinished: { stopped: 'gestoppt', 'cut off': 'abgebrochen' },
    edit: 'Bearbeiten',
    discard: 'Verwerfen',
    editAndSend: 'Bearbeiten und erneut senden',
    waitsBelow: 'Wartet unten auf deine Antwort.',
    today: 'Heute',
    yesterday: 'Gestern',
    files: 'Dateien',
    play: (name) => `${name} abspielen`,
    pause: (name) => `${name} anhalten`,
    cannotPlay: 'Dieser Browser kann das nicht abspielen.',
    reply: 'Antworten',
    replyTo: (who, text) => `${who} antworten: ${text}`,
    inReplyTo: (who, text) => `Antwort auf ${who}: ${text}`,
  },
})

export const versionWords = inLanguages({
  en: {
    versions: 'Versions',
    previous: 'Previous version',
    next: 'Next version',
    position: (at: number, count: number) => `Version ${at} of ${count}`,
  },
  de: {
    versions: 'Fassungen',
    previous: 'Vorherige Fassung',
    next: 'Nächste Fassung',
    position: (at, count) => `Fassung ${at} von ${count}`,
  },
})

export const answerFootWords = inLanguages({
  en: {
    thisAnswer: 'this answer',
    continue: 'Continue',
    why: 'Why?',
    whyLong: 'Why? What the model saw for this answer',
    retry: 'Retry',
    retryLong: 'Retry: generate another answer',
    lessThan: (money: string) => `< ${money}`,
    thinking: 'Thinking',
    failedStep: (line: string) => `${line} (failed)`,
    given: 'Input',
    cameBack: 'Output',
  },
  de: {
    thisAnswer: 'diese Antwort',
    continue: 'Weiter',
    why: 'Warum?',
    whyLong: 'Warum? Was das Modell für diese Antwort gesehen hat',
    retry: 'Erneut versuchen',
    retryLong: 'Erneut versuchen: eine andere Antwort erzeugen',
    lessThan: (money) => `< ${money}`,
    thinking: 'Gedanken',
    failedStep: (line) => `${line} (fehlgeschlagen)`,
    given: 'Eingabe',
    cameBack: 'Ausgabe',
  },
})

export type ReceiptStates = (typeof receiptStates)['en']

export const receiptStates = inLanguages({
  en: {
    received: 'received',
    working: 'working',
    waiting: 'waiting for you',
    tryingAgain: 'retrying',
    tryingAgainAt: (clock: string) => `retrying at ${clock}`,
    interrupted: 'interrupted',
    answered: 'answered',
    refused: 'refused',
    stopped: 'stopped',
    expired: 'expired',
    failed: 'failed',
    setAside: 'stopped after crashes',
  },
  de: {
    received: 'angekommen',
    working: 'in Arbeit',
    waiting: 'wartet auf dich',
    tryingAgain: 'neuer Versuch',
    tryingAgainAt: (clock) => `neuer Versuch um ${clock}`,
    interrupted: 'unterbrochen',
    answered: 'beantwortet',
    refused: 'abgelehnt',
    stopped: 'gestoppt',
    expired: 'abgelaufen',
    failed: 'fehlgeschlagen',
    setAside: 'nach Abstürzen gestoppt',
  },
})

export type StepsWords = (typeof stepsWords)['en']

/** Past-tense summaries of steps, by the first word of their line. */
export const stepsWords = inLanguages({
  en: {
    kinds: {
      running: { one: () => 'ran one command', many: (count: number) => `ran ${count} commands` },
      writing: { one: (what: string) => `wrote ${what}`, many: (count: number) => `wrote ${count} files` },
      changing: { one: (what: string) => `changed ${what}`, many: (count: number) => `changed ${count} files` },
      reading: { one: (what: string) => `read ${what}`, many: (count: number) => `read ${count} files` },
      looking: { one: (what: string) => `looked ${what}`, many: (count: number) => `looked ${count} times` },
      searching: { one: (what: string) => `searched ${what}`, many: (count: number) => `searched ${count} times` },
      fetching: { one: (what: string) => `fetched ${what}`, many: (count: number) => `fetched ${count} pages` },
      attaching: { one: (what: string) => `attached ${what}`, many: (count: number) => `attached ${count} files` },
      scheduling: { one: (what: string) => `scheduled ${what}`, many: (count: number) => `scheduled ${count} things` },
      using: { one: (what: string) => `used ${what}`, many: (count: number) => `used ${count} tools` },
    } as StepKinds,
    others: (count: number) => `${count} other steps`,
    failed: (count: number) => `${count} failed`,
  },
  de: {
    kinds: {
      running: { one: () => 'einen Befehl ausgeführt', many: (count) => `${count} Befehle ausgeführt` },
      writing: { one: (what) => `${what} geschrieben`, many: (count) => `${count} Dateien geschrieben` },
      changing: { one: (what) => `${what} geändert`, many: (count) => `${count} Dateien geändert` },
      reading: { one: (what) => `${what} gelesen`, many: (count) => `${count} Dateien gelesen` },
      looking: { one: (what) => `nachgesehen: ${what}`, many: (count) => `${count}-mal nachgesehen` },
      searching: { one: (what) => `gesucht: ${what}`, many: (count) => `${count}-mal gesucht` },
      fetching: { one: (what) => `${what} geholt`, many: (count) => `${count} Seiten geholt` },
      attaching: { one: (what) => `${what} angehängt`, many: (count) => `${count} Dateien angehängt` },
      scheduling: { one: (what) => `geplant: ${what}`, many: (count) => `${count} Dinge geplant` },
      using: { one: (what) => `${what} benutzt`, many: (count) => `${count} Werkzeuge benutzt` },
    },
    others: (count) => `${count} andere Schritte`,
    failed: (count) => `${count} fehlgeschlagen`,
  },
})

type StepKinds = Record<string, { one: (what: string) => string; many: (count: number) => string }>
