import { inLanguages } from '../../../messages/languages.ts'

/** What the views are called, in the rail and at their head. */
export const viewTitles = {
  chats: inLanguages({ en: 'Chats', de: 'Chats' }),
  memory: inLanguages({ en: 'Memory', de: 'Gedächtnis' }),
  activity: inLanguages({ en: 'Activity', de: 'Aktivität' }),
  schedule: inLanguages({ en: 'Schedule', de: 'Termine' }),
  usage: inLanguages({ en: 'Usage', de: 'Verbrauch' }),
  health: inLanguages({ en: 'Health', de: 'Zustand' }),
  settings: inLanguages({ en: 'Settings', de: 'Einstellungen' }),
}
