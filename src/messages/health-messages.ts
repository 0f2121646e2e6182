import { localized } from './localized.ts'

/** What the owner reads about the daemon itself. */
export const healthMessages = localized({
  en: {
    noticesTitle: 'Notices',
    safeMode: (minutes: number, prefix: string) =>
      `I crashed several times in a row, so I am in safe mode: I accept messages but answer none for ${minutes} minutes. Write "${prefix}config workers.safe_mode_after 0" to continue right away, and check the log for the cause.`,
    summariesStopped: (chat: string) =>
      `I stopped summarizing the chat "${chat}", because more than 20 attempts within a minute changed nothing. This is a bug in Skein. No message is lost, and I keep answering there. I will try again when something new is said.`,
    storeLogGone:
      'I did not shut down cleanly last time, and the file with my newest data (skein.db-wal) is gone. The last messages before that may be missing. Please check, and send them again if needed. If another program opened the database in the meantime, perhaps nothing is missing.',
    storeLogDamaged:
      'The file with my newest data (skein.db-wal) was damaged, and part of it could not be read. The last messages before my last shutdown may be missing. Please check, and send them again if needed. The damaged file is kept next to the database as skein.db.damaged-….',
    storeDamaged: (problem: string, backups: string) =>
      `My database is damaged (${problem}). I will keep running for now, but I will refuse to start with it next time. Stop Skein, replace skein.db with a good copy from ${backups}, and check the disk.`,
    storeLinkBroken: (store: string, target: string) =>
      `The store ${store} is a link to ${target}, which does not exist. Nothing was changed. Restore the file it points to (is a disk not mounted?), or remove the link to start with an empty store.`,
    storeMissing: (store: string, leftovers: string[], backups: string) =>
      `The store ${store} is missing, but ${leftovers.join(' and ')} ${leftovers.length === 1 ? 'shows' : 'show'} that there was one. Nothing was changed. Put the same file back. Or restore a copy from ${backups} and move ${leftovers.join(' and ')} away. To start with an empty store, just move them away.`,
    diskFull:
      'The disk with the data directory is full, so the message was not accepted. Please free some space; I will try again then.',
    diskLowNotice: (folder: string, lowMb: number, fullMb: number) =>
      `Less than ${lowMb} MB are free on the disk with ${folder}, so I start no new work until there is room again. I still accept messages; below ${fullMb} MB I stop doing that, too. "skein status --sizes" shows what takes the space.`,
    diskFullNotice: (folder: string, fullMb: number) =>
      `The disk with ${folder} is full (less than ${fullMb} MB are free), so I accept no new messages. Nothing is lost: channels keep them until there is room. I use my reserve to finish what I accepted. Please free some space; then I will continue on my own.`,
    diskHasRoom: 'There is room on the disk again. I accept and answer messages as usual.',
    notStored: 'The message could not be stored. It will be accepted as soon as the disk can be written.',
    noRoomForFile: 'The disk with the data directory has no room for this file. Free some space, then send it again.',
    channelStopped: (channel: string, why: string) => `I can no longer receive messages on ${channel}. ${why}`,
    noEmbeddings: (why: string) =>
      `Search by meaning is not available right now: ${why}. Until it is, I find messages by their words only. "skein doctor" shows what to do; I keep trying.`,
    embedder: {
      notInstalled: (command: string) => `The model of recall.vectors = "local" is not installed. Run: ${command}`,
      unreachable: 'the embeddings endpoint could not be reached, or did not answer in time',
      tooLarge: 'the embeddings endpoint sent an answer that is too large',
      otherFormat: 'the embeddings endpoint sent an answer in an unexpected format',
      wrongIndexes: 'the embeddings endpoint sent vectors with missing or repeated indexes',
      status: (status: number) => `the embeddings endpoint answered with status ${status}`,
      noVectors: 'the answer does not contain valid vectors',
      localLate: 'the local model did not answer in time',
      localFailed: (problem: string) => `the local model failed: ${problem}`,
      localBroken: (problem: string) => `the local model cannot be used: ${problem}`,
      localStopped: 'the local model was stopped',
      unknownProblem: 'it does not say why',
    },
    noVectors: (why: string) => `${why} Restart Skein after that. Until then I find messages by their words only.`,
    noVectorSearch: (problem: string) =>
      `I find messages by their words only, because SQLite cannot compare vectors here (${problem}).`,
    commandsOff: (why: string) => `Commands are switched off, because they cannot run in a sandbox here: ${why}.`,
    toolsMissing: (status: string) =>
      `Claude is running without its tools, because it could not reach their server (${status}).`,
    toolServerUnavailable: (server: string, why: string) =>
      `The tools of the MCP server ${server} are not available: ${why}.`,
    toolServerProblem: {
      tooMuch: 'it sent too much data',
      unreadable: 'it sent data that cannot be read',
      exited: (code: string) => `it exited (${code})`,
      closed: 'it closed the connection',
    },
  },
  de: {
    noticesTitle: 'Hinweise',
    safeMode: (minutes, prefix) =>
      `Ich bin mehrmals hintereinander abgestürzt und laufe deshalb im abgesicherten Modus: Ich nehme Nachrichten an, beantworte aber ${minutes} Minuten lang keine. Schreib „${prefix}config workers.safe_mode_after 0“, um sofort weiterzumachen, und sieh im Protokoll nach der Ursache.`,
    summariesStopped: (chat) =>
      `Ich fasse den Chat „${chat}“ nicht weiter zusammen, weil über 20 Versuche in einer Minute nichts bewirkt haben. Das ist ein Fehler in Skein. Keine Nachricht ist verloren, und ich antworte dort wie immer. Ich versuche es wieder, wenn etwas Neues geschrieben wird.`,
    storeLogGone:
      'Ich wurde zuletzt nicht sauber beendet, und die Datei mit meinen neuesten Daten (skein.db-wal) ist weg. Die letzten Nachrichten davor könnten fehlen. Sieh bitte nach und schick sie bei Bedarf noch einmal. Wenn ein anderes Programm die Datenbank inzwischen geöffnet hatte, fehlt vielleicht nichts.',
    storeLogDamaged:
      'Die Datei mit meinen neuesten Daten (skein.db-wal) war beschädigt, und ein Teil ließ sich nicht lesen. Die letzten Nachrichten vor dem letzten Beenden könnten fehlen. Sieh bitte nach und schick sie bei Bedarf noch einmal. Die beschädigte Datei liegt neben der Datenbank als skein.db.damaged-….',
    storeDamaged: (problem, backups) =>
      `Meine Datenbank ist beschädigt (${problem}). Ich laufe vorerst weiter, starte damit aber nicht noch einmal. Beende Skein, ersetze skein.db durch eine gute Kopie aus ${backups} und prüfe den Datenträger.`,
    storeLinkBroken: (store, target) =>
      `Die Datenbank ${store} ist ein Link auf ${target}, und diese Datei gibt es nicht. Es wurde nichts verändert. Stell die Datei wieder her (ist ein Datenträger nicht eingehängt?), oder entferne den Link, um mit einer leeren Datenbank anzufangen.`,
    storeMissing: (store, leftovers, backups) =>
      `Die Datenbank ${store} fehlt, aber ${leftovers.join(' und ')} ${leftovers.length === 1 ? 'zeigt' : 'zeigen'}, dass es sie gab. Es wurde nichts verändert. Leg dieselbe Datei wieder dorthin. Oder stell eine Kopie aus ${backups} wieder her und verschiebe ${leftovers.join(' und ')}. Um mit einer leeren Datenbank anzufangen, verschiebe nur diese Dateien.`,
    diskFull:
      'Der Datenträger mit dem Datenverzeichnis ist voll, deshalb konnte ich die Nachricht nicht annehmen. Bitte schaff Platz; danach versuche ich es noch einmal.',
    diskLowNotice: (folder, lowMb, fullMb) =>
      `Auf dem Datenträger mit ${folder} sind weniger als ${lowMb} MB frei. Bis wieder Platz ist, beginne ich keine neuen Aufgaben. Nachrichten nehme ich noch an; unter ${fullMb} MB auch das nicht mehr. „skein status --sizes“ zeigt, was den Platz braucht.`,
    diskFullNotice: (folder, fullMb) =>
      `Der Datenträger mit ${folder} ist voll (weniger als ${fullMb} MB sind frei), deshalb nehme ich keine neuen Nachrichten an. Es geht nichts verloren: Die Kanäle heben sie auf, bis wieder Platz ist. Mit meiner Reserve bringe ich zu Ende, was ich angenommen habe. Bitte schaff Platz; danach mache ich von selbst weiter.`,
    diskHasRoom: 'Auf dem Datenträger ist wieder Platz. Ich nehme Nachrichten wie gewohnt an und beantworte sie.',
    notStored:
      'Die Nachricht konnte nicht gespeichert werden. Sie wird angenommen, sobald der Datenträger wieder beschreibbar ist.',
    noRoomForFile:
      'Der Datenträger mit dem Datenverzeichnis hat keinen Platz für diese Datei. Schaff Platz und schick sie dann noch einmal.',
    channelStopped: (channel, why) => `Ich empfange auf ${channel} keine Nachrichten mehr. ${why}`,
    noEmbeddings: (why) =>
      `Die Suche nach Bedeutung ist gerade nicht verfügbar: ${why}. Bis dahin finde ich Nachrichten nur über ihre Wörter. „skein doctor“ zeigt, was zu tun ist; ich versuche es weiter.`,
    embedder: {
      notInstalled: (command) => `Das Modell für recall.vectors = "local" ist nicht installiert. Führe aus: ${command}`,
      unreachable: 'der Embeddings-Dienst war nicht erreichbar oder hat nicht rechtzeitig geantwortet',
      tooLarge: 'die Antwort des Embeddings-Dienstes ist zu groß',
      otherFormat: 'die Antwort des Embeddings-Dienstes hat ein unerwartetes Format',
      wrongIndexes: 'in der Antwort des Embeddings-Dienstes fehlen Vektoren oder kommen doppelt vor',
      status: (status) => `der Embeddings-Dienst hat mit Status ${status} geantwortet`,
      noVectors: 'die Antwort enthält keine gültigen Vektoren',
      localLate: 'das lokale Modell hat nicht rechtzeitig geantwortet',
      localFailed: (problem) => `das lokale Modell ist fehlgeschlagen: ${problem}`,
      localBroken: (problem) => `das lokale Modell ist nicht benutzbar: ${problem}`,
      localStopped: 'das lokale Modell wurde beendet',
      unknownProblem: 'ohne Angabe von Gründen',
    },
    noVectors: (why) => `${why} Starte Skein danach neu. Bis dahin finde ich Nachrichten nur über ihre Wörter.`,
    noVectorSearch: (problem) =>
      `Ich finde Nachrichten nur über ihre Wörter, weil SQLite hier keine Vektoren vergleichen kann (${problem}).`,
    commandsOff: (why) => `Befehle sind abgeschaltet, weil sie hier nicht in einer Sandbox laufen können: ${why}.`,
    toolsMissing: (status) => `Claude läuft ohne seine Werkzeuge, weil es deren Server nicht erreicht hat (${status}).`,
    toolServerUnavailable: (server, why) => `Die Werkzeuge des MCP-Servers ${server} sind nicht verfügbar: ${why}.`,
    toolServerProblem: {
      tooMuch: 'Er hat zu viele Daten geschickt',
      unreadable: 'Er hat Daten geschickt, die sich nicht lesen lassen',
      exited: (code) => `Er hat sich beendet (${code})`,
      closed: 'Er hat die Verbindung geschlossen',
    },
  },
})
