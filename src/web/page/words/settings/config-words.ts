import { inLanguages } from '../../../../messages/languages.ts'
import type { SettingsKey, WireSource } from '../../wire/settings-wire.ts'

/** The configuration form. Descriptions of keys come from the daemon. */
export const configWords = inLanguages({
  en: {
    title: 'Configuration',
    results: 'Found in the configuration',
    find: 'Find a key',
    reading: 'Loading…',
    found: (count: number) => (count === 1 ? '1 key' : `${count} keys`),
    general: 'general',
    setWhileRunning: (count: number) => `${count} set while running`,
    file: (file: string) => `Values set here override ${file}, which stays unchanged. The latest change wins.`,
    elsewhere:
      'Settings without a field can only be changed in the file, or here on the machine itself. For that, open the link that "skein link" prints.',
    needsRestart: 'needs a restart',
    appliesAfterRestart: 'applies after a restart',
    savedForRestart: 'Saved. Restart Skein to apply.',
    onePerLine: 'one per line',
    setHere: (count: number) => `${count} set here`,
    save: 'Save',
    reset: 'Reset',
    notSet: 'not set',
    isSet: 'set',
    empty: 'empty',
    source: {
      default: 'default',
      file: 'from the file',
      environment: 'from the environment',
      'run time': 'set while running',
      page: 'set here',
    } satisfies Record<SettingsKey['source'], string>,
    otherwise: (source: WireSource, value: string) =>
      source === 'default' ? `default: ${value}` : `the ${source} says ${value}`,
  },
  de: {
    title: 'Konfiguration',
    results: 'In der Konfiguration gefunden',
    find: 'Schlüssel suchen',
    reading: 'Wird geladen…',
    found: (count) => `${count} Schlüssel`,
    general: 'Allgemein',
    setWhileRunning: (count) => `${count} im Betrieb gesetzt`,
    file: (file) =>
      `Hier gesetzte Werte überschreiben ${file}; die Datei bleibt unverändert. Die letzte Änderung gilt.`,
    elsewhere:
      'Einstellungen ohne Feld lassen sich nur in der Datei ändern oder hier, auf dem Rechner selbst. Öffne dazu den Link, den „skein link“ ausgibt.',
    needsRestart: 'erfordert einen Neustart',
    appliesAfterRestart: 'gilt nach einem Neustart',
    savedForRestart: 'Gespeichert. Starte Skein neu, um die Änderung zu übernehmen.',
    onePerLine: 'eins pro Zeile',
    setHere: (count) => `${count} hier gesetzt`,
    save: 'Speichern',
    reset: 'Zurücksetzen',
    notSet: 'nicht gesetzt',
    isSet: 'gesetzt',
    empty: 'leer',
    source: {
      default: 'Standard',
      file: 'aus der Datei',
      environment: 'aus der Umgebung',
      'run time': 'im Betrieb gesetzt',
      page: 'hier gesetzt',
    },
    otherwise: (source, value) =>
      source === 'default' ? `Standard: ${value}` : `in der ${source === 'file' ? 'Datei' : 'Umgebung'} steht ${value}`,
  },
})

/** Tables with named entries. */
export const tableWords = inLanguages({
  en: {
    count: (count: number) => (count === 0 ? 'none' : String(count)),
    none: 'None yet.',
    add: 'Add',
    newIn: (table: string) => `New entry in ${table}`,
    name: 'Name',
    required: 'required',
    requiredInEntry: 'required if you add an entry',
    inFile: 'from the file',
    addedHere: 'added here',
    removedHere: 'removed here, still in the file',
    remove: 'Remove',
    removeNow: (name: string) => `Remove ${name} now`,
    restore: 'Restore',
  },
  de: {
    count: (count) => (count === 0 ? 'keine' : String(count)),
    none: 'Noch keine.',
    add: 'Hinzufügen',
    newIn: (table) => `Neuer Eintrag in ${table}`,
    name: 'Name',
    required: 'erforderlich',
    requiredInEntry: 'erforderlich, wenn du einen Eintrag hinzufügst',
    inFile: 'aus der Datei',
    addedHere: 'hier hinzugefügt',
    removedHere: 'hier entfernt, noch in der Datei',
    remove: 'Entfernen',
    removeNow: (name) => `${name} jetzt entfernen`,
    restore: 'Wiederherstellen',
  },
})
