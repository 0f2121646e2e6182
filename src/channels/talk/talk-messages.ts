import { localized } from '../../messages/localized.ts'

/** What people read about Nextcloud Talk: when it does not work, and why a message could not be sent there. */
export const talkMessages = localized({
  en: {
    noSuchRoom: (room: string, rooms: string) =>
      `There is no single Talk room called "${room}" that this account is in. Name one by its name or token: ${rooms}`,
    notInRoom: 'You are not in this Talk room with an account that Skein knows as yours, so its past is not read.',
    unreachable:
      'I have not reached Nextcloud for more than two minutes. I keep trying. Once it answers, I read everything that was written in the meantime. If this goes on, check the network of this machine and talk.url, or run "skein doctor".',
    maintenance:
      'Nextcloud has been in maintenance mode for more than ten minutes. When it ends, I read everything that was written in the meantime. If nobody is working on it, an administrator can end it with "occ maintenance:mode --off".',
    throttled:
      'Nextcloud is slowing down requests from this machine, usually because somebody at the same address tried wrong passwords. It ends by itself within half an hour. An administrator can end it with "occ security:bruteforce:reset" and the address of this machine.',
    unauthorized: (user: string) =>
      `Nextcloud does not accept the app password of "${user}": it was revoked or mistyped, or the account is disabled. Sign in there with that account, create a new one under Settings > Security > Devices & sessions, put it into talk.password and restart Skein. Until then I try again only every 15 minutes, because more wrong passwords would lock out this whole address.`,
    webhookUnavailable: (place: string, why: string) =>
      `Nextcloud cannot notify me at ${place} (${why}). I still receive everything, but a few seconds later. Set talk.webhook.host and talk.webhook.port to a free address, or remove talk.webhook.secret.`,
    otherDaemon: (user: string) =>
      `Another Skein also writes from the Talk account "${user}", so people get every answer twice. Stop one of the two, or give it its own account.`,
    passwordRefused: 'Nextcloud did not accept the app password',
    tooManyRequests: 'Nextcloud limits the number of requests',
    inMaintenance: 'the server is in maintenance mode',
    roomLocked: 'the room is locked (read-only)',
    lobbyClosed: 'the lobby of the room is closed',
    noWriting: 'I am not allowed to write in this room',
    roomGone: 'the room is gone, or I am no longer in it',
    accountsOnly: 'on Talk I can only write to accounts of the server',
    wrongContent: 'the server does not accept the content',
    serverOutdated: 'the server is too old for that',
    clientOutdated: 'the server requires a newer client',
    tooLong: 'it is too long',
    storageFull: 'my storage on this Nextcloud server is full; its administrator can raise the quota of my account',
    fileTooLarge: 'it is larger than this Nextcloud server allows',
    filesOff: 'files are switched off on this server',
    noSharing: 'I am not allowed to share files here',
    moved: 'the server redirects to another address; check talk.url',
    movedTo: (host: string) => `the server is at ${host}; put that address into talk.url`,
    doctor: {
      signedIn: (user: string, server: string, talk: string) =>
        `${user} is signed in at Nextcloud ${server}, Talk ${talk}`,
      rooms: (count: number) => (count === 1 ? 'it is in 1 room' : `it is in ${count} rooms`),
      roomsNotListed: (why: string) => `its rooms cannot be listed: ${why}`,
      lacks: (features: string[]) => `this version of Talk has no ${features.join(', no ')}`,
      features: {
        'markdown-messages': 'formatting',
        reactions: 'reactions',
        'edit-messages': 'edits',
        'media-caption': 'captions',
        threads: 'threads',
      },
      misspelt: (id: string, real: string) => `talk.owner_ids says "${id}", but the account is "${real}"`,
      passwordRefused: (user: string) =>
        `the app password of "${user}" is refused; make a new one under Settings > Security > Devices & sessions, put it into talk.password and restart`,
      notAsked: (why: string) => `the server could not be asked: ${why}`,
    },
  },
  de: {
    noSuchRoom: (room, rooms) =>
      `Es gibt nicht genau einen Talk-Raum „${room}“, in dem dieses Konto ist. Nenne einen mit Namen oder Kennung: ${rooms}`,
    notInRoom:
      'Du bist in diesem Talk-Raum nicht mit einem Konto, das Skein als deines kennt. Deshalb wird sein Verlauf nicht gelesen.',
    unreachable:
      'Ich habe Nextcloud seit mehr als zwei Minuten nicht erreicht. Ich versuche es weiter. Sobald der Server wieder antwortet, lese ich alles, was inzwischen geschrieben wurde. Wenn das so bleibt, prüfe das Netz dieses Rechners und talk.url, oder starte „skein doctor“.',
    maintenance:
      'Nextcloud ist seit mehr als zehn Minuten im Wartungsmodus. Sobald er endet, lese ich alles, was inzwischen geschrieben wurde. Wenn niemand daran arbeitet, kann ein Administrator ihn mit „occ maintenance:mode --off“ beenden.',
    throttled:
      'Nextcloud bremst Anfragen von diesem Rechner, meist weil jemand unter derselben Adresse falsche Passwörter eingegeben hat. Das endet von selbst innerhalb einer halben Stunde. Ein Administrator kann es mit „occ security:bruteforce:reset“ und der Adresse dieses Rechners beenden.',
    unauthorized: (user) =>
      `Nextcloud nimmt das App-Passwort von „${user}“ nicht an: Es wurde widerrufen oder falsch eingegeben, oder das Konto ist deaktiviert. Melde dich dort mit diesem Konto an, erstelle unter Einstellungen > Sicherheit > Geräte & Sitzungen ein neues, trag es in talk.password ein und starte Skein neu. Bis dahin versuche ich es nur alle 15 Minuten, weil Nextcloud nach weiteren Fehlversuchen die ganze Adresse sperren würde.`,
    webhookUnavailable: (place, why) =>
      `Nextcloud kann mich unter ${place} nicht benachrichtigen (${why}). Ich empfange trotzdem alles, nur ein paar Sekunden später. Setze talk.webhook.host und talk.webhook.port auf eine freie Adresse, oder entferne talk.webhook.secret.`,
    otherDaemon: (user) =>
      `Ein zweites Skein benutzt ebenfalls das Talk-Konto „${user}“, deshalb kommt jede Antwort doppelt. Beende eines der beiden, oder gib ihm ein eigenes Konto.`,
    passwordRefused: 'Nextcloud hat das App-Passwort nicht angenommen',
    tooManyRequests: 'Nextcloud begrenzt die Zahl der Anfragen',
    inMaintenance: 'der Server ist im Wartungsmodus',
    roomLocked: 'der Raum ist gesperrt (schreibgeschützt)',
    lobbyClosed: 'die Lobby des Raums ist geschlossen',
    noWriting: 'ich darf in diesem Raum nicht schreiben',
    roomGone: 'den Raum gibt es nicht mehr, oder ich bin nicht mehr darin',
    accountsOnly: 'in Talk kann ich nur Konten auf dem Server anschreiben',
    wrongContent: 'der Server nimmt den Inhalt nicht an',
    serverOutdated: 'der Server ist dafür zu alt',
    clientOutdated: 'der Server verlangt einen neueren Client',
    tooLong: 'es ist zu lang',
    storageFull:
      'mein Speicherplatz auf diesem Nextcloud-Server ist voll; ein Administrator kann das Kontingent meines Kontos erhöhen',
    fileTooLarge: 'sie ist größer, als dieser Nextcloud-Server erlaubt',
    filesOff: 'Dateien sind auf diesem Server abgeschaltet',
    noSharing: 'ich darf hier keine Dateien teilen',
    moved: 'der Server leitet an eine andere Adresse weiter; prüfe talk.url',
    movedTo: (host) => `der Server ist unter ${host} zu erreichen; trag diese Adresse in talk.url ein`,
    doctor: {
      signedIn: (user, server, talk) => `${user} ist bei Nextcloud ${server}, Talk ${talk} angemeldet`,
      rooms: (count) => (count === 1 ? 'es ist in 1 Raum' : `es ist in ${count} Räumen`),
      roomsNotListed: (why) => `seine Räume lassen sich nicht auflisten: ${why}`,
      lacks: (features) => `diese Version von Talk hat keine ${features.join(', keine ')}`,
      features: {
        'markdown-messages': 'Formatierung',
        reactions: 'Reaktionen',
        'edit-messages': 'Bearbeitung',
        'media-caption': 'Bildunterschriften',
        threads: 'Threads',
      },
      misspelt: (id, real) => `in talk.owner_ids steht „${id}“, aber das Konto heißt „${real}“`,
      passwordRefused: (user) =>
        `das App-Passwort von „${user}“ wird abgelehnt; erstelle ein neues unter Einstellungen > Sicherheit > Geräte & Sitzungen, trag es in talk.password ein und starte neu`,
      notAsked: (why) => `die Abfrage ist fehlgeschlagen: ${why}`,
    },
  },
})
