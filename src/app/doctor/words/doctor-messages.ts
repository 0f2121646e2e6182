import { localized } from '../../../messages/localized.ts'

/** What the checks have in common. Each area has its own texts beside this file. */
export const doctorMessages = localized({
  en: {
    notChecked: (why: string) => `could not be checked: ${why}`,
    tooSlow: (seconds: number) => `no result within ${seconds} seconds`,
    lookAgain: 'run the checks again; if this stays, please report it',
    areas: {
      installation: 'Installation',
      permissions: 'Permissions',
      store: 'Store',
      disk: 'Disk',
      clock: 'Clock and time zone',
      channels: 'Channels',
      models: 'Models',
      runners: 'Runners',
      sandbox: 'Sandbox',
      service: 'Service',
      backups: 'Backups',
      secrets: 'Secrets',
      work: 'Work',
      spending: 'Spending',
    },
  },
  de: {
    notChecked: (why) => `ließ sich nicht prüfen: ${why}`,
    tooSlow: (seconds) => `kein Ergebnis innerhalb von ${seconds} Sekunden`,
    lookAgain: 'starte die Prüfung noch einmal; wenn das so bleibt, melde es bitte',
    areas: {
      installation: 'Installation',
      permissions: 'Zugriffsrechte',
      store: 'Datenbank',
      disk: 'Datenträger',
      clock: 'Uhr und Zeitzone',
      channels: 'Kanäle',
      models: 'Modelle',
      runners: 'Runner',
      sandbox: 'Sandbox',
      service: 'Dienst',
      backups: 'Sicherungen',
      secrets: 'Geheimnisse',
      work: 'Arbeit',
      spending: 'Kosten',
    },
  },
})
