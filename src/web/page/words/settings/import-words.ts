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
}

export const importWords = inLanguages<ImportWords>({
  en: {
    title: 'Import a past',
    about:
      'What was said elsewhere, as lines of JSON, each with chat, id, at, from, role and text. No model is asked, and the same line is taken in once.',
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
  },
  de: {
    title: 'Vergangenes importieren',
    about:
      'Was anderswo gesagt wurde, als JSON-Zeilen, jede mit chat, id, at, from, role und text. Kein Modell wird gefragt, und dieselbe Zeile wird nur einmal übernommen.',
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
  },
})
