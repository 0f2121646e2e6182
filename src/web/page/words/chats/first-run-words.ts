import type { FirstStep } from '../../views/chats/first-run/first-steps.ts'
import { inLanguages } from '../language.ts'

export interface FirstRunWords {
  title: string
  steps: Record<FirstStep, { title: string; about: string; go: string }>
  waiting: string
  /** The way to what is still to be done. */
  see: string
  dismiss: string
}

export const firstRunWords = inLanguages<FirstRunWords>({
  en: {
    title: 'First steps',
    steps: {
      brain: { title: 'Connect a brain', about: 'So far a demo answers, not a model.', go: 'Connect' },
      channel: {
        title: 'Connect a channel',
        about: 'Talk to it on Telegram, in Nextcloud Talk or by mail too.',
        go: 'Choose',
      },
      import: { title: 'Import a past', about: 'Bring in what was said elsewhere.', go: 'Import' },
    },
    see: 'How',
    waiting: 'Saved. It is taken up when Skein is started again.',
    dismiss: 'Not now',
  },
  de: {
    title: 'Erste Schritte',
    steps: {
      brain: { title: 'Ein Modell verbinden', about: 'Bis jetzt antwortet eine Demo, kein Modell.', go: 'Verbinden' },
      channel: {
        title: 'Einen Kanal verbinden',
        about: 'Sprich auch auf Telegram, in Nextcloud Talk oder per Mail mit ihm.',
        go: 'Wählen',
      },
      import: { title: 'Vergangenes importieren', about: 'Hol herein, was anderswo gesagt wurde.', go: 'Importieren' },
    },
    see: 'Wie',
    waiting: 'Gespeichert. Gilt, sobald Skein neu gestartet ist.',
    dismiss: 'Nicht jetzt',
  },
})
