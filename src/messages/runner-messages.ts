import { localized } from './localized.ts'

/** What people read about runners: other machines or processes that run the model. */
export const runnerMessages = localized({
  en: {
    noneJoined: 'No runner has joined yet. "skein pair --runner NAME" prints a code for it.',
    noneThere: 'No runner that could answer is connected at the moment.',
    codeIncomplete: 'This is not a complete code. It has eight groups of four characters.',
    codeRefused:
      'No daemon answered to this code. It works once and for 15 minutes; "skein pair --runner NAME" prints a new one.',
    notJoined: 'This runner has not joined yet. Run "skein runner --join CODE" first.',
    noAddress: 'Set [runners] url to the address of Redis first.',
    off: 'Runners are off. Set [runners] url and restart Skein.',
    unknown: (name: string) => `There is no runner called "${name}".`,
    lost: (name: string) => `The connection to the runner "${name}" was lost before it had answered.`,
  },
  de: {
    noneJoined: 'Noch kein Runner ist verbunden. „skein pair --runner NAME“ erzeugt einen Code dafür.',
    noneThere: 'Zurzeit ist kein Runner verbunden, der antworten könnte.',
    codeIncomplete: 'Dieser Code ist nicht vollständig. Er hat acht Gruppen aus vier Zeichen.',
    codeRefused:
      'Auf diesen Code hat niemand geantwortet. Er gilt einmal und 15 Minuten lang; „skein pair --runner NAME“ erzeugt einen neuen.',
    notJoined: 'Dieser Runner ist noch nicht verbunden. Führe zuerst „skein runner --join CODE“ aus.',
    noAddress: 'Setze zuerst [runners] url auf die Adresse von Redis.',
    off: 'Runner sind ausgeschaltet. Setze [runners] url und starte Skein neu.',
    unknown: (name) => `Es gibt keinen Runner „${name}“.`,
    lost: (name) => `Die Verbindung zum Runner „${name}“ ist abgerissen, bevor er geantwortet hat.`,
  },
})
