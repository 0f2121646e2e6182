import { inLanguages } from '../../../../messages/languages.ts'
import { countIn, formatDollars, formatNumber } from '../../text/format.ts'

export interface ImportWords {
  title: string
  about: string
  file: string
  name: string
  start: string
  stop: string
  far(percent: number): string
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
      'Import messages from other apps as JSON lines, each with chat, id, at, from, role and text. Each message is imported only once. No model reads them unless you allow it afterwards.',
    file: 'File',
    name: 'Your name in the file (optional)',
    start: 'Import',
    stop: 'Stop',
    far: (percent) => `${percent} % of the file`,
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
      'Importiere Nachrichten aus anderen Apps als JSON-Zeilen, jede mit chat, id, at, from, role und text. Jede Nachricht wird nur einmal importiert. Kein Modell liest sie, solange du es danach nicht erlaubst.',
    file: 'Datei',
    name: 'Dein Name in der Datei (optional)',
    start: 'Importieren',
    stop: 'Anhalten',
    far: (percent) => `${percent} % der Datei`,
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
