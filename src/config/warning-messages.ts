import { localized } from '../messages/localized.ts'

/** Problems of the configuration that do not prevent a start. */
export const configWarnings = localized({
  en: {
    openSecret: (key: string, file: string) => `${key} is in ${file}, which other users can read; chmod 600 ${file}`,
    settingLeftOut: (key: string, why: string) => `the setting ${key} is left out: ${why}`,
    fileIsNewer: (key: string) => `${key} was set on the page, but the file was changed later, so the file applies`,
    overridesLeftOut: (entry: string, why: string) => `the settings of ${entry} made on the page are left out: ${why}`,
    noFile: 'no file, so the defaults apply',
    pathTooLong: (excess: number) => `its path is ${excess} bytes too long for a socket in it`,
  },
  de: {
    openSecret: (key, file) => `${key} steht in ${file}, und andere Benutzer können die Datei lesen; chmod 600 ${file}`,
    settingLeftOut: (key, why) => `die Einstellung ${key} wird nicht verwendet: ${why}`,
    fileIsNewer: (key) =>
      `${key} wurde auf der Seite gesetzt, aber die Datei wurde später geändert, deshalb gilt die Datei`,
    overridesLeftOut: (entry, why) =>
      `die Einstellungen von ${entry}, die auf der Seite gemacht wurden, werden nicht verwendet: ${why}`,
    noFile: 'keine Datei, deshalb gelten die Standardwerte',
    pathTooLong: (excess) => `der Pfad ist für einen Socket darin um ${excess} Bytes zu lang`,
  },
})

/** Where a value comes from. */
export const sourceMessages = localized({
  en: {
    notSet: 'not set',
    noKey: 'no longer a key',
    sources: {
      default: 'default',
      file: 'from the file',
      environment: 'from the environment',
      'run time': 'set at run time',
      page: 'set on the page or in the setup',
    },
    valueFrom: (value: string, source: string) => `${value} (${source})`,
    insteadOf: {
      default: (source: string, value: string) => `${source}; default: ${value}`,
      file: (source: string, value: string) => `${source}; the file says ${value}`,
      environment: (source: string, value: string) => `${source}; the environment says ${value}`,
    },
  },
  de: {
    notSet: 'nicht gesetzt',
    noKey: 'kein Schlüssel mehr',
    sources: {
      default: 'Standard',
      file: 'aus der Datei',
      environment: 'aus der Umgebung',
      'run time': 'im Betrieb gesetzt',
      page: 'auf der Seite oder in der Einrichtung gesetzt',
    },
    valueFrom: (value, source) => `${value} (${source})`,
    insteadOf: {
      default: (source, value) => `${source}; Standard: ${value}`,
      file: (source, value) => `${source}; in der Datei steht ${value}`,
      environment: (source, value) => `${source}; in der Umgebung steht ${value}`,
    },
  },
})
