import { localized } from './localized.ts'

/** What people read about runners: other machines or processes that run the model. */
export const runnerMessages = localized({
  en: {
    noneJoined: 'No runner has joined yet. "skein pair --runner NAME" prints a code for it.',
    noneThere: 'No runner that could answer is connected at the moment.',
    codeIncomplete: 'This is not a complete code. It has eight groups of four characters.',
    codeRefused:
      'No daemon answered to this code. It works once and for 15 minutes; "skein pair --runner NAME" prints a new one.',
    notJoined: 'This runner has not joined yet. Run "skein runner --join CODE" first.',
    notRunning: 'No runner is running here.',
    notOurs: (pid: number) => `The runner (process ${pid}) belongs to another user. Run this as that user.`,
    noPassword:
      'There is no password yet. "openssl rand -hex 32" makes a good one. Put it into a file, and name that in [runners] password with "file:", or here with --password-file.',
    noPasswordFile: (file: string) => `${file} cannot be read. Check the path and its permissions.`,
    wasRemoved: 'The daemon has removed this runner. To use it again, let it join with a new code.',
    noAddress: 'Set [runners] url to the address of Redis first.',
    noAuthority: (file: string) => `[runners] ca_file: ${file} cannot be read.`,
    noRedis: (why: string) => `Redis cannot be used: ${why}.`,
    redis: {
      otherName: 'its certificate is for another name than the one in [runners] url',
      expired: 'its certificate has expired, or is not valid yet',
      untrusted:
        'its certificate was signed by an authority that is not known here; if it is your own, name the file with its certificate in [runners] ca_file',
      notEncrypted:
        'it does not use TLS at this port, so [runners] url should begin with redis://, or name another port',
      refused: 'it does not accept the user name or the password in [runners]',
      away: 'nothing answers at the address in [runners] url',
      forbidden: 'this user may not use its socket',
    },
    off: 'Runners are off. Set [runners] url and restart Skein.',
    unknown: (name: string) => `There is no runner called "${name}".`,
    lost: (name: string) => `The connection to the runner "${name}" was lost before it had answered.`,
    states: {
      ready: 'ready',
      full: 'all places taken',
      draining: 'stopping',
      resting: 'resting after failures',
      'other-version': 'needs another version of Skein',
      gone: 'not connected',
      'never-seen': 'not seen since the start',
    },
    place: (host: string, version: string) => `on ${host}, Skein ${version}`,
    noModel: 'no model',
    load: (taken: number, places: number, sessions: number) =>
      `${taken} of ${places} places taken, ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`,
    freeMemory: (mb: number) => `${mb} MB of memory free`,
    mustErase: 'still has to erase something from its disk',
    seen: (age: string) => `last seen ${age} ago`,
    seconds: (count: number) => `${count} ${count === 1 ? 'second' : 'seconds'}`,
    minutes: (count: number) => `${count} minutes`,
    hours: (count: number) => `${count} hours`,
    days: (count: number) => `${count} days`,
    inStatus: (name: string, says: string) => `- Runner **${name}**: ${says}`,
    isAway: (name: string) => `The runner ${name} is not connected. Others answer instead, if there are any.`,
    rests: (name: string) => `The runner ${name} failed several times in a row and gets no work for a minute.`,
    cannotUnderstand: (name: string, its: string, ours: string) =>
      `The runner ${name} gets no work, because its version of Skein (${its}) does not fit this one (${ours}).`,
    otherVersion: (name: string, its: string, ours: string) =>
      `The runner ${name} has Skein ${its}, and this is ${ours}. It still works, but should be updated.`,
  },
  de: {
    noneJoined: 'Noch kein Runner ist verbunden. „skein pair --runner NAME“ erzeugt einen Code dafür.',
    noneThere: 'Zurzeit ist kein Runner verbunden, der antworten könnte.',
    codeIncomplete: 'Dieser Code ist nicht vollständig. Er hat acht Gruppen aus vier Zeichen.',
    codeRefused:
      'Auf diesen Code hat niemand geantwortet. Er gilt einmal und 15 Minuten lang; „skein pair --runner NAME“ erzeugt einen neuen.',
    notJoined: 'Dieser Runner ist noch nicht verbunden. Führe zuerst „skein runner --join CODE“ aus.',
    notRunning: 'Hier läuft kein Runner.',
    notOurs: (pid) => `Der Runner (Prozess ${pid}) gehört einem anderen Benutzer. Führe den Befehl als dieser aus.`,
    noPassword:
      'Es gibt noch kein Passwort. „openssl rand -hex 32“ erzeugt ein gutes. Lege es in eine Datei, und nenne sie in [runners] password mit „file:“ oder hier mit --password-file.',
    noPasswordFile: (file) => `${file} kann nicht gelesen werden. Prüfe den Pfad und die Rechte.`,
    wasRemoved: 'Dieser Runner wurde entfernt. Um ihn wieder zu verwenden, verbinde ihn mit einem neuen Code.',
    noAddress: 'Setze zuerst [runners] url auf die Adresse von Redis.',
    noAuthority: (file) => `[runners] ca_file: ${file} kann nicht gelesen werden.`,
    noRedis: (why) => `Redis ist nicht benutzbar: ${why}.`,
    redis: {
      otherName: 'sein Zertifikat gilt für einen anderen Namen als den in [runners] url',
      expired: 'sein Zertifikat ist abgelaufen oder noch nicht gültig',
      untrusted:
        'sein Zertifikat hat eine Stelle ausgestellt, die hier nicht bekannt ist; ist es deine eigene, nenne die Datei mit ihrem Zertifikat in [runners] ca_file',
      notEncrypted:
        'an diesem Port spricht es kein TLS; [runners] url sollte mit redis:// beginnen oder einen anderen Port nennen',
      refused: 'es nimmt den Benutzernamen oder das Passwort in [runners] nicht an',
      away: 'unter der Adresse in [runners] url antwortet nichts',
      forbidden: 'dieser Benutzer darf seinen Socket nicht benutzen',
    },
    off: 'Runner sind ausgeschaltet. Setze [runners] url und starte Skein neu.',
    unknown: (name) => `Es gibt keinen Runner „${name}“.`,
    lost: (name) => `Die Verbindung zum Runner „${name}“ ist abgerissen, bevor er geantwortet hat.`,
    states: {
      ready: 'bereit',
      full: 'alle Plätze belegt',
      draining: 'wird beendet',
      resting: 'pausiert nach Fehlern',
      'other-version': 'braucht eine andere Version von Skein',
      gone: 'nicht verbunden',
      'never-seen': 'seit dem Start nicht gesehen',
    },
    place: (host, version) => `auf ${host}, Skein ${version}`,
    noModel: 'kein Modell',
    load: (taken, places, sessions) =>
      `${taken} von ${places} Plätzen belegt, ${sessions} ${sessions === 1 ? 'Sitzung' : 'Sitzungen'}`,
    freeMemory: (mb) => `${mb} MB Arbeitsspeicher frei`,
    mustErase: 'muss noch etwas von seiner Festplatte löschen',
    seen: (age) => `zuletzt gesehen vor ${age}`,
    seconds: (count) => `${count} ${count === 1 ? 'Sekunde' : 'Sekunden'}`,
    minutes: (count) => `${count} Minuten`,
    hours: (count) => `${count} Stunden`,
    days: (count) => `${count} Tagen`,
    inStatus: (name, says) => `- Runner **${name}**: ${says}`,
    isAway: (name) =>
      `Der Runner ${name} ist nicht verbunden. Andere antworten an seiner Stelle, falls es welche gibt.`,
    rests: (name) =>
      `Der Runner ${name} ist mehrmals nacheinander gescheitert und bekommt eine Minute lang keine Arbeit.`,
    cannotUnderstand: (name, its, ours) =>
      `Der Runner ${name} bekommt keine Arbeit, weil seine Version von Skein (${its}) nicht zu dieser (${ours}) passt.`,
    otherVersion: (name, its, ours) =>
      `Der Runner ${name} hat Skein ${its}, und dies ist ${ours}. Er funktioniert, sollte aber aktualisiert werden.`,
  },
})
