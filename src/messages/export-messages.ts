import { countOf } from '../lib/text/text.ts'
import { localized } from './localized.ts'

/** What /export answers. */
export const exportMessages = localized({
  en: {
    privateOnly: 'In a group only my owner can do that. Ask me in our private chat for what is yours.',
    membersOnly: 'Only people who were let in can do that.',
    ofChat: 'I am collecting everything of this chat. The archive comes in a moment.',
    ofGroup: 'I am collecting everything of this chat. The archive comes in a moment, and everybody here can open it.',
    ofPerson: 'I am collecting everything of yours. The archive comes in a moment.',
    underWay: 'I am still working on the archive that was asked for here. It comes in a moment.',
    done: (messages: number, files: number) =>
      `Here is the archive, with ${countOf(messages, 'message')} and ${countOf(files, 'file')}. It contains text to read and JSON for programs.`,
    tooLargeForOwner: (size: string, limit: string, command: string) =>
      `The archive has ${size}, and I can send at most ${limit}. Download it from the menu of this chat on the page, or run \`${command}\`.`,
    tooLarge: (size: string, limit: string, command: string) =>
      `The archive has ${size}, and I can send at most ${limit}. Ask my owner to run \`${command}\`.`,
  },
  de: {
    privateOnly:
      'In einer Gruppe kann das nur mein Besitzer. Frag mich in unserem privaten Chat nach dem, was dir gehört.',
    membersOnly: 'Das können nur Personen, die hinzugefügt wurden.',
    ofChat: 'Ich stelle alles aus diesem Chat zusammen. Das Archiv kommt gleich.',
    ofGroup: 'Ich stelle alles aus diesem Chat zusammen. Das Archiv kommt gleich, und alle hier können es öffnen.',
    ofPerson: 'Ich stelle alles zusammen, was dir gehört. Das Archiv kommt gleich.',
    underWay: 'Das Archiv, um das hier schon gebeten wurde, ist noch in Arbeit. Es kommt gleich.',
    done: (messages, files) =>
      `Hier ist das Archiv mit ${messages === 1 ? 'einer Nachricht' : `${messages} Nachrichten`} und ${files === 1 ? 'einer Datei' : `${files} Dateien`}. Es enthält Text zum Lesen und JSON für Programme.`,
    tooLargeForOwner: (size, limit, command) =>
      `Das Archiv hat ${size}, und ich kann höchstens ${limit} senden. Lade es auf der Seite aus dem Menü dieses Chats herunter, oder führe \`${command}\` aus.`,
    tooLarge: (size, limit, command) =>
      `Das Archiv hat ${size}, und ich kann höchstens ${limit} senden. Bitte meinen Besitzer, \`${command}\` auszuführen.`,
  },
})
