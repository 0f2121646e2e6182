import { localized } from '../../messages/localized.ts'

/** What people read about Nextcloud Talk: when it does not work, and why a message could not be sent there. */
export const talkMessages = localized({
  en: {
    unreachable:
      'I have not reached Nextcloud for more than two minutes. I keep trying, and I read everything that was written meanwhile once it answers. If this goes on, check the network of this machine and talk.url, or run "skein doctor".',
    maintenance:
      'Nextcloud has been in maintenance mode for more than ten minutes. I wait until it ends and read everything then. If nobody is working on it, an administrator can end it with "occ maintenance:mode --off".',
    throttled:
      'Nextcloud slows this machine down, usually because somebody at the same address tried wrong passwords. It ends by itself within half an hour. An administrator can end it with "occ security:bruteforce:reset" and the address of this machine.',
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
    noWriting: 'I may not write in this room',
    roomGone: 'the room is gone, or I am no longer in it',
    accountsOnly: 'on Talk only accounts of the server can be written to',
    wrongContent: 'the server does not accept it like this',
    serverOutdated: 'the server is too old for that',
    clientOutdated: 'the server requires a newer client',
    tooLong: 'it is too long',
    storageFull: 'my storage on this Nextcloud is full; its administrator can raise the quota of my account',
    fileTooLarge: 'it is larger than this Nextcloud accepts',
    filesOff: 'files are switched off on this server',
    noSharing: 'I may not share files here',
    moved: 'the server redirects to another address; check talk.url',
    movedTo: (host: string) => `the server is at ${host}; put that address into talk.url`,
    doctor: {
      signedIn: (user: string, server: string, talk: string) =>
        `${user} is signed in at Nextcloud ${server}, Talk ${talk}`,
      rooms: (count: number) => (count === 1 ? 'it is in 1 room' : `it is in ${count} rooms`),
      roomsNotListed: (why: string) => `its rooms cannot be listed: ${why}`,
      lacks: (features: string[]) => `this Talk has no ${features.join(', no ')}`,
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
      notAsked: (why: string) => `it cannot be asked: ${why}`,
    },
  },
  de: {
    unreachable:
      'Ich habe Nextcloud seit mehr als zwei Minuten nicht erreicht. Ich versuche es weiter und lese alles inzwischen Geschriebene, sobald es antwortet. Wenn das so bleibt, prüfe das Netz dieses Rechners und talk.url, oder starte „skein doctor“.',
    maintenance:
      'Nextcloud ist seit mehr als zehn Minuten im Wartungsmodus. Ich warte, bis er endet, und lese dann alles. Wenn niemand daran arbeitet, kann ein Administrator ihn mit „occ maintenance:mode --off“ beenden.',
    throttled:
      'Nextcloud bremst diesen Rechner, meist weil jemand mit derselben Adresse falsche Passwörter versucht hat. Das endet von selbst innerhalb einer halben Stunde. Ein Administrator kann es mit „occ security:bruteforce:reset“ und der Adresse dieses Rechners beenden.',
    unauthorized: (user) =>
      `Nextcloud nimmt das App-Passwort von „${user}“ nicht an: Es wurde widerrufen oder falsch eingegeben, oder das Konto ist deaktiviert. Melde dich dort mit diesem Konto an, erstelle unter Einstellungen > Sicherheit > Geräte & Sitzungen ein neues, trag es in talk.password ein und starte Skein neu. Bis dahin versuche ich es nur alle 15 Minuten, weil weitere falsche Passwörter diese ganze Adresse aussperren würden.`,
    webhookUnavailable: (place, why) =>
      `Nextcloud kann mich unter ${place} nicht benachrichtigen (${why}). Ich empfange trotzdem alles, nur ein paar Sekunden später. Setze talk.webhook.host und talk.webhook.port auf eine freie Adresse, oder entferne talk.webhook.secret.`,
    otherDaemon: (user) =>
      `Ein weiteres Skein schreibt auch vom Talk-Konto „${user}“, deshalb bekommt man jede Antwort zweimal. Beende eines von beiden, oder gib ihm ein eigenes Konto.`,
    passwordRefused: 'Nextcloud hat das App-Passwort nicht angenommen',
    tooManyRequests: 'Nextcloud begrenzt die Zahl der Anfragen',
    inMaintenance: 'der Server ist im Wartungsmodus',
    roomLocked: 'der Raum ist gesperrt (schreibgeschützt)',
    lobbyClosed: 'die Lobby des Raums ist geschlossen',
    noWriting: 'ich darf in diesem Raum nicht schreiben',
    roomGone: 'den Raum gibt es nicht mehr, oder ich bin nicht mehr darin',
    accountsOnly: 'bei Talk kann man nur Konten des Servers anschreiben',
    wrongContent: 'der Server nimmt es so nicht an',
    serverOutdated: 'der Server ist dafür zu alt',
    clientOutdated: 'der Server verlangt ein neueres Programm',
    tooLong: 'es ist zu lang',
    storageFull:
      'mein Speicher auf diesem Nextcloud ist voll; ein Administrator kann das Kontingent meines Kontos erhöhen',
    fileTooLarge: 'sie ist größer, als dieses Nextcloud annimmt',
    filesOff: 'Dateien sind auf diesem Server abgeschaltet',
    noSharing: 'ich darf hier keine Dateien teilen',
    moved: 'der Server leitet an eine andere Adresse weiter; prüfe talk.url',
    movedTo: (host) => `der Server ist unter ${host}; trag diese Adresse in talk.url ein`,
    doctor: {
      signedIn: (user, server, talk) => `${user} ist bei Nextcloud ${server}, Talk ${talk} angemeldet`,
      rooms: (count) => (count === 1 ? 'es ist in 1 Raum' : `es ist in ${count} Räumen`),
      roomsNotListed: (why) => `seine Räume lassen sich nicht auflisten: ${why}`,
      lacks: (features) => `dieses Talk hat keine ${features.join(', keine ')}`,
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
