import type { ListedPerson } from '../../wire/people-wire.ts'
import { inLanguages } from '../language.ts'

export const peopleWords = inLanguages({
  en: {
    title: 'People',
    reading: 'Reading…',
    role: { owner: 'owner', member: 'member', guest: 'guest' } satisfies Record<ListedPerson['role'], string>,
    takeOut: 'Take out',
    takeOutNow: (address: string) => `Take out ${address} now`,
    letIn: 'Let somebody in',
    letMeIn: 'Add an account of mine',
    codeFor: { owner: 'For an account of your own', member: 'For somebody else' },
    send: (code: string) =>
      `Send the bot “/start ${code}” in a private chat; where commands begin with “!”, “!start ${code}”.`,
    once: (until: string) => `It works once, until ${until}.`,
    scanLink: 'Or scan this with the phone: it opens the chat with the bot, and one tap sends the code.',
    scanCode: 'This holds the code, to be taken over with a phone.',
    picture: 'QR code',
    open: 'Open the chat on this device',
    done: 'Done',
  },
  de: {
    title: 'Personen',
    reading: 'Wird gelesen…',
    role: { owner: 'Besitzer', member: 'Mitglied', guest: 'Gast' },
    takeOut: 'Entfernen',
    takeOutNow: (address) => `${address} jetzt entfernen`,
    letIn: 'Jemanden einlassen',
    letMeIn: 'Eigenes Konto hinzufügen',
    codeFor: { owner: 'Für ein eigenes Konto', member: 'Für jemand anderen' },
    send: (code) =>
      `Dem Bot in einem privaten Chat „/start ${code}“ senden; wo Befehle mit „!“ beginnen, „!start ${code}“.`,
    once: (until) => `Der Code gilt einmal, bis ${until}.`,
    scanLink: 'Oder mit dem Telefon scannen: Das öffnet den Chat mit dem Bot, und ein Tippen sendet den Code.',
    scanCode: 'Hierin steht der Code, um ihn mit einem Telefon zu übernehmen.',
    picture: 'QR-Code',
    open: 'Den Chat auf diesem Gerät öffnen',
    done: 'Fertig',
  },
})
