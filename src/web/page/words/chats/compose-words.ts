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
    lineRepliedTo: 'Message you are replying to',
    replyingTo: (who: string) => `Replying to ${who}`,
    doNotReply: 'Cancel reply',
    doNotReplyByKey: 'Cancel reply (Esc)',
    lineEdited: 'Message you are editing',
    editing: 'Editing. What followed is kept as another version.',
    cancelEdit: 'Cancel editing',
    cancelEditByKey: 'Cancel editing (Esc)',
  },
  de: {
    attach: 'Dateien anhängen',
    message: 'Nachricht',
    write: 'Nachricht schreiben',
    stop: 'Anhalten',
    stopByKey: 'Anhalten (Esc)',
    send: 'Senden',
    commands: 'Befehle',
    lineRepliedTo: 'Nachricht, auf die du antwortest',
    replyingTo: (who) => `Antwort an ${who}`,
    doNotReply: 'Antwort abbrechen',
    doNotReplyByKey: 'Antwort abbrechen (Esc)',
    lineEdited: 'Nachricht, die du bearbeitest',
    editing: 'Bearbeiten. Was danach kam, bleibt als andere Fassung.',
    cancelEdit: 'Bearbeiten abbrechen',
    cancelEditByKey: 'Bearbeiten abbrechen (Esc)',
  },
})

export type AttachmentWords = (typeof attachmentWords)['en']

export const attachmentWords = inLanguages({
  en: {
    files: 'Files to send',
    sending: (name: string) => `Sending ${name}`,
    remove: 'Remove',
    removeOne: (name: string) => `Remove ${name}`,
    pasted: 'pasted',
    tooLarge: 'Larger than 25 MB.',
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

export const questionWords = inLanguages({
  en: {
    waits: 'Waiting for your answer',
    whatIsAsked: 'Question',
    isOver: 'time is up',
    left: (clock: string) => `${clock} left`,
    yourAnswer: 'Your answer',
  },
  de: {
    waits: 'Wartet auf deine Antwort',
    whatIsAsked: 'Frage',
    isOver: 'Zeit abgelaufen',
    left: (clock) => `noch ${clock}`,
    yourAnswer: 'Deine Antwort',
  },
})

export const voiceWords = inLanguages({
  en: {
    speak: 'Speak a message',
    end: 'Stop recording',
    recording: 'Recording. Press again to finish, Esc to discard.',
    listening: 'Transcribing…',
    notAllowed: 'Access to the microphone is blocked.',
  },
  de: {
    speak: 'Nachricht sprechen',
    end: 'Aufnahme beenden',
    recording: 'Aufnahme läuft. Noch einmal drücken zum Beenden, Esc zum Verwerfen.',
    listening: 'Wird transkribiert…',
    notAllowed: 'Der Zugriff auf das Mikrofon ist blockiert.',
  },
})
