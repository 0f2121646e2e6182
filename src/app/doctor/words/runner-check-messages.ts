import { localized } from '../../../messages/localized.ts'

export const runnerCheckMessages = localized({
  en: {
    redis: {
      title: 'Redis',
      why: 'Without it no runner can be reached, and nothing is answered.',
      unreachable: (why: string) => `it cannot be used: ${why}`,
      correct: 'start Redis, and compare [runners] url, username, password and ca_file with its configuration',
    },
    version: {
      title: 'version of Redis',
      why: 'The queue of the turns does not work with an older version.',
      old: (server: string, version: string) => `${server} ${version}; version 7 or newer is needed`,
      install: 'install Redis 7, or Valkey',
    },
    eviction: {
      title: 'what Redis removes',
      why: 'If its memory is full, Redis removes turns that wait, and they have to be tried again.',
      set: 'set "maxmemory-policy noeviction" in the configuration of Redis, and restart it',
    },
    memory: {
      title: 'memory of Redis',
      why: 'If it is full, no turn can be handed to a runner.',
      unlimited: (used: string) => `${used} used, without a limit`,
      used: (used: string, most: string) => `${used} of ${most} used`,
      raise: 'raise maxmemory in the configuration of Redis, or find out what else uses this Redis',
    },
    persistence: {
      title: 'saving by Redis',
      why: 'While Redis cannot save, it usually accepts nothing, so nothing is answered.',
      failed: 'Redis could not save to the disk the last time it tried',
      stop: 'look at the log of Redis, or switch saving off with save "" and "appendonly no": Skein needs nothing that is in Redis after a restart',
      fine: 'works, or is off; Skein needs neither',
    },
    rights: {
      title: 'rights at Redis',
      why: 'With too few rights turns fail. With more than necessary, somebody with the password could do more than disturb Skein.',
      missing: (commands: string) => `the user may not use: ${commands}`,
      needless: (commands: string) => `the user may do more than it needs, for example: ${commands}`,
      write: 'skein runners acl   (prints the line for the ACL file of Redis)',
      fine: 'only what Skein needs',
    },
    each: {
      title: 'runners',
      why: 'A runner that is missing or does not fit takes no turns.',
      one: (name: string) => `runner ${name}`,
      none: 'none has joined yet, so nothing is answered',
      look: (name: string) =>
        `start "skein runner" there or update it, and look at its log; "skein runners remove ${name}" removes it`,
    },
  },
  de: {
    redis: {
      title: 'Redis',
      why: 'Ohne Redis ist kein Runner erreichbar, und nichts wird beantwortet.',
      unreachable: (why) => `nicht benutzbar: ${why}`,
      correct: 'starte Redis, und vergleiche [runners] url, username, password und ca_file mit seiner Konfiguration',
    },
    version: {
      title: 'Version von Redis',
      why: 'Mit einer älteren Version funktioniert die Warteschlange nicht.',
      old: (server, version) => `${server} ${version}; nötig ist Version 7 oder neuer`,
      install: 'installiere Redis 7 oder Valkey',
    },
    eviction: {
      title: 'was Redis entfernt',
      why: 'Wenn sein Speicher voll ist, entfernt Redis wartende Aufgaben, und sie müssen wiederholt werden.',
      set: 'setze „maxmemory-policy noeviction“ in der Konfiguration von Redis, und starte es neu',
    },
    memory: {
      title: 'Speicher von Redis',
      why: 'Wenn er voll ist, bekommt kein Runner mehr Arbeit.',
      unlimited: (used) => `${used} belegt, ohne Grenze`,
      used: (used, most) => `${used} von ${most} belegt`,
      raise: 'erhöhe maxmemory in der Konfiguration von Redis, oder sieh nach, was dieses Redis sonst noch benutzt',
    },
    persistence: {
      title: 'Speichern durch Redis',
      why: 'Solange Redis nicht auf den Datenträger schreiben kann, nimmt es meist nichts an, und nichts wird beantwortet.',
      failed: 'Redis konnte beim letzten Versuch nicht auf den Datenträger schreiben',
      stop: 'sieh in das Protokoll von Redis, oder schalte das Speichern mit save "" und „appendonly no“ aus: Skein braucht nach einem Neustart nichts, was in Redis liegt',
      fine: 'funktioniert oder ist aus; Skein braucht es nicht',
    },
    rights: {
      title: 'Rechte bei Redis',
      why: 'Mit zu wenigen Rechten scheitern Antworten. Mit mehr als nötig könnte jemand mit dem Passwort mehr als nur Skein stören.',
      missing: (commands) => `der Benutzer darf nicht: ${commands}`,
      needless: (commands) => `der Benutzer darf mehr als nötig, zum Beispiel: ${commands}`,
      write: 'skein runners acl   (zeigt die Zeile für die ACL-Datei von Redis)',
      fine: 'nur, was Skein braucht',
    },
    each: {
      title: 'Runner',
      why: 'Ein Runner, der fehlt oder nicht passt, nimmt keine Arbeit an.',
      one: (name) => `Runner ${name}`,
      none: 'noch ist keiner verbunden, also wird nichts beantwortet',
      look: (name) =>
        `starte dort „skein runner“ oder aktualisiere ihn, und sieh in sein Protokoll; „skein runners remove ${name}“ entfernt ihn`,
    },
  },
})
