import type { SettingsKey, WrittenSource } from '../../wire/settings-wire.ts'
import { inLanguages } from '../language.ts'

/** Of the form of the configuration. The notes above the keys are the daemon's. */
export const configWords = inLanguages({
  en: {
    title: 'Configuration',
    find: 'Find a key',
    reading: 'Reading…',
    found: (count: number) => (count === 1 ? '1 key' : `${count} keys`),
    general: 'general',
    setNow: (count: number) => `${count} set while running`,
    file: (file: string) =>
      `What is set here is laid over ${file}, which stays as it is; whatever is changed later holds.`,
    elsewhere:
      'What has no field here can be changed only on the machine itself, at the address "skein link" prints, or in its file.',
    needsStart: 'changes with a new start',
    waiting: 'holds from the next start',
    isWaiting: 'Something is saved that holds from the next start.',
    oneALine: 'one a line',
    setHere: (count: number) => `${count} set here`,
    set: 'Set',
    reset: 'Reset',
    notSet: 'not set',
    isSet: 'set',
    empty: 'none',
    source: {
      default: 'default',
      file: 'from the file',
      environment: 'from the environment',
      'run time': 'set while running',
      page: 'set here',
    } satisfies Record<SettingsKey['source'], string>,
    otherwise: (source: WrittenSource, value: string) =>
      source === 'default' ? `default: ${value}` : `the ${source} says ${value}`,
  },
  de: {
    title: 'Konfiguration',
    find: 'Schlüssel suchen',
    reading: 'Wird gelesen…',
    found: (count) => `${count} Schlüssel`,
    general: 'Allgemein',
    setNow: (count) => `${count} im Betrieb gesetzt`,
    file: (file) =>
      `Was hier gesetzt wird, liegt über ${file}; die Datei bleibt, wie sie ist. Es gilt, was später geändert wurde.`,
    elsewhere:
      'Was hier kein Feld hat, lässt sich nur auf dem Rechner selbst ändern, unter der Adresse, die "skein link" ausgibt, oder in der Datei.',
    needsStart: 'ändert sich mit einem Neustart',
    waiting: 'gilt ab dem nächsten Start',
    isWaiting: 'Es ist etwas gespeichert, das ab dem nächsten Start gilt.',
    oneALine: 'je Zeile eines',
    setHere: (count) => `${count} hier gesetzt`,
    set: 'Setzen',
    reset: 'Zurücksetzen',
    notSet: 'nicht gesetzt',
    isSet: 'gesetzt',
    empty: 'keine',
    source: {
      default: 'Vorgabe',
      file: 'aus der Datei',
      environment: 'aus der Umgebung',
      'run time': 'im Betrieb gesetzt',
      page: 'hier gesetzt',
    },
    otherwise: (source, value) =>
      source === 'default' ? `Vorgabe: ${value}` : `in der ${source === 'file' ? 'Datei' : 'Umgebung'} steht ${value}`,
  },
})
