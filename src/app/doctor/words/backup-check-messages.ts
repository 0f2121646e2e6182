import { localized } from '../../../messages/localized.ts'

/** The texts about the record of the backups are in src/messages/backup-messages.ts. */
export const backupCheckMessages = localized({
  en: {
    last: {
      why: 'A disk fails without a warning. Everything since the last backup is then lost.',
      turnOn: 'skein backup --to FOLDER makes one now; set backup.to to a folder to have one made every night',
    },
    rehearsal: { why: 'A backup that was never restored may turn out to be worthless when it is needed.' },
    folder: {
      title: 'backup folder',
      why: 'The nightly backup has nowhere to go.',
      missing: (folder: string) => `${folder} does not exist`,
      unusable: (folder: string, why: string) => `Skein cannot write to ${folder}: ${why}`,
      writable: (folder: string) =>
        `make it writable for the user of Skein; under systemd: systemctl edit skein   # [Service] ReadWritePaths=${folder}`,
    },
    command: {
      title: 'backup command',
      why: 'The nightly backup is not copied to another place.',
      missing: (program: string) => `${program} was not found`,
      install: (program: string) => `install ${program}, or correct backup.command`,
      noArchive: 'backup.command does not name the archive',
      add: 'add "{archive}" to backup.command where the program takes the name of the file',
    },
    archive: {
      title: 'newest archive',
      why: 'The record says that there is a backup, but it could not be restored.',
      missing: (archive: string) => `${archive} is not there`,
      changed: (archive: string) => `${archive} does not have the size that it had when it was made`,
    },
    otherDisk: {
      title: 'place of the backups',
      why: 'If the disk fails, the backups are lost with the data.',
      same: (folder: string) => `${folder} is on the same disk as the data`,
      takenAway: 'a command copies them to another place',
      move: 'set backup.to to a folder on another disk, or backup.command to a program that copies the archives elsewhere',
    },
    encryption: {
      title: 'backup encryption',
      why: 'Anybody who keeps the archives can read all your conversations.',
      on: 'on',
      off: 'off, although a command takes the archives away from this machine',
      turnOn: 'set backup.passphrase or backup.recipient, and keep the passphrase or private key somewhere else too',
    },
  },
  de: {
    last: {
      why: 'Ein Datenträger fällt ohne Warnung aus. Alles seit der letzten Sicherung ist dann verloren.',
      turnOn:
        'skein backup --to ORDNER macht sofort eine; setze backup.to auf einen Ordner, damit jede Nacht eine gemacht wird',
    },
    rehearsal: {
      why: 'Eine Sicherung, die nie wiederhergestellt wurde, ist vielleicht wertlos, wenn man sie braucht.',
    },
    folder: {
      title: 'Ordner der Sicherungen',
      why: 'Die nächtliche Sicherung hat kein Ziel.',
      missing: (folder) => `${folder} gibt es nicht`,
      unusable: (folder, why) => `Skein kann nicht in ${folder} schreiben: ${why}`,
      writable: (folder) =>
        `mach ihn für den Benutzer von Skein schreibbar; unter systemd: systemctl edit skein   # [Service] ReadWritePaths=${folder}`,
    },
    command: {
      title: 'Befehl der Sicherungen',
      why: 'Die nächtliche Sicherung wird nicht weggebracht.',
      missing: (program) => `${program} wurde nicht gefunden`,
      install: (program) => `installiere ${program}, oder berichtige backup.command`,
      noArchive: 'backup.command nennt das Archiv nicht',
      add: 'füge „{archive}“ in backup.command an der Stelle ein, an der das Programm den Namen der Datei nimmt',
    },
    archive: {
      title: 'neuestes Archiv',
      why: 'Laut Aufzeichnung gibt es eine Sicherung, aber sie ließe sich nicht wiederherstellen.',
      missing: (archive) => `${archive} ist nicht da`,
      changed: (archive) => `${archive} hat eine andere Größe als bei seiner Entstehung`,
    },
    otherDisk: {
      title: 'Ort der Sicherungen',
      why: 'Fällt der Datenträger aus, sind die Sicherungen mit den Daten verloren.',
      same: (folder) => `${folder} liegt auf demselben Datenträger wie die Daten`,
      takenAway: 'ein Befehl bringt sie weg',
      move: 'setze backup.to auf einen Ordner auf einem anderen Datenträger, oder backup.command auf ein Programm, das die Archive wegbringt',
    },
    encryption: {
      title: 'Verschlüsselung der Sicherungen',
      why: 'Wer die Archive aufbewahrt, kann alle deine Unterhaltungen lesen.',
      on: 'an',
      off: 'aus, obwohl ein Befehl die Archive von diesem Rechner wegbringt',
      turnOn:
        'setze backup.passphrase oder backup.recipient, und bewahre die Passphrase oder den privaten Schlüssel noch woanders auf',
    },
  },
})
