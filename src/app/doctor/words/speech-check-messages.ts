import { localized } from '../../../messages/localized.ts'

export const speechCheckMessages = localized({
  en: {
    title: 'speech',
    why: 'Voice messages are answered in text only.',
    works: (what: string) => `${what} makes voice messages`,
    answers: (url: string) => `${url} answers`,
    notConverted: (what: string, ending: string) =>
      `${what} makes ${ending} files, and nothing is here to convert them: they are sent as audio files and not as voice messages`,
    install: 'apt-get install ffmpeg',
    correct: 'correct [speech] command, or install the program',
    refused: (url: string, status: number) => `${url} answered ${status}: it refuses the key`,
    correctKey: 'correct speech.api_key',
    unreachable: (url: string) => `${url} could not be reached`,
    checkService: 'check speech.url, and that the service runs',
  },
  de: {
    title: 'Sprachausgabe',
    why: 'Sprachnachrichten werden nur als Text beantwortet.',
    works: (what) => `${what} erstellt Sprachnachrichten`,
    answers: (url) => `${url} antwortet`,
    notConverted: (what, ending) =>
      `${what} erstellt ${ending}-Dateien, und hier ist nichts, um sie umzuwandeln: Sie werden als Audiodateien gesendet und nicht als Sprachnachrichten`,
    install: 'apt-get install ffmpeg',
    correct: '[speech] command korrigieren oder das Programm installieren',
    refused: (url, status) => `${url} antwortete mit ${status}: Der Schlüssel wird abgelehnt`,
    correctKey: 'speech.api_key korrigieren',
    unreachable: (url) => `${url} war nicht erreichbar`,
    checkService: 'speech.url prüfen, und ob der Dienst läuft',
  },
})
