import { localized } from '../../../messages/localized.ts'

export const permissionMessages = localized({
  en: {
    closed: 'closed to other users',
    open: (paths: string[]) => `other users can use ${paths.join(', ')}`,
    dataFolder: {
      title: 'data directory',
      why: 'Everything that Skein knows is stored there.',
      unusable: (dir: string, why: string) => `${dir} cannot be used: ${why}`,
      notFolder: (path: string) => `${path} is not a folder`,
      shorter: 'choose a shorter path with --data or SKEIN_DATA',
      other: 'move the file away, or choose another folder with --data or SKEIN_DATA',
      owner: (command: string) => `as root: ${command}`,
      willBeCreated: (dir: string) => `${dir} (will be created)`,
    },
    dataFolderMode: {
      title: 'mode of the data directory',
      why: 'Others on this machine could read your conversations.',
    },
    storeFiles: {
      title: 'modes of the store',
      why: 'Others on this machine could read your conversations or what was set on the page.',
    },
    folders: {
      title: 'modes of the folders',
      why: 'Others on this machine could put files into the folders from which models read and programs are started.',
    },
    configFile: {
      title: 'mode of the configuration',
      why: 'Anybody who can change the configuration can have Skein start any program.',
      foreign: (file: string, uid: number) => `${file} belongs to user ${uid}`,
      writable: (file: string) => `other users can write to ${file}`,
    },
    storedSecrets: {
      title: 'modes of the stored secrets',
      why: 'Others on this machine could read the secrets that "skein secret" keeps.',
    },
    secretFiles: {
      title: 'files with secrets',
      why: 'Others on this machine could use your bots, mailboxes and models.',
      open: (file: string) => `every user of this machine can read ${file}`,
    },
    owner: {
      title: 'owner of the data',
      why: 'Skein cannot write files of another user, and refuses to start if the store is one of them.',
      own: 'this user',
      mixed: (dir: string, owner: number, other: number) =>
        `${dir} belongs to user ${owner}, but some of it to user ${other}`,
      otherUser: (dir: string, owner: number, own: number) =>
        `${dir} belongs to user ${owner}, and these checks run as user ${own}, so they may see more or less than Skein does`,
      runAs: (owner: number) => `sudo -u '#${owner}' skein doctor`,
    },
    folderAbove: {
      title: 'folders above',
      why: 'Anybody who can write to a parent folder can replace what is in it.',
    },
    signIn: {
      title: 'sign-in of the CLI',
      why: 'Others on this machine could use your Claude account.',
    },
  },
  de: {
    closed: 'für andere Benutzer geschlossen',
    open: (paths) => `andere Benutzer haben Zugriff auf ${paths.join(', ')}`,
    dataFolder: {
      title: 'Datenverzeichnis',
      why: 'Dort liegt alles, was Skein weiß.',
      unusable: (dir, why) => `${dir} ist nicht benutzbar: ${why}`,
      notFolder: (path) => `${path} ist kein Ordner`,
      shorter: 'wähle mit --data oder SKEIN_DATA einen kürzeren Pfad',
      other: 'schieb die Datei weg, oder wähle mit --data oder SKEIN_DATA einen anderen Ordner',
      owner: (command) => `als root: ${command}`,
      willBeCreated: (dir) => `${dir} (wird angelegt)`,
    },
    dataFolderMode: {
      title: 'Rechte des Datenverzeichnisses',
      why: 'Andere auf diesem Rechner könnten deine Unterhaltungen lesen.',
    },
    storeFiles: {
      title: 'Rechte der Datenbank',
      why: 'Andere auf diesem Rechner könnten deine Unterhaltungen lesen, oder was auf der Seite eingestellt wurde.',
    },
    folders: {
      title: 'Rechte der Ordner',
      why: 'Andere auf diesem Rechner könnten Dateien in die Ordner legen, aus denen Modelle lesen und Programme starten.',
    },
    configFile: {
      title: 'Rechte der Konfiguration',
      why: 'Wer die Konfiguration ändern kann, kann Skein jedes Programm starten lassen.',
      foreign: (file, uid) => `${file} gehört Benutzer ${uid}`,
      writable: (file) => `andere Benutzer können ${file} schreiben`,
    },
    storedSecrets: {
      title: 'Rechte der gespeicherten Geheimnisse',
      why: 'Andere auf diesem Rechner könnten die Geheimnisse lesen, die „skein secret“ aufbewahrt.',
    },
    secretFiles: {
      title: 'Dateien mit Geheimnissen',
      why: 'Andere auf diesem Rechner könnten deine Bots, Postfächer und Modelle benutzen.',
      open: (file) => `jeder Benutzer dieses Rechners kann ${file} lesen`,
    },
    owner: {
      title: 'Besitzer der Daten',
      why: 'Skein kann Dateien eines anderen Benutzers nicht schreiben und startet nicht, wenn die Datenbank dazugehört.',
      own: 'dieser Benutzer',
      mixed: (dir, owner, other) => `${dir} gehört Benutzer ${owner}, ein Teil darin aber Benutzer ${other}`,
      otherUser: (dir, owner, own) =>
        `${dir} gehört Benutzer ${owner}, und diese Prüfungen laufen als Benutzer ${own}, deshalb sehen sie vielleicht mehr oder weniger als Skein`,
      runAs: (owner) => `sudo -u '#${owner}' skein doctor`,
    },
    folderAbove: {
      title: 'Ordner darüber',
      why: 'Wer in einen übergeordneten Ordner schreiben kann, kann austauschen, was darin liegt.',
    },
    signIn: {
      title: 'Anmeldung der CLI',
      why: 'Andere auf diesem Rechner könnten dein Claude-Konto benutzen.',
    },
  },
})
