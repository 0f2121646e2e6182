import { inLanguages } from '../language.ts'

export const signOutWords = inLanguages({
  en: {
    signOut: 'Sign out',
    question: 'Sign out of this browser?',
    stay: 'Stay',
    /** What is only in this browser; nothing when nothing is. */
    lost(unsent: number, begun: number) {
      const parts = [
        ...(unsent > 0 ? [`${unsent} ${unsent === 1 ? 'message that was' : 'messages that were'} not stored yet`] : []),
        ...(begun > 0 ? [`what you began to write in ${begun} ${begun === 1 ? 'chat' : 'chats'}`] : []),
      ]
      return parts.length === 0 ? '' : `You lose ${parts.join(' and ')}.`
    },
  },
  de: {
    signOut: 'Abmelden',
    question: 'Von diesem Browser abmelden?',
    stay: 'Bleiben',
    lost(unsent, begun) {
      const parts = [
        ...(unsent > 0
          ? [unsent === 1 ? 'eine noch nicht gespeicherte Nachricht' : `${unsent} noch nicht gespeicherte Nachrichten`]
          : []),
        ...(begun > 0 ? [`Angefangenes in ${begun} ${begun === 1 ? 'Gespräch' : 'Gesprächen'}`] : []),
      ]
      return parts.length === 0
        ? ''
        : `Verloren ${unsent + begun === 1 ? 'geht' : 'gehen'} dabei ${parts.join(' und ')}.`
    },
  },
})
