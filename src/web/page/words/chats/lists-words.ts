import { inLanguages } from '../../../../messages/languages.ts'

export const listsWords = inLanguages({
  en: {
    chats: 'Chats',
    newChatByKey: 'New chat (Ctrl+K)',
    signOut: 'Sign out',
    moreChats: 'More chats',
    archive: 'Archive',
    nothingArchived: 'Nothing is archived.',
    more: (title: string) => `More: ${title}`,
    newAnswer: 'new answer',
    states: { working: 'working', 'needs you': 'needs you', failed: 'failed', new: 'new' },
  },
  de: {
    chats: 'Chats',
    newChatByKey: 'Neuer Chat (Strg+K)',
    signOut: 'Abmelden',
    moreChats: 'Mehr Chats',
    archive: 'Archiv',
    nothingArchived: 'Nichts ist archiviert.',
    more: (title) => `Mehr: ${title}`,
    newAnswer: 'neue Antwort',
    states: { working: 'in Arbeit', 'needs you': 'braucht dich', failed: 'fehlgeschlagen', new: 'neu' },
  },
})

export type SectionWords = (typeof sectionWords)['en']

export const sectionWords = inLanguages({
  en: { pinned: 'Pinned', today: 'Today', week: 'Last 7 days', older: 'Older' },
  de: { pinned: 'Angeheftet', today: 'Heute', week: 'Letzte 7 Tage', older: 'Älter' },
})

export const chatMenuWords = inLanguages({
  en: {
    what: (title: string) => `What to do with ${title}`,
    rename: 'Rename',
    pin: 'Pin',
    unpin: 'Unpin',
    archive: 'Archive',
    bringBack: 'Bring back',
    name: 'Name of this chat',
  },
  de: {
    what: (title) => `Was mit ${title} geschehen soll`,
    rename: 'Umbenennen',
    pin: 'Anheften',
    unpin: 'Lösen',
    archive: 'Archivieren',
    bringBack: 'Zurückholen',
    name: 'Name dieses Chats',
  },
})
