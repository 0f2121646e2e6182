import { localized } from '../../messages/localized.ts'

/** What people read in the setup, on the page and in the terminal. */
export const setupMessages = localized({
  en: {
    nameSaved: (name: string) => `Saved. Skein will call you ${name}.`,
    nameLength: (most: number) => `A name has 1 to ${most} characters.`,
    nameHidden: 'A name is one line without control characters.',
    timezoneSaved: (zone: string) => `Saved: ${zone}.`,
    noSuchZone: (given: string) => `"${given}" is not a time zone. Time zones look like Europe/Berlin.`,
    briefingSaved: (time: string) =>
      `Saved. A briefing comes every day at ${time}: reminders, open questions and what was talked about.`,
    briefingExists: 'There is already a briefing.',
    notTime: (given: string) => `"${given}" is not a time. Times look like 7:00 or 18:30.`,
    hello: (name: string) =>
      `Hello${name && ` ${name}`}, the setup of Skein is complete. Write to me here at any time.`,
    helloSubject: 'Skein is set up',
    helloSent: (where: string) => `A message to you was sent: ${where}.`,
    helloFailed: (where: string, why: string) => `No message could be sent to you (${where}): ${why}.`,
    helloOnPage: 'A message to you is on the page, under "Notices".',
  },
  de: {
    nameSaved: (name) => `Gespeichert. Skein nennt dich ${name}.`,
    nameLength: (most) => `Ein Name hat 1 bis ${most} Zeichen.`,
    nameHidden: 'Ein Name ist eine Zeile ohne Steuerzeichen.',
    timezoneSaved: (zone) => `Gespeichert: ${zone}.`,
    noSuchZone: (given) => `„${given}“ ist keine Zeitzone. Zeitzonen sehen so aus: Europe/Berlin.`,
    briefingSaved: (time) =>
      `Gespeichert. Jeden Tag um ${time} kommt eine Übersicht: Erinnerungen, offene Fragen und worüber gesprochen wurde.`,
    briefingExists: 'Es gibt bereits eine Übersicht.',
    notTime: (given) => `„${given}“ ist keine Uhrzeit. Uhrzeiten sehen so aus: 7:00 oder 18:30.`,
    hello: (name) =>
      `Hallo${name && ` ${name}`}, Skein ist fertig eingerichtet. Schreib mir hier, wann immer du willst.`,
    helloSubject: 'Skein ist eingerichtet',
    helloSent: (where) => `Eine Nachricht an dich wurde gesendet: ${where}.`,
    helloFailed: (where, why) => `An dich konnte keine Nachricht gesendet werden (${where}): ${why}.`,
    helloOnPage: 'Eine Nachricht an dich steht auf der Seite unter „Meldungen“.',
  },
})
