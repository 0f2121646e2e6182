import { localized } from './localized.ts'

/** What can be wrong with a file of another program. */
export const importMessages = localized({
  en: {
    /** Where in a file something is wrong. */
    places: {
      line: (number: number) => `line ${number}`,
      mail: (number: number) => `mail ${number}`,
      mailFile: (name: string) => `mail ${name}`,
      conversation: (number: number) => `conversation ${number}`,
      messageOf: (number: number, conversation: string) => `message ${number} of ${conversation}`,
      chat: (name: string) => `chat "${name}"`,
    },
    problem: (place: string, problem: string) => `${place}: ${problem}`,
    problems: {
      wrongField: (field: string) => `"${field}" is missing or not what was expected`,
      unexpected: 'is not what was expected',
      circle: 'its messages refer to each other in a circle',
      noTime: 'has no valid time',
      future: 'is in the future',
      'too large': 'is too large',
      'too deep': 'is nested too deeply',
      invalid: 'is not valid JSON',
      notJson: 'is not JSON',
      tooLong: 'is too long',
      noChat: 'comes before the id of its chat',
      gone: 'is gone or cannot be read',
      compressed: 'is too large, or compressed in a way that cannot be read',
    },
    invalidFrom: (character: number) =>
      `The file is not valid JSON from character ${character} on. The rest was not read.`,
    cutOff: (character: number) => `The file ends too early, after ${character} characters. Export it again.`,
    unreadable: 'This file cannot be read. It may be damaged. Export it again.',
    roomUnreadable: 'The messages of this room could not be read. Please try again.',
    theseFiles: 'these files',
    isArchive: 'This is a zip archive. Unpack it and import the file with the messages, such as conversations.json.',
    whoAreYou: (names: string) =>
      `Which of these names is yours? Name it with --me, or say "--me nobody". The file has: ${names}`,
    notAmong: (name: string, names: string) =>
      `Nobody is called "${name}" in this file. If you wrote none of it, say "--me nobody". It has: ${names}`,
    noTalk: 'Talk is not connected. Run "skein setup" or connect it on the page first.',
    ownerNotOnTalk: 'Skein does not know your Talk account yet. Write to it there first, or run "skein pair".',
    noFile: (path: string) => `There is no file or folder ${path}.`,
    nothingToImport: (path: string) =>
      `Nothing in ${path} is a known export or mailbox. Name the file with the messages itself.`,
    tooManyFiles: (most: number) => `The folder has more than ${most} files. Name a smaller one.`,
    namesFound: (names: string) => `These names are in the file:\n${names}`,
    whichIsYou: 'Which one is you? Number or name, 0 for nobody: ',
  },
  de: {
    places: {
      line: (number) => `Zeile ${number}`,
      mail: (number) => `Mail ${number}`,
      mailFile: (name) => `Mail ${name}`,
      conversation: (number) => `Unterhaltung ${number}`,
      messageOf: (number, conversation) => `Nachricht ${number} in ${conversation}`,
      chat: (name) => `Chat „${name}“`,
    },
    problem: (place, problem) => `${place}: ${problem}`,
    problems: {
      wrongField: (field) => `„${field}“ fehlt oder ist anders als erwartet`,
      unexpected: 'ist anders als erwartet',
      circle: 'die Nachrichten verweisen im Kreis aufeinander',
      noTime: 'ohne gültigen Zeitpunkt',
      future: 'liegt in der Zukunft',
      'too large': 'ist zu groß',
      'too deep': 'ist zu tief verschachtelt',
      invalid: 'ist kein gültiges JSON',
      notJson: 'ist kein JSON',
      tooLong: 'ist zu lang',
      noChat: 'steht vor der Kennung des Chats',
      gone: 'ist weg oder nicht lesbar',
      compressed: 'ist zu groß oder auf eine Art komprimiert, die nicht lesbar ist',
    },
    invalidFrom: (character) =>
      `Die Datei ist ab Zeichen ${character} kein gültiges JSON. Der Rest wurde nicht gelesen.`,
    cutOff: (character) => `Die Datei endet zu früh, nach ${character} Zeichen. Exportiere sie noch einmal.`,
    unreadable: 'Diese Datei ist nicht lesbar, vielleicht ist sie beschädigt. Exportiere sie noch einmal.',
    roomUnreadable: 'Die Nachrichten dieses Raums konnten nicht gelesen werden. Versuch es bitte noch einmal.',
    theseFiles: 'diesen Dateien',
    isArchive:
      'Das ist ein Zip-Archiv. Entpacke es und importiere die Datei mit den Nachrichten, etwa conversations.json.',
    whoAreYou: (names) =>
      `Welcher dieser Namen ist deiner? Gib ihn mit --me an, oder „--me nobody“ für keinen. In der Datei stehen: ${names}`,
    notAmong: (name, names) =>
      `In dieser Datei heißt niemand „${name}“. Wenn nichts davon von dir ist, gib „--me nobody“ an. In ihr stehen: ${names}`,
    noTalk: 'Talk ist nicht verbunden. Starte zuerst „skein setup“ oder verbinde es auf der Seite.',
    ownerNotOnTalk: 'Skein kennt dein Talk-Konto noch nicht. Schreib ihm dort zuerst, oder starte „skein pair“.',
    noFile: (path) => `Es gibt keine Datei und keinen Ordner ${path}.`,
    nothingToImport: (path) =>
      `In ${path} ist kein bekannter Export und kein Postfach. Nenne die Datei mit den Nachrichten selbst.`,
    tooManyFiles: (most) => `Der Ordner hat mehr als ${most} Dateien. Nenne einen kleineren.`,
    namesFound: (names) => `Diese Namen stehen in der Datei:\n${names}`,
    whichIsYou: 'Wer davon bist du? Nummer oder Name, 0 für niemand: ',
  },
})
