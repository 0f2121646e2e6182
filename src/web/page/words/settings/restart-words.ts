import { inLanguages } from '../language.ts'

export const restartWords = inLanguages({
  en: {
    title: 'Restart',
    about:
      'Restart to apply new connections and configuration changes. No message is lost; an answer that is being written is started again, or you are told.',
    restart: 'Restart Skein',
    restartNow: 'Restart now',
    underWay: 'Restarting…',
    away: 'It has not answered since. Look at its log where it runs.',
  },
  de: {
    title: 'Neustart',
    about:
      'Ein Neustart übernimmt neue Verbindungen und Änderungen der Konfiguration. Keine Nachricht geht verloren; eine Antwort, die gerade entsteht, wird neu begonnen, oder du erfährst es.',
    restart: 'Skein neu starten',
    restartNow: 'Jetzt neu starten',
    underWay: 'Startet neu…',
    away: 'Seitdem kam keine Antwort. Sieh dort, wo Skein läuft, ins Protokoll.',
  },
})
