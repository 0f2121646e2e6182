import { countIn, dollars, number } from '../../text/number.ts'
import { inLanguages } from '../language.ts'

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
    title: 'Import a past',
    about:
      'What was said elsewhere, as lines of JSON, each with chat, id, at, from, role and text. The same line is taken in once. No model reads it unless you say so afterwards.',
    file: 'File',
    name: 'What you are called in it (optional)',
    start: 'Import',
    stop: 'Stop',
    far: (percent) => `${percent} % of the file`,
    settling: 'Summing it up…',
    done: (added, known) => `${added} messages taken in, ${known} were there before.`,
    bad: (count) => `${count} lines could not be read:`,
    stopped: 'Stopped. What was taken in stays; the same file can be imported again.',
    command: 'Or in a terminal:',
    cost: (requests, tokens, usd) =>
      `Its summaries quote what was said; no model was asked. A model can write better ones in the background: about ${countIn('en', requests, 'request', 'requests')} and ${number(tokens, 'en')} tokens${usd === undefined ? '' : `, about ${dollars(usd, 2, 'en')}`}.`,
    ask: 'Let the model summarise it',
    keep: 'Keep the quotes',
    asked: 'The model summarises it in the background.',
    kept: 'No model will read what was imported.',
  },
  de: {
    title: 'Vergangenes importieren',
    about:
      'Was anderswo gesagt wurde, als JSON-Zeilen, jede mit chat, id, at, from, role und text. Dieselbe Zeile wird nur einmal übernommen. Kein Modell liest sie, solange du es danach nicht erlaubst.',
    file: 'Datei',
    name: 'Wie du darin heißt (freiwillig)',
    start: 'Importieren',
    stop: 'Anhalten',
    far: (percent) => `${percent} % der Datei`,
    settling: 'Wird zusammengefasst…',
    done: (added, known) => `${added} Nachrichten übernommen, ${known} waren schon da.`,
    bad: (count) => `${count} Zeilen waren nicht lesbar:`,
    stopped: 'Angehalten. Was übernommen ist, bleibt; dieselbe Datei lässt sich noch einmal importieren.',
    command: 'Oder in einem Terminal:',
    cost: (requests, tokens, usd) =>
      `Die Zusammenfassungen zitieren, was gesagt wurde; kein Modell wurde gefragt. Ein Modell kann im Hintergrund bessere schreiben: etwa ${countIn('de', requests, 'Anfrage', 'Anfragen')} und ${number(tokens, 'de')} Token${usd === undefined ? '' : `, etwa ${dollars(usd, 2, 'de')}`}.`,
    ask: 'Vom Modell zusammenfassen lassen',
    keep: 'Bei den Zitaten bleiben',
    asked: 'Das Modell fasst es im Hintergrund zusammen.',
    kept: 'Kein Modell wird das Importierte lesen.',
  },
})
