import { inLanguages } from '../../../../messages/languages.ts'
import type { ErasableChat } from '../../wire/chat-wire.ts'

export const chatListWords = inLanguages({
  en: {
    chats: 'Chats',
    newChatByKey: 'New chat (Ctrl+K)',
    signOut: 'Sign out',
    moreChats: 'More chats',
    archive: 'Archive',
    nothingArchived: 'No archived chats',
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
    nothingArchived: 'Keine archivierten Chats',
    more: (title) => `Mehr: ${title}`,
    newAnswer: 'neue Antwort',
    states: { working: 'in Arbeit', 'needs you': 'wartet auf dich', failed: 'fehlgeschlagen', new: 'neu' },
  },
})

export type SectionWords = (typeof sectionWords)['en']

export const sectionWords = inLanguages({
  en: { pinned: 'Pinned', today: 'Today', week: 'Last 7 days', older: 'Older' },
  de: { pinned: 'Angeheftet', today: 'Heute', week: 'Letzte 7 Tage', older: 'Älter' },
})

export const chatMenuWords = inLanguages({
  en: {
    what: (title: string) => `Actions for ${title}`,
    rename: 'Rename',
    pin: 'Pin',
    unpin: 'Unpin',
    archive: 'Archive',
    bringBack: 'Unarchive',
    export: 'Export',
    name: 'Name of this chat',
  },
  de: {
    what: (title) => `Aktionen für ${title}`,
    rename: 'Umbenennen',
    pin: 'Anheften',
    unpin: 'Nicht mehr anheften',
    archive: 'Archivieren',
    bringBack: 'Wiederherstellen',
    export: 'Exportieren',
    name: 'Name dieses Chats',
  },
})

export const deleteChatWords = inLanguages({
  en: {
    remove: 'Delete for good',
    sure: (title: string, channel: string | undefined) =>
      `Delete “${title}” for good? It is erased from this machine with everything that Skein made of it, and cannot be restored. ${
        channel ? `Nothing changes on ${channel}. New messages there start the chat again, without its history. ` : ''
      }Backups still contain it.`,
    counts: ({ messages, files, facts, jobs }: ErasableChat) =>
      `This erases ${[
        `${messages} ${messages === 1 ? 'message' : 'messages'}`,
        ...(files === 0 ? [] : [`${files} ${files === 1 ? 'file' : 'files'}`]),
        ...(facts === 0 ? [] : [`${facts} ${facts === 1 ? 'remembered fact' : 'remembered facts'}`]),
        ...(jobs === 0 ? [] : [`${jobs} scheduled ${jobs === 1 ? 'job' : 'jobs'}`]),
      ].join(', ')}.`,
    yes: 'Delete for good',
    no: 'Cancel',
  },
  de: {
    remove: 'Endgültig löschen',
    sure: (title, channel) =>
      `„${title}“ endgültig löschen? Der Chat wird mit allem, was Skein daraus gemacht hat, von diesem Rechner gelöscht und lässt sich nicht wiederherstellen. ${
        channel
          ? `Auf ${channel} ändert sich nichts. Neue Nachrichten dort beginnen den Chat neu, ohne den bisherigen Verlauf. `
          : ''
      }Sicherungen enthalten ihn weiterhin.`,
    counts: ({ messages, files, facts, jobs }) =>
      `Gelöscht werden ${[
        `${messages} ${messages === 1 ? 'Nachricht' : 'Nachrichten'}`,
        ...(files === 0 ? [] : [`${files} ${files === 1 ? 'Datei' : 'Dateien'}`]),
        ...(facts === 0 ? [] : [`${facts} ${facts === 1 ? 'gemerkte Tatsache' : 'gemerkte Tatsachen'}`]),
        ...(jobs === 0 ? [] : [`${jobs} ${jobs === 1 ? 'geplante Aufgabe' : 'geplante Aufgaben'}`]),
      ].join(', ')}.`,
    yes: 'Endgültig löschen',
    no: 'Abbrechen',
  },
})

export const searchWords = inLanguages({
  en: {
    label: 'Search all messages',
    placeholder: 'Search',
    filters: 'Filters',
    active: (count: number) => `Filters, ${count} set`,
    channel: 'Channel',
    everywhere: 'Everywhere',
    person: 'Person',
    anybody: 'Anyone',
    from: 'From',
    to: 'To',
    withFiles: 'With files',
    otherVersion: 'other version',
    clear: 'Clear',
    found: 'Search results',
    untitled: 'Untitled',
    nothing: 'No results. Try other or fewer words.',
    tooShort: 'Type at least 2 letters',
    count: (lines: number) => (lines === 1 ? '1 result' : `${lines} results, best first`),
  },
  de: {
    label: 'Alle Nachrichten durchsuchen',
    placeholder: 'Suchen',
    filters: 'Filter',
    active: (count) => `Filter, ${count} gesetzt`,
    channel: 'Kanal',
    everywhere: 'Überall',
    person: 'Person',
    anybody: 'Alle',
    from: 'Von',
    to: 'Bis',
    withFiles: 'Mit Dateien',
    otherVersion: 'andere Fassung',
    clear: 'Leeren',
    found: 'Suchergebnisse',
    untitled: 'Ohne Titel',
    nothing: 'Keine Treffer. Versuche andere oder weniger Wörter.',
    tooShort: 'Mindestens 2 Buchstaben eingeben',
    count: (lines) => (lines === 1 ? '1 Treffer' : `${lines} Treffer, beste zuerst`),
  },
})

export const signOutWords = inLanguages({
  en: {
    signOut: 'Sign out',
    question: 'Sign out of this browser?',
    stay: 'Stay signed in',
    /** Says what would be lost. Empty if nothing would. */
    lost(unsent: number, begun: number) {
      const parts = [
        ...(unsent > 0 ? [`${unsent} unsent ${unsent === 1 ? 'message' : 'messages'}`] : []),
        ...(begun > 0 ? [`your drafts in ${begun} ${begun === 1 ? 'chat' : 'chats'}`] : []),
      ]
      return parts.length === 0 ? '' : `You will lose ${parts.join(' and ')}.`
    },
  },
  de: {
    signOut: 'Abmelden',
    question: 'Von diesem Browser abmelden?',
    stay: 'Angemeldet bleiben',
    lost(unsent, begun) {
      const parts = [
        ...(unsent > 0 ? [unsent === 1 ? '1 nicht gesendete Nachricht' : `${unsent} nicht gesendete Nachrichten`] : []),
        ...(begun > 0 ? [begun === 1 ? 'dein Entwurf in 1 Chat' : `deine Entwürfe in ${begun} Chats`] : []),
      ]
      return parts.length === 0
        ? ''
        : `Dabei ${unsent + begun === 1 ? 'geht' : 'gehen'} ${parts.join(' und ')} verloren.`
    },
  },
})
