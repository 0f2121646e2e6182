import { localized } from '../../../messages/localized.ts'

export const secretMessages = localized({
  en: {
    checkout: {
      title: 'secrets in a checkout',
      why: 'A file in a checkout is easily committed and published with it.',
      none: 'none',
      found: (files: string[]) => `${files.join(', ')} is inside a git checkout`,
      move: 'move the file out of the checkout and name its new place, with "file:PATH" or --config',
    },
    stored: {
      title: 'stored secrets',
      why: 'Skein does not start while a secret that the configuration refers to cannot be read.',
      kept: (count: number) => (count === 1 ? 'one is kept' : `${count} are kept`),
      missing: (name: string, key: string) => `${key} refers to secret:${name}, but there is no such secret`,
      restore: (file: string, key: string) =>
        `put the right key back into ${key}; or move ${file} away and set each secret again with "skein secret set NAME"`,
    },
    backups: {
      title: 'secrets in backups',
      why: 'Anybody who has an archive could use your bots, mailboxes and models.',
      without: 'backups contain none',
      encrypted: 'the archives are encrypted',
      open: 'backups contain passwords and keys, and are not encrypted',
      encrypt: 'set backup.passphrase or backup.recipient, or backup.secrets = false',
    },
    short: {
      title: 'short secrets',
      why: 'Short secrets can be guessed, and Skein cannot remove them from logs and replies without spoiling ordinary words.',
      none: 'none',
      found: (count: number, least: number) => `${count} with fewer than ${least} characters`,
      change: (keys: string[]) => `replace the short ones of ${keys.join(', ')} by longer ones`,
    },
    addresses: {
      title: 'secrets in addresses',
      why: 'Addresses appear in logs and error messages.',
      none: 'none',
      found: (hosts: string[]) => `the address of ${hosts.join(', ')} contains a password or key`,
      move: 'move it out of the address into the key for it, such as api_key or password',
    },
    commandLines: {
      title: 'secrets in command lines',
      why: 'Every user of this machine can read the command lines of all processes.',
      none: 'none',
      found: (programs: string[]) => `the command line of ${programs.join(', ')} contains a secret`,
      move: 'pass it in an environment variable ([[mcp.NAME.env]]) or in a settings file of that program',
    },
  },
  de: {
    checkout: {
      title: 'Geheimnisse in einem Checkout',
      why: 'Eine Datei in einem Checkout wird leicht mit ihm eingecheckt und veröffentlicht.',
      none: 'keine',
      found: (files) => `${files.join(', ')} liegt in einem Git-Checkout`,
      move: 'verschieb die Datei aus dem Checkout heraus, und nenne ihren neuen Ort mit „file:PFAD“ oder --config',
    },
    stored: {
      title: 'gespeicherte Geheimnisse',
      why: 'Skein startet nicht, solange sich ein Geheimnis nicht lesen lässt, auf das die Konfiguration verweist.',
      kept: (count) => (count === 1 ? 'eines ist gespeichert' : `${count} sind gespeichert`),
      missing: (name, key) => `${key} verweist auf secret:${name}, aber dieses Geheimnis gibt es nicht`,
      restore: (file, key) =>
        `leg den richtigen Schlüssel wieder nach ${key}; oder verschieb ${file} und setze jedes Geheimnis neu mit „skein secret set NAME“`,
    },
    backups: {
      title: 'Geheimnisse in Sicherungen',
      why: 'Wer ein Archiv hat, könnte deine Bots, Postfächer und Modelle benutzen.',
      without: 'Sicherungen enthalten keine',
      encrypted: 'die Archive sind verschlüsselt',
      open: 'Sicherungen enthalten Passwörter und Schlüssel und sind nicht verschlüsselt',
      encrypt: 'setze backup.passphrase oder backup.recipient, oder backup.secrets = false',
    },
    short: {
      title: 'kurze Geheimnisse',
      why: 'Kurze Geheimnisse lassen sich erraten, und Skein kann sie nicht aus Protokoll und Antworten entfernen, ohne gewöhnliche Wörter zu verstümmeln.',
      none: 'keine',
      found: (count, least) => `${count} mit weniger als ${least} Zeichen`,
      change: (keys) => `ersetze die kurzen unter ${keys.join(', ')} durch längere`,
    },
    addresses: {
      title: 'Geheimnisse in Adressen',
      why: 'Adressen erscheinen in Protokollen und Fehlermeldungen.',
      none: 'keine',
      found: (hosts) => `die Adresse von ${hosts.join(', ')} enthält ein Passwort oder einen Schlüssel`,
      move: 'verschieb es aus der Adresse in den Schlüssel dafür, zum Beispiel api_key oder password',
    },
    commandLines: {
      title: 'Geheimnisse in Befehlszeilen',
      why: 'Jeder Benutzer dieses Rechners kann die Befehlszeilen aller Prozesse lesen.',
      none: 'keine',
      found: (programs) => `die Befehlszeile von ${programs.join(', ')} enthält ein Geheimnis`,
      move: 'übergib es in einer Umgebungsvariablen ([[mcp.NAME.env]]) oder in einer Einstellungsdatei dieses Programms',
    },
  },
})
