import { inLanguages } from '../../../../messages/languages.ts'

export const emptyWords = inLanguages({
  en: {
    title: 'What is on your mind?',
    text: 'Ask, plan, think aloud. Every word is kept in one file on this machine.',
    sends: 'sends',
    newLine: 'new line',
    newChat: 'new chat',
    stops: 'stops an answer',
  },
  de: {
    title: 'Was beschäftigt dich?',
    text: 'Frag, plane, denk laut. Jedes Wort bleibt in einer Datei auf diesem Rechner.',
    sends: 'sendet',
    newLine: 'neue Zeile',
    newChat: 'neuer Chat',
    stops: 'hält eine Antwort an',
  },
})

export type BannerWords = (typeof bannerWords)['en']

export const bannerWords = inLanguages({
  en: {
    triedAgain: (sentence: string, at: string) => `${sentence} It is tried again at ${at}.`,
    nextMessage: (sentence: string) => `${sentence} The next message tries it again.`,
  },
  de: {
    triedAgain: (sentence, at) => `${sentence} Neuer Versuch um ${at}.`,
    nextMessage: (sentence) => `${sentence} Die nächste Nachricht versucht es wieder.`,
  },
})

export const roomWords = inLanguages({
  en: {
    noChat: 'No chat',
    chats: 'Chats',
    reconnecting: 'reconnecting…',
    heldElsewhere: (channel: string) =>
      `This chat is held on ${channel}. It can be read here; to write in it, write there.`,
    goOn: 'Go on where you stopped.',
  },
  de: {
    noChat: 'Kein Chat',
    chats: 'Chats',
    reconnecting: 'Verbindung wird gesucht…',
    heldElsewhere: (channel) =>
      `Dieser Chat wird auf ${channel} geführt. Hier kannst du ihn lesen; schreiben kannst du ihm dort.`,
    goOn: 'Mach weiter, wo du aufgehört hast.',
  },
})
