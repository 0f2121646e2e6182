import { localized } from '../../../messages/localized.ts'

export const spendingMessages = localized({
  en: {
    cap: {
      title: 'spending cap',
      why: 'A mistake, such as a job that runs too often, can cost any amount.',
      set: 'set',
      none: (models: string[]) => `none, although ${models.join(', ')} may charge by use`,
    },
    reached: {
      title: 'spending so far',
      why: 'At the cap no model is called until the next day or month. From 80 % on, only conversations are answered.',
      below: 'below the caps',
      nearly: (key: string, spent: string, limit: string) =>
        `${spent} of ${limit} (${key}): only conversations are answered`,
      over: (key: string, spent: string, limit: string) => `${spent} of ${limit} (${key}): no model is called`,
      raise: (command: string) => `wait, or raise the cap: ${command}`,
    },
    prices: {
      title: 'model prices',
      why: 'Calls without a known price count as free, so caps and reports are wrong.',
      known: 'known for every model in use',
      unknown: (model: string, provider: string, calls: number) =>
        `${provider} reported no price for ${model} (${calls} ${calls === 1 ? 'call' : 'calls'} in 30 days)`,
      add: (provider: string, model: string) =>
        `add to the configuration: [[providers.${provider}.prices]] with model = "${model}", input and output; with 0 if it is free`,
    },
  },
  de: {
    cap: {
      title: 'Kostengrenze',
      why: 'Ein Fehler, zum Beispiel eine geplante Aufgabe, die zu oft läuft, kann beliebig viel kosten.',
      set: 'gesetzt',
      none: (models) => `keine, obwohl ${models.join(', ')} vielleicht nach Verbrauch abgerechnet wird`,
    },
    reached: {
      title: 'bisherige Kosten',
      why: 'An der Grenze wird bis zum nächsten Tag oder Monat kein Modell gefragt. Ab 80 % werden nur noch Unterhaltungen beantwortet.',
      below: 'unter den Grenzen',
      nearly: (key, spent, limit) => `${spent} von ${limit} (${key}): nur noch Unterhaltungen werden beantwortet`,
      over: (key, spent, limit) => `${spent} von ${limit} (${key}): kein Modell wird gefragt`,
      raise: (command) => `warte, oder erhöhe die Grenze: ${command}`,
    },
    prices: {
      title: 'Modellpreise',
      why: 'Aufrufe ohne bekannten Preis zählen als kostenlos, deshalb stimmen Grenzen und Berichte nicht.',
      known: 'für jedes benutzte Modell bekannt',
      unknown: (model, provider, calls) =>
        `${provider} hat keinen Preis für ${model} gemeldet (${calls} ${calls === 1 ? 'Aufruf' : 'Aufrufe'} in 30 Tagen)`,
      add: (provider, model) =>
        `ergänze die Konfiguration: [[providers.${provider}.prices]] mit model = "${model}", input und output; mit 0, wenn es kostenlos ist`,
    },
  },
})
