import { localized } from './localized.ts'

interface Spending {
  cap: 'daily' | 'monthly'
  limit: string
  spent: string
}

const caps = {
  en: { daily: 'daily limit', monthly: 'monthly limit' },
  de: { daily: 'Tageslimit', monthly: 'Monatslimit' },
}

/** What people read when the money for the model is used up. */
export const budgetMessages = localized({
  en: {
    usedUp: (cap: Spending['cap']) => `The ${caps.en[cap]} for the model is reached, so I did not ask it.`,
    scheduledCap: ({ limit, spent }: Spending) =>
      `The daily limit of ${limit} for scheduled tasks is reached (${spent} spent), so I did not start this one.`,
    keptForChats: ({ cap, limit, spent }: Spending) =>
      `${spent} of the ${caps.en[cap]} of ${limit} is spent. The rest is reserved for conversations, so I did not start this.`,
    reached: ({ cap, limit, spent }: Spending) =>
      `The ${caps.en[cap]} of ${limit} is reached (${spent} spent), so I did not ask the model.`,
    resets: (at: string) => `It resets on ${at}.`,
    change: (command: string) => `To change the limit, write "${command} <dollars>".`,
  },
  de: {
    usedUp: (cap) => `Das ${caps.de[cap]} für das Modell ist erreicht, deshalb habe ich es nicht gefragt.`,
    scheduledCap: ({ limit, spent }) =>
      `Das Tageslimit von ${limit} für geplante Aufgaben ist erreicht (${spent} verbraucht), deshalb habe ich diese nicht gestartet.`,
    keptForChats: ({ cap, limit, spent }) =>
      `Vom ${caps.de[cap]} (${limit}) sind ${spent} verbraucht. Der Rest ist für Unterhaltungen reserviert, deshalb habe ich das nicht gestartet.`,
    reached: ({ cap, limit, spent }) =>
      `Das ${caps.de[cap]} von ${limit} ist erreicht (${spent} verbraucht), deshalb habe ich das Modell nicht gefragt.`,
    resets: (at) => `Es wird am ${at} zurückgesetzt.`,
    change: (command) => `Um das Limit zu ändern, schreib „${command} <Dollar>“.`,
  },
})
