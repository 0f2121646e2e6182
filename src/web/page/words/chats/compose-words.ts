import { inLanguages } from '../../../../messages/languages.ts'

export const composeWords = inLanguages({
  en: {
    attach: 'Attach files',
    message: 'Message',
    write: 'Write a message',
    stop: 'Stop',
    stopByKey: 'Stop (Esc)',
    send: 'Send',
    commands: 'Commands',
    lineRepliedTo: 'The line you reply to',
    replyingTo: (who: string) => `Replying to ${who}`,
    doNotReply: 'Do not reply to it',
    doNotReplyByKey: 'Do not reply to it (Esc)',
  },
  de: {
    attach: 'Dateien anhängen',
    message: 'Nachricht',
    write: 'Nachricht',
    stop: 'Anhalten',
    stopByKey: 'Anhalten (Esc)',
    send: 'Senden',
    commands: 'Befehle',
    lineRepliedTo: 'Die Zeile, auf die du antwortest',
    replyingTo: (who) => `Antwort an ${who}`,
    doNotReply: 'Nicht darauf antworten',
    doNotReplyByKey: 'Nicht darauf antworten (Esc)',
  },
})

export type TrayWords = (typeof trayWords)['en']

export const trayWords = inLanguages({
  en: {
    files: 'Files to send',
    sending: (name: string) => `Sending ${name}`,
    remove: 'Remove',
    removeOne: (name: string) => `Remove ${name}`,
    pasted: 'pasted',
    tooLarge: 'It is larger than 25 MB.',
  },
  de: {
    files: 'Dateien zum Senden',
    sending: (name) => `${name} wird gesendet`,
    remove: 'Entfernen',
    removeOne: (name) => `${name} entfernen`,
    pasted: 'eingefügt',
    tooLarge: 'Größer als 25 MB.',
  },
})

export const askedWords = inLanguages({
  en: {
    waits: 'Waits for your answer',
    whatIsAsked: 'What is asked',
    isOver: 'its time is over',
    left: (clock: string) => `${clock} left`,
    yourAnswer: 'Your answer',
  },
  de: {
    waits: 'Wartet auf deine Antwort',
    whatIsAsked: 'Was gefragt wird',
    isOver: 'die Zeit ist um',
    left: (clock) => `noch ${clock}`,
    yourAnswer: 'Deine Antwort',
  },
})
