import { inLanguages } from '../../../../messages/languages.ts'
import type { WireEffort } from '../../wire/model-wire.ts'

export interface ModelWords {
  title: string
  button(name: string): string
  loading: string
  roles: Record<string, string>
  ownChoice: string
  /** US dollars for a million tokens read, and for a million written. */
  price(input: string, output: string): string
  window(tokens: string): string
  usual: string
  usualNote: string
  effort: string
  effortNote: string
  efforts: Record<WireEffort | 'usual', string>
  note: string
}

export const modelWords = inLanguages<ModelWords>({
  en: {
    title: 'Who answers in this chat',
    button: (name) => `Model: ${name}`,
    loading: 'Loading the models…',
    roles: { fast: 'Fast', general: 'General', smart: 'Smart' },
    ownChoice: 'The provider chooses the model.',
    price: (input, output) => `${input} in, ${output} out`,
    window: (tokens) => `${tokens} tokens`,
    usual: 'Default',
    usualNote: 'The model that answers in all chats without a choice of their own.',
    effort: 'Effort',
    effortNote: 'How much the model thinks before it answers.',
    efforts: { usual: 'Default', low: 'Low', medium: 'Medium', high: 'High' },
    note: 'Prices are for a million tokens. The size is how much text a model can read at once.',
  },
  de: {
    title: 'Wer in diesem Chat antwortet',
    button: (name) => `Modell: ${name}`,
    loading: 'Modelle werden geladen…',
    roles: { fast: 'Schnell', general: 'Allgemein', smart: 'Stark' },
    ownChoice: 'Der Anbieter wählt das Modell.',
    price: (input, output) => `${input} gelesen, ${output} geschrieben`,
    window: (tokens) => `${tokens} Tokens`,
    usual: 'Standard',
    usualNote: 'Das Modell, das in allen Chats ohne eigene Auswahl antwortet.',
    effort: 'Denkaufwand',
    effortNote: 'Wie viel das Modell nachdenkt, bevor es antwortet.',
    efforts: { usual: 'Standard', low: 'Gering', medium: 'Mittel', high: 'Hoch' },
    note: 'Preise gelten für eine Million Tokens. Die Größe ist, wie viel Text ein Modell auf einmal lesen kann.',
  },
})
