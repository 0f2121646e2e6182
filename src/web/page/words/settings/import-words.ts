import { inLanguages } from '../../../../messages/languages.ts'
import { countIn, dateOf, formatDollars, formatNumber } from '../../text/format.ts'

export interface ImportWords {
  title: string
  about: string
  file: string
  fromRoom: string
  room: string
  look: string
  start: string
  stop: string
  leave: string
  preview: string
  found(format: string, messages: number, chats: number): string
  /** Times in milliseconds. */
  period(first: number, last: number): string
  counted(name: string, messages: number): string
  more(chats: number): string
  withoutText(count: number): string
  begins(chat: string): string
  whoAreYou: string
  nobody: string
  asNamed: string
  sending(percent: number): string
  reading(percent: number): string
  importing(percent: number): string
  settling: string
  done(added: number, known: number): string
  bad(count: number): string
  stopped: string
  command: string
  cost(requests: number, tokens: number, usd: number | undefined): string
  ask: string
  keep: string
  asked: string
  kept: string
}

export const importWords = inLanguages<ImportWords>({
  en: {
    title: 'Import old chats',
    about:
      'Import the history of ChatGPT, Claude.ai, Telegram, WhatsApp, a mailbox (mbox), OpenClaw or klausbot, or JSON lines. Choose files, or drop files and folders here. You see what is in them first. Each message is imported only once. No model reads them unless you allow it afterwards.',
    file: 'File',
    fromRoom: 'From a Nextcloud Talk room',
    room: 'Name of the room',
    look: 'Preview',
    start: 'Import',
    stop: 'Stop',
    leave: 'Cancel',
    preview: 'In this file',
    found: (format, messages, chats) =>
      `${format}: ${countIn('en', messages, 'message', 'messages')} in ${countIn('en', chats, 'chat', 'chats')}`,
    period: (first, last) => `From ${dateOf(first, 'en')} to ${dateOf(last, 'en')}`,
    counted: (name, messages) => `${name}: ${formatNumber(messages, 'en')}`,
    more: (chats) => `and ${countIn('en', chats, 'more chat', 'more chats')}`,
    withoutText: (count) =>
      `${formatNumber(count, 'en')} without text are left out, such as pictures, calls and notes of the program.`,
    begins: (chat) => `“${chat}” begins:`,
    whoAreYou: 'Which of these is you?',
    nobody: 'Nobody',
    asNamed: 'As the file says',
    sending: (percent) => `${percent} % sent`,
    reading: (percent) => `${percent} % read`,
    importing: (percent) => `${percent} % of the file`,
    settling: 'Summarising…',
    done: (added, known) => `${added} messages imported, ${known} were already there.`,
    bad: (count) => `${count} lines could not be read:`,
    stopped: 'Stopped. Imported messages stay, and you can import the same file again.',
    command: 'Or in a terminal:',
    cost: (requests, tokens, usd) =>
      `The summaries quote the messages; no model was used. A model can write better ones in the background: about ${countIn('en', requests, 'request', 'requests')} and ${formatNumber(tokens, 'en')} tokens${usd === undefined ? '' : `, about ${formatDollars(usd, 2, 'en')}`}.`,
    ask: 'Let the model summarise them',
    keep: 'Keep the quotes',
    asked: 'The model is summarising them in the background.',
    kept: 'No model will read the imported messages.',
  },
  de: {
    title: 'Alte Chats importieren',
    about:
      'Importiere den Verlauf von ChatGPT, Claude.ai, Telegram, WhatsApp, einem Postfach (mbox), OpenClaw oder klausbot, oder JSON-Zeilen. Wähle Dateien, oder zieh Dateien und Ordner hierher. Du siehst zuerst, was darin ist. Jede Nachricht wird nur einmal importiert. Kein Modell liest sie, solange du es danach nicht erlaubst.',
    file: 'Datei',
    fromRoom: 'Aus einem Nextcloud-Talk-Raum',
    room: 'Name des Raums',
    look: 'Vorschau',
    start: 'Importieren',
    stop: 'Anhalten',
    leave: 'Abbrechen',
    preview: 'In dieser Datei',
    found: (format, messages, chats) =>
      `${format}: ${countIn('de', messages, 'Nachricht', 'Nachrichten')} in ${countIn('de', chats, 'Chat', 'Chats')}`,
    period: (first, last) => `Vom ${dateOf(first, 'de')} bis zum ${dateOf(last, 'de')}`,
    counted: (name, messages) => `${name}: ${formatNumber(messages, 'de')}`,
    more: (chats) => `und ${countIn('de', chats, 'weiterer Chat', 'weitere Chats')}`,
    withoutText: (count) =>
      `${formatNumber(count, 'de')} ohne Text bleiben weg, etwa Bilder, Anrufe und Hinweise des Programms.`,
    begins: (chat) => `„${chat}“ beginnt so:`,
    whoAreYou: 'Wer davon bist du?',
    nobody: 'Niemand',
    asNamed: 'Wie in der Datei',
    sending: (percent) => `${percent} % gesendet`,
    reading: (percent) => `${percent} % gelesen`,
    importing: (percent) => `${percent} % der Datei`,
    settling: 'Wird zusammengefasst…',
    done: (added, known) => `${added} Nachrichten importiert, ${known} waren schon da.`,
    bad: (count) => `${count} Zeilen waren nicht lesbar:`,
    stopped: 'Angehalten. Importierte Nachrichten bleiben, und du kannst dieselbe Datei erneut importieren.',
    command: 'Oder in einem Terminal:',
    cost: (requests, tokens, usd) =>
      `Die Zusammenfassungen zitieren die Nachrichten; kein Modell wurde verwendet. Ein Modell kann im Hintergrund bessere schreiben: etwa ${countIn('de', requests, 'Anfrage', 'Anfragen')} und ${formatNumber(tokens, 'de')} Token${usd === undefined ? '' : `, etwa ${formatDollars(usd, 2, 'de')}`}.`,
    ask: 'Vom Modell zusammenfassen lassen',
    keep: 'Bei den Zitaten bleiben',
    asked: 'Das Modell fasst sie im Hintergrund zusammen.',
    kept: 'Kein Modell wird die importierten Nachrichten lesen.',
  },
})

export const exportWords = inLanguages({
  en: {
    title: 'Export',
    about:
      'Everything of yours in one archive: chats with their files, facts, jobs and profiles, as text to read and as JSON. A large archive takes a moment. The menu of a chat exports that chat alone.',
    all: 'Download everything',
  },
  de: {
    title: 'Exportieren',
    about:
      'Alles von dir in einem Archiv: Chats mit ihren Dateien, Fakten, Termine und Profile, als Text zum Lesen und als JSON. Ein großes Archiv dauert einen Moment. Im Menü eines Chats gibt es den Export nur dieses Chats.',
    all: 'Alles herunterladen',
  },
})
