import { localized } from '../../../messages/localized.ts'

export const storeMessages = localized({
  en: {
    present: {
      title: 'store file',
      why: 'Without its store Skein has forgotten everything, so it refuses to begin a new one by itself.',
      none: 'none yet; the first start creates it',
      restore: 'put the missing file back, or restore a backup: "skein restore ARCHIVE --data EMPTY-FOLDER"',
    },
    version: {
      title: 'version of the store',
      why: 'A program can only use a store of its own version.',
      current: 'that of this program',
      older: 'older than this program; the checks of its content are left out',
      start: 'start Skein, which makes a copy and upgrades it',
      newer: 'written by a newer Skein than this one',
      useNewer: (copies: string) =>
        `start the newer version, or restore the copy in ${copies} that was made before the update`,
    },
    sound: {
      title: 'store',
      why: 'Skein never works with a damaged database.',
      damaged: (file: string, problem: string) => `${file} is damaged: ${problem}`,
      unreadable: (file: string, why: string) => `${file} cannot be read: ${why}`,
      partlyRead: (file: string, seconds: number) =>
        `${file}; no problem found in ${seconds} seconds of reading (a running daemon reads all of it once a day)`,
      restore: (copies: string) =>
        `restore a backup ("skein restore ARCHIVE --data EMPTY-FOLDER"), or put a good copy from ${copies} in its place`,
    },
    logSize: {
      title: 'write-ahead log',
      why: 'A log that only grows fills the disk and makes every start slower.',
      large: (file: string, size: string) => `${file} takes ${size}`,
      restart: 'end programs that keep the database open, such as sqlite3, then restart Skein',
      start: 'start Skein once, which merges it',
      merge: (file: string) => `merge ${file} into the database`,
    },
    logLoss: {
      title: 'newest messages',
      why: 'The newest messages before a crash may be missing, and the owner has not been told yet.',
      none: 'nothing was lost in a crash',
      gone: 'the log of the store was gone at the last start',
      harmed: 'the log of the store was damaged at the last start',
      look: 'start Skein, look at the newest messages of your chats, and send again what is missing',
    },
    damagedCopies: {
      title: 'copies of a damaged store',
      why: 'They take space, and were kept in case something can be saved from them.',
      none: 'none',
      kept: (paths: string[], size: string) => `${paths.join(', ')} (${size})`,
      removeIfRestored: (command: string) => `if nothing is missing in your chats: ${command}`,
      restore: 'restore a backup first, then remove them',
    },
    leftovers: {
      title: 'leftover files',
      why: 'Interrupted work left them behind. They take space and are of no use.',
      none: 'none',
      found: (paths: string[]) => paths.join(', '),
    },
    files: {
      title: 'received files',
      why: 'Photos and documents of your chats cannot be shown any more.',
      present: (count: number) => `the newest ${count} are there`,
      missing: (missing: number, count: number) => `${missing} of the newest ${count} are missing`,
      restore: (folder: string) => `restore a backup into another folder and copy its files into ${folder}`,
    },
    fileSystem: {
      title: 'file system',
      why: 'SQLite needs a local disk that keeps what was written. Elsewhere messages can be lost or the database damaged.',
      local: 'a local disk',
      memory: (dir: string, type: string) => `${dir} is in memory (${type}) and is lost at the next reboot`,
      network: (dir: string, type: string) => `${dir} may be on a network (${type}), where locks are not reliable`,
      move: 'stop Skein, move the data directory to a local disk, and name it with --data or SKEIN_DATA',
    },
  },
  de: {
    present: {
      title: 'Datei der Datenbank',
      why: 'Ohne seine Datenbank hat Skein alles vergessen, deshalb beginnt es nicht von selbst eine neue.',
      none: 'noch keine; der erste Start legt sie an',
      restore:
        'leg die fehlende Datei zurück, oder stelle eine Sicherung wieder her: „skein restore ARCHIV --data LEERER-ORDNER“',
    },
    version: {
      title: 'Version der Datenbank',
      why: 'Ein Programm kann nur eine Datenbank seiner eigenen Version benutzen.',
      current: 'die dieses Programms',
      older: 'älter als dieses Programm; die Prüfungen ihres Inhalts entfallen',
      start: 'starte Skein; es legt eine Kopie an und bringt sie auf den neuen Stand',
      newer: 'von einem neueren Skein geschrieben als diesem',
      useNewer: (copies) =>
        `starte die neuere Version, oder stelle die Kopie in ${copies} wieder her, die vor dem Update gemacht wurde`,
    },
    sound: {
      title: 'Datenbank',
      why: 'Skein arbeitet nie mit einer beschädigten Datenbank.',
      damaged: (file, problem) => `${file} ist beschädigt: ${problem}`,
      unreadable: (file, why) => `${file} lässt sich nicht lesen: ${why}`,
      partlyRead: (file, seconds) =>
        `${file}; in ${seconds} Sekunden Lesen kein Fehler gefunden (ein laufendes Skein liest einmal am Tag alles)`,
      restore: (copies) =>
        `stelle eine Sicherung wieder her („skein restore ARCHIV --data LEERER-ORDNER“), oder leg eine gute Kopie aus ${copies} an ihre Stelle`,
    },
    logSize: {
      title: 'Write-Ahead-Log',
      why: 'Ein Log, das nur wächst, füllt den Datenträger und macht jeden Start langsamer.',
      large: (file, size) => `${file} belegt ${size}`,
      restart: 'beende Programme, die die Datenbank offen halten, zum Beispiel sqlite3, und starte Skein dann neu',
      start: 'starte Skein einmal, das führt es zusammen',
      merge: (file) => `${file} in die Datenbank übernehmen`,
    },
    logLoss: {
      title: 'neueste Nachrichten',
      why: 'Die neuesten Nachrichten vor einem Absturz fehlen vielleicht, und der Besitzer weiß es noch nicht.',
      none: 'bei keinem Absturz ging etwas verloren',
      gone: 'das Log der Datenbank war beim letzten Start verschwunden',
      harmed: 'das Log der Datenbank war beim letzten Start beschädigt',
      look: 'starte Skein, sieh dir die neuesten Nachrichten deiner Chats an und sende noch einmal, was fehlt',
    },
    damagedCopies: {
      title: 'Kopien einer beschädigten Datenbank',
      why: 'Sie belegen Platz und wurden aufgehoben, falls sich daraus etwas retten lässt.',
      none: 'keine',
      kept: (paths, size) => `${paths.join(', ')} (${size})`,
      removeIfRestored: (command) => `wenn in deinen Chats nichts fehlt: ${command}`,
      restore: 'stelle zuerst eine Sicherung wieder her, und entferne sie dann',
    },
    leftovers: {
      title: 'übrig gebliebene Dateien',
      why: 'Abgebrochene Arbeit hat sie hinterlassen. Sie belegen Platz und nützen nichts.',
      none: 'keine',
      found: (paths) => paths.join(', '),
    },
    files: {
      title: 'empfangene Dateien',
      why: 'Fotos und Dokumente deiner Chats lassen sich nicht mehr anzeigen.',
      present: (count) => `die neuesten ${count} sind da`,
      missing: (missing, count) => `${missing} der neuesten ${count} fehlen`,
      restore: (folder) =>
        `stelle eine Sicherung in einem anderen Ordner wieder her, und kopiere ihre Dateien nach ${folder}`,
    },
    fileSystem: {
      title: 'Dateisystem',
      why: 'SQLite braucht einen lokalen Datenträger, der behält, was geschrieben wurde. Sonst können Nachrichten verloren gehen oder die Datenbank beschädigt werden.',
      local: 'ein lokaler Datenträger',
      memory: (dir, type) => `${dir} liegt im Arbeitsspeicher (${type}) und ist beim nächsten Neustart verloren`,
      network: (dir, type) => `${dir} liegt vielleicht im Netz (${type}), wo Sperren nicht zuverlässig sind`,
      move: 'halte Skein an, verschieb das Datenverzeichnis auf einen lokalen Datenträger, und nenne es mit --data oder SKEIN_DATA',
    },
  },
})
