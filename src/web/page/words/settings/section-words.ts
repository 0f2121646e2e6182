import { inLanguages } from '../../../../messages/languages.ts'

export const settingsWords = inLanguages({
  en: { sections: 'Sections', back: 'All settings' },
  de: { sections: 'Bereiche', back: 'Alle Einstellungen' },
})

/** The sections of the settings. */
export const sectionWords = {
  general: {
    title: inLanguages({ en: 'General', de: 'Allgemein' }),
    about: inLanguages({ en: 'The assistant, your name, appearance', de: 'Der Assistent, dein Name, Darstellung' }),
  },
  models: {
    title: inLanguages({ en: 'Models', de: 'Modelle' }),
    about: inLanguages({ en: 'Who answers, and what it may cost', de: 'Wer antwortet und was das kosten darf' }),
  },
  channels: {
    title: inLanguages({ en: 'Channels', de: 'Kanäle' }),
    about: inLanguages({ en: 'Telegram, Nextcloud Talk, email', de: 'Telegram, Nextcloud Talk, E-Mail' }),
  },
  people: {
    title: inLanguages({ en: 'People and devices', de: 'Personen und Geräte' }),
    about: inLanguages({ en: 'Who has access, and from where', de: 'Wer Zugang hat und von wo' }),
  },
  memory: {
    title: inLanguages({ en: 'Memory', de: 'Gedächtnis' }),
    about: inLanguages({ en: 'Old chats, and what the model sees', de: 'Alte Chats und was das Modell sieht' }),
  },
  schedule: {
    title: inLanguages({ en: 'Schedule', de: 'Termine' }),
    about: inLanguages({ en: 'Briefings and quiet hours', de: 'Tägliche Übersicht und Ruhezeiten' }),
  },
  notifications: {
    title: inLanguages({ en: 'Notifications', de: 'Benachrichtigungen' }),
    about: inLanguages({ en: 'When something needs you', de: 'Wenn etwas auf dich wartet' }),
  },
  advanced: {
    title: inLanguages({ en: 'Advanced', de: 'Erweitert' }),
    about: inLanguages({ en: 'Restart, permissions, configuration', de: 'Neustart, Erlaubnisse, Konfiguration' }),
  },
}
