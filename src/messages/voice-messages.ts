import { localized } from './localized.ts'

/** What people read about answers that are spoken. */
export const voiceMessages = localized({
  en: {
    isOn: 'Voice is on here: I answer voice messages with text and a voice message.',
    isOff: (command: string) => `Voice is off here. ${command} turns it on.`,
    turnedOn: 'Voice is on: I answer voice messages with text and a voice message.',
    turnedOff: 'Voice is off: I answer in text only.',
    how: (on: string, off: string) => `Write ${on} or ${off}.`,
    notSetUp:
      'I cannot speak yet: set `[speech] command` (a program such as espeak-ng or piper) or `[speech] url` (a service) in the configuration and restart Skein. docs/models.md explains both.',
    notHere: 'This channel has no voice messages. I answer in text here.',
    chosenByOwner: 'Only the owner can turn voice on or off here.',
    failed: (why: string) => `I could not make the voice message: ${why}. The text above is the whole answer.`,
    nothingMade: 'the speech program or service returned nothing',
    noAudio: 'what the speech program or service returned is not audio in a known format',
    noProgram: (name: string) => `the speech program ${name} could not be started`,
    programFailed: (outcome: string) => `the speech program failed (${outcome})`,
    serviceSaid: (status: number) => `the speech service answered ${status}`,
    unreachable: 'the speech service could not be reached',
    tookTooLong: 'it took too long',
    tooMuch: 'the audio is too large',
    noRoom: 'it could not be stored',
    shortened: 'The rest is in the text.',
  },
  de: {
    isOn: 'Sprachantworten sind hier an: Ich beantworte Sprachnachrichten mit Text und einer Sprachnachricht.',
    isOff: (command) => `Sprachantworten sind hier aus. ${command} schaltet sie ein.`,
    turnedOn: 'Sprachantworten sind an: Ich beantworte Sprachnachrichten mit Text und einer Sprachnachricht.',
    turnedOff: 'Sprachantworten sind aus: Ich antworte nur mit Text.',
    how: (on, off) => `Schreib ${on} oder ${off}.`,
    notSetUp:
      'Ich kann noch nicht sprechen: Trag in der Konfiguration `[speech] command` (ein Programm wie espeak-ng oder piper) oder `[speech] url` (einen Dienst) ein und starte Skein neu. docs/models.md erklärt beides.',
    notHere: 'Auf diesem Kanal gibt es keine Sprachnachrichten. Hier antworte ich mit Text.',
    chosenByOwner: 'Nur der Besitzer kann Sprachantworten hier ein- oder ausschalten.',
    failed: (why) =>
      `Ich konnte die Sprachnachricht nicht erstellen: ${why}. Der Text oben ist die vollständige Antwort.`,
    nothingMade: 'das Sprachprogramm oder der Sprachdienst hat nichts geliefert',
    noAudio: 'das Sprachprogramm oder der Sprachdienst hat kein Audio in einem bekannten Format geliefert',
    noProgram: (name) => `das Sprachprogramm ${name} konnte nicht gestartet werden`,
    programFailed: (outcome) => `das Sprachprogramm ist fehlgeschlagen (${outcome})`,
    serviceSaid: (status) => `der Sprachdienst hat mit ${status} geantwortet`,
    unreachable: 'der Sprachdienst war nicht erreichbar',
    tookTooLong: 'es hat zu lange gedauert',
    tooMuch: 'die Audiodatei ist zu groß',
    noRoom: 'sie konnte nicht gespeichert werden',
    shortened: 'Der Rest steht im Text.',
  },
})
