import { localized } from './localized.ts'

/** What people read about messages on any channel. Each channel has its own messages in its folder. */
export const channelMessages = localized({
  en: {
    empty: 'it is empty',
    proxySaid: (status: number) => `a proxy in front of the server answered ${status}`,
    serverSaid: (status: string) => `the server answered ${status}`,
    notListening: 'Skein is not accepting messages at the moment, so this was not saved.',
    sentAgain: '(sent again after an interruption; you may have this twice)',
    stopped: '(stopped)',
    cutOff: '(cut off)',
    failed: '(failed)',
    wholeAnswerInFile: '… The whole answer is in the file.',
    beginningOnly: '(This is only the beginning. The whole answer is in the file answer.md.)',
    notAttached: (file: string, why: string) => `${file} could not be attached: ${why}`,
    fileGone: 'it is no longer stored',
    notHeard: (why: string) =>
      `I could not transcribe that: ${why}. The recording is kept; please write it to me instead.`,
    noTranscription: 'no transcription is set up',
    transcriberFailed: (outcome: string) => `the transcription program failed (${outcome})`,
    transcriberSaid: (status: number) => `the transcription service answered ${status}`,
    transcriberUnreadable: 'the transcription service sent an answer that I cannot read',
    transcriberUnreachable: 'the transcription service could not be reached',
    nothingHeard: 'no speech was recognized',
  },
  de: {
    empty: 'sie ist leer',
    proxySaid: (status) => `ein Proxy vor dem Server antwortete mit ${status}`,
    serverSaid: (status) => `der Server antwortete mit ${status}`,
    notListening: 'Skein nimmt gerade keine Nachrichten an, deshalb wurde das nicht gespeichert.',
    sentAgain: '(nach einer Unterbrechung noch einmal gesendet; vielleicht hast du das doppelt)',
    stopped: '(gestoppt)',
    cutOff: '(abgebrochen)',
    failed: '(fehlgeschlagen)',
    wholeAnswerInFile: '… Die ganze Antwort steht in der Datei.',
    beginningOnly: '(Das ist nur der Anfang. Die ganze Antwort steht in der Datei answer.md.)',
    notAttached: (file, why) => `${file} konnte nicht angehängt werden: ${why}`,
    fileGone: 'die Datei ist nicht mehr gespeichert',
    notHeard: (why) =>
      `Das konnte ich nicht transkribieren: ${why}. Die Aufnahme ist gespeichert; schreib es mir bitte stattdessen.`,
    noTranscription: 'es ist keine Transkription eingerichtet',
    transcriberFailed: (outcome) => `das Transkriptionsprogramm ist fehlgeschlagen (${outcome})`,
    transcriberSaid: (status) => `der Transkriptionsdienst antwortete mit ${status}`,
    transcriberUnreadable: 'der Transkriptionsdienst hat eine Antwort geschickt, die ich nicht lesen kann',
    transcriberUnreachable: 'der Transkriptionsdienst war nicht erreichbar',
    nothingHeard: 'es wurde keine Sprache erkannt',
  },
})
