import { localized } from './localized.ts'

/** What people read about answers that are spoken. */
export const voiceMessages = localized({
  en: {
    isOn: 'Voice is on here: a voice message is answered by a voice message beside the text.',
    isOff: (command: string) => `Voice is off here. ${command} turns it on.`,
    turnedOn: 'Voice is on: I answer voice messages with a voice message beside the text.',
    turnedOff: 'Voice is off: I answer in text only.',
    how: (on: string, off: string) => `Write ${on} or ${off}.`,
    notSetUp:
      'I cannot speak yet: set `[speech] command` (a program such as espeak-ng or piper) or `[speech] url` (a service) in the configuration and restart Skein. docs/models.md explains both.',
    notHere: 'This channel has no voice messages. I answer in text here.',
    chosenByOwner: 'Only the owner can turn voice on or off here.',
    failed: (why: string) => `I could not make the voice message: ${why}. The text above is the whole answer.`,
    nothingMade: 'the speech program or service returned nothing',
    noAudio: 'what the speech program or service returned is no audio that I know',
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
    isOn: 'Die Stimme ist hier an: Eine Sprachnachricht wird neben dem Text mit einer Sprachnachricht beantwortet.',
    isOff: (command) => `Die Stimme ist hier aus. ${command} schaltet sie ein.`,
    turnedOn: 'Die Stimme ist an: Ich beantworte Sprachnachrichten neben dem Text mit einer Sprachnachricht.',
    turnedOff: 'Die Stimme ist aus: Ich antworte nur als Text.',
    how: (on, off) => `Schreib ${on} oder ${off}.`,
    notSetUp:
      'Ich kann noch nicht sprechen: Setz `[speech] command` (ein Programm wie espeak-ng oder piper) oder `[speech] url` (ein Dienst) in der Konfiguration und starte Skein neu. docs/models.md erklärt beides.',
    notHere: 'Dieser Kanal hat keine Sprachnachrichten. Hier antworte ich als Text.',
    chosenByOwner: 'Nur der Besitzer kann die Stimme hier ein- oder ausschalten.',
    failed: (why) => `Ich konnte die Sprachnachricht nicht erstellen: ${why}. Der Text oben ist die ganze Antwort.`,
    nothingMade: 'das Sprachprogramm oder der Dienst lieferte nichts',
    noAudio: 'was das Sprachprogramm oder der Dienst lieferte, ist kein Audio, das ich kenne',
    noProgram: (name) => `das Sprachprogramm ${name} konnte nicht gestartet werden`,
    programFailed: (outcome) => `das Sprachprogramm ist fehlgeschlagen (${outcome})`,
    serviceSaid: (status) => `der Sprachdienst antwortete mit ${status}`,
    unreachable: 'der Sprachdienst war nicht erreichbar',
    tookTooLong: 'es hat zu lange gedauert',
    tooMuch: 'die Aufnahme ist zu groß',
    noRoom: 'sie konnte nicht gespeichert werden',
    shortened: 'Der Rest steht im Text.',
  },
})
