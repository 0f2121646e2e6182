import { localized } from '../../../messages/localized.ts'

export const diskMessages = localized({
  en: {
    space: {
      title: 'disk space',
      why: 'On a full disk Skein accepts no messages. They stay with Telegram, Talk or the mail server until there is space.',
      free: (dir: string, size: string) => `${size} free for ${dir}`,
      clear: (mb: number) =>
        `free space until there are ${mb} MB; "du -xh / | sort -h | tail" shows the largest folders`,
    },
    inodes: {
      title: 'free inodes',
      why: 'Without free inodes no file can be created, however much space there is.',
      enough: 'enough',
      few: (count: number) => `only ${count} files can still be created on this disk`,
      clear: '"df -i" shows which disk it is; remove folders with very many small files',
    },
    temporary: {
      title: 'temporary files',
      why: 'Received files and sandboxes need a temporary folder.',
      free: (folder: string, size: string) => `${size} free in ${folder}`,
      missing: (folder: string) => `${folder} does not exist`,
      choose: 'create it, or set TMPDIR to another folder',
      clear: 'remove old files from it, or set TMPDIR to another folder',
    },
    reserve: {
      title: 'reserve for a full disk',
      why: 'When the disk is full, SQLite needs some space even to clean up. The reserve is freed for that.',
      missing: 'it was used, and there was not enough space to make it again',
    },
    logFile: {
      title: 'log file',
      why: 'Without its log nobody can find out later what went wrong.',
      notFile: (path: string) => `${path} is not a file`,
      unwritable: (path: string) => `${path} cannot be written`,
      choose: 'set log.file to a file that the user of Skein can write, and restart Skein',
    },
    time: {
      title: 'clock',
      why: 'Reminders come at the wrong time, and messages are shown in the wrong order.',
      back: (now: string, last: string) => `it says ${now}, but Skein ran at ${last} already`,
      set: 'timedatectl set-ntp true',
    },
    synchronised: {
      title: 'clock synchronization',
      why: 'A clock that nobody corrects goes wrong over the weeks, and sign-ins with certificates then fail.',
      yes: 'on',
      no: 'the clock of this machine is not synchronized',
    },
    zone: {
      title: 'time zone',
      why: 'It decides when "tomorrow at 8" is and when a day begins.',
      machineOnly: 'not set, and the machine says UTC',
      set: 'set timezone in config.toml, or your time zone on the page, under Settings > General; then restart Skein',
    },
    jump: {
      title: 'jumps of the clock',
      why: 'Nothing is delayed by a jump, but the times in logs and chats are off. A laptop that slept looks the same.',
      none: 'none since the start',
      look: 'timedatectl',
    },
  },
  de: {
    space: {
      title: 'Speicherplatz',
      why: 'Ist der Datenträger voll, nimmt Skein keine Nachrichten an. Sie bleiben bei Telegram, Talk oder dem Mailserver, bis Platz ist.',
      free: (dir, size) => `${size} frei für ${dir}`,
      clear: (mb) => `schaff Platz, bis ${mb} MB frei sind; „du -xh / | sort -h | tail“ zeigt die größten Ordner`,
    },
    inodes: {
      title: 'freie Inodes',
      why: 'Ohne freie Inodes lässt sich keine Datei anlegen, auch wenn noch Platz ist.',
      enough: 'genug',
      few: (count) => `nur noch ${count} Dateien lassen sich auf diesem Datenträger anlegen`,
      clear: '„df -i“ zeigt, welcher es ist; entferne Ordner mit sehr vielen kleinen Dateien',
    },
    temporary: {
      title: 'temporäre Dateien',
      why: 'Empfangene Dateien und Sandboxes brauchen einen temporären Ordner.',
      free: (folder, size) => `${size} frei in ${folder}`,
      missing: (folder) => `${folder} gibt es nicht`,
      choose: 'leg ihn an, oder setze TMPDIR auf einen anderen Ordner',
      clear: 'entferne alte Dateien daraus, oder setze TMPDIR auf einen anderen Ordner',
    },
    reserve: {
      title: 'Reserve für einen vollen Datenträger',
      why: 'Ist der Datenträger voll, braucht SQLite sogar zum Aufräumen etwas Platz. Dafür wird die Reserve freigegeben.',
      missing: 'sie wurde verbraucht, und es war nicht genug Platz, um sie wieder anzulegen',
    },
    logFile: {
      title: 'Protokolldatei',
      why: 'Ohne Protokoll kann später niemand herausfinden, was schiefging.',
      notFile: (path) => `${path} ist keine Datei`,
      unwritable: (path) => `${path} lässt sich nicht schreiben`,
      choose: 'setze log.file auf eine Datei, die der Benutzer von Skein schreiben kann, und starte Skein neu',
    },
    time: {
      title: 'Uhr',
      why: 'Erinnerungen kommen zur falschen Zeit, und Nachrichten erscheinen in falscher Reihenfolge.',
      back: (now, last) => `sie zeigt ${now}, aber Skein lief schon um ${last}`,
      set: 'timedatectl set-ntp true',
    },
    synchronised: {
      title: 'Zeitabgleich',
      why: 'Eine Uhr, die niemand stellt, geht nach Wochen falsch, und dann scheitern Anmeldungen mit Zertifikaten.',
      yes: 'an',
      no: 'die Uhr dieses Rechners wird nicht abgeglichen',
    },
    zone: {
      title: 'Zeitzone',
      why: 'Sie entscheidet, wann „morgen um 8“ ist und wann ein Tag beginnt.',
      machineOnly: 'nicht gesetzt, und der Rechner sagt UTC',
      set: 'setze timezone in config.toml, oder deine Zeitzone auf der Seite unter Einstellungen > Allgemein; starte Skein dann neu',
    },
    jump: {
      title: 'Sprünge der Uhr',
      why: 'Ein Sprung verzögert nichts, aber die Zeiten in Protokoll und Chats stimmen nicht. Ein Laptop im Ruhezustand sieht genauso aus.',
      none: 'keine seit dem Start',
      look: 'timedatectl',
    },
  },
})
