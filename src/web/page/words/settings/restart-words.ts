import { inLanguages } from '../language.ts'

export const restartWords = inLanguages({
  en: {
    title: 'Restart',
    about:
      'What was connected, and what the configuration says holds after a restart, is taken up then. Nothing that was said is lost; what is being answered is cut off and tried again, or told of.',
    restart: 'Restart Skein',
    restartNow: 'Restart now',
    underWay: 'Restarting…',
    away: 'It has not answered since. Look at its log where it runs.',
  },
  de: {
    title: 'Neustart',
    about:
      'Was verbunden wurde, und was laut Konfiguration erst nach einem Neustart gilt, wird dann übernommen. Nichts Gesagtes geht verloren; was gerade beantwortet wird, bricht ab und wird noch einmal versucht oder gemeldet.',
    restart: 'Skein neu starten',
    restartNow: 'Jetzt neu starten',
    underWay: 'Startet neu…',
    away: 'Seitdem kam keine Antwort. Sieh dort, wo Skein läuft, ins Protokoll.',
  },
})
