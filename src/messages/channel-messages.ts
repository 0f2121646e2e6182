import { localized } from './localized.ts'

/** What the owner reads when a channel does not work, and why a message could not be sent on it. */
export const channelMessages = localized({
  en: {
    telegram: {
      unreachable:
        'I have not reached Telegram for more than two minutes. I keep trying, and Telegram keeps your messages for a day. If this goes on, check the network of this machine and telegram.api_root, or run "skein doctor".',
      unauthorized:
        'Telegram does not accept the bot token: it was revoked or mistyped. Get the current one from @BotFather, put it into telegram.token and restart Skein. Until then I try again every 15 minutes.',
      webhook:
        'Telegram delivers to a webhook instead of to me, so I receive nothing. "skein doctor" shows where it points. Remove it with deleteWebhook, or use another bot.',
      conflict:
        'Another program reads the messages of this Telegram bot, so some may not reach me. Stop it, or get a new token from @BotFather.',
      tokenRefused: 'Telegram did not accept the bot token',
      writeFirst: 'on Telegram a person has to write to the bot first',
    },
    talk: {
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
      pause: 'Nextcloud asked for a pause',
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
      noSharing: 'I may not share files here',
      moved: 'the server redirects to another address; check talk.url',
      movedTo: (host: string) => `the server is at ${host}; put that address into talk.url`,
    },
    email: {
      unreachable: (address: string) =>
        `I have not reached the mailbox ${address} for more than five minutes. I keep trying, and I read everything once it answers. If this goes on, check the network of this machine and email.imap, or run "skein doctor".`,
      loginRefused: (address: string, reason: string) =>
        `The mail server refuses the login of ${address} (${reason}). Create a new app password there, or sign in again if it uses OAuth2, put it into the configuration and restart Skein. Until then I try again only every 15 minutes, because more wrong logins would lock the account.`,
      unencrypted: (address: string, reason: string) =>
        `The mail server of ${address} does not encrypt (${reason}), so I do not log in there. Use imaps:// and smtps:// in the configuration, or ask its administrator. If it used to encrypt, somebody may be intercepting the connection.`,
      noSuchFolder: (address: string, reason: string) =>
        `A folder of ${address} that I should read does not exist (${reason}). Check email.folders; "skein doctor" lists the existing ones.`,
      sendingUnreachable: (address: string, host: string, reason: string) =>
        `Mail from ${address} could not be sent for more than ten minutes. ${host}: "${reason}". I keep trying, and everything that waits is sent once the server answers. If this goes on, check the network of this machine and the smtp line of this account, or run "skein doctor".`,
      sendingRefused: (address: string, host: string, reason: string) =>
        `${host} refuses the login of ${address} for sending mail: "${reason}". Create a new app password there, or sign in again, put it into the configuration and restart Skein. Until then I try again only once an hour, because more wrong passwords could lock the account.`,
      otherDaemon: (account: string) =>
        `Somebody answered a mail from ${account} that this Skein did not write. If another Skein uses the same mailbox, people get every answer twice: stop one of the two, or give it its own mailbox. If it was an earlier installation, you do not need to do anything.`,
      noRecipient: 'it has no recipient',
      noMailAddress: (address: string) => `"${address}" is not a mail address`,
      notLetIn: 'it goes to somebody who has not been let in',
      draftGone: 'it is no longer in Drafts',
      mailboxGone: 'the mailbox it should be sent from is no longer configured',
      mailboxUnreachable: (why: string) => `the mailbox could not be reached: ${why}`,
    },
    empty: 'it is empty',
    gatewaySaid: (status: number) => `a gateway on the way answered ${status}`,
    serverSaid: (status: string) => `the server answered ${status}`,
    notTelegramSaid: (status: number) => `something that is not Telegram answered ${status}`,
  },
  de: {
    telegram: {
      unreachable:
        'Ich habe Telegram seit mehr als zwei Minuten nicht erreicht. Ich versuche es weiter, und Telegram bewahrt deine Nachrichten einen Tag lang auf. Wenn das so bleibt, prüfe das Netz dieses Rechners und telegram.api_root, oder starte „skein doctor“.',
      unauthorized:
        'Telegram nimmt das Bot-Token nicht an: Es wurde widerrufen oder falsch eingegeben. Hol dir das aktuelle bei @BotFather, trag es in telegram.token ein und starte Skein neu. Bis dahin versuche ich es alle 15 Minuten.',
      webhook:
        'Telegram stellt an einen Webhook zu statt an mich, deshalb empfange ich nichts. „skein doctor“ zeigt, wohin er führt. Entferne ihn mit deleteWebhook, oder benutze einen anderen Bot.',
      conflict:
        'Ein anderes Programm liest die Nachrichten dieses Telegram-Bots, deshalb erreichen mich vielleicht nicht alle. Beende es, oder hol dir ein neues Token bei @BotFather.',
      tokenRefused: 'Telegram hat das Bot-Token nicht angenommen',
      writeFirst: 'bei Telegram muss man dem Bot zuerst selbst schreiben',
    },
    talk: {
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
      pause: 'Nextcloud bat um eine Pause',
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
      noSharing: 'ich darf hier keine Dateien teilen',
      moved: 'der Server leitet an eine andere Adresse weiter; prüfe talk.url',
      movedTo: (host) => `der Server ist unter ${host}; trag diese Adresse in talk.url ein`,
    },
    email: {
      unreachable: (address) =>
        `Ich habe das Postfach ${address} seit mehr als fünf Minuten nicht erreicht. Ich versuche es weiter und lese alles, sobald es antwortet. Wenn das so bleibt, prüfe das Netz dieses Rechners und email.imap, oder starte „skein doctor“.`,
      loginRefused: (address, reason) =>
        `Der Mailserver lehnt die Anmeldung von ${address} ab (${reason}). Erstelle dort ein neues App-Passwort, oder melde dich neu an, wenn er OAuth2 benutzt, trag es in die Konfiguration ein und starte Skein neu. Bis dahin versuche ich es nur alle 15 Minuten, weil weitere falsche Anmeldungen das Konto sperren würden.`,
      unencrypted: (address, reason) =>
        `Der Mailserver von ${address} verschlüsselt nicht (${reason}), deshalb melde ich mich dort nicht an. Benutze imaps:// und smtps:// in der Konfiguration, oder frag den Administrator. Wenn er früher verschlüsselt hat, hört vielleicht jemand die Verbindung ab.`,
      noSuchFolder: (address, reason) =>
        `Einen Ordner von ${address}, den ich lesen soll, gibt es nicht (${reason}). Prüfe email.folders; „skein doctor“ listet die vorhandenen auf.`,
      sendingUnreachable: (address, host, reason) =>
        `Mails von ${address} lassen sich seit mehr als zehn Minuten nicht senden. ${host}: „${reason}“. Ich versuche es weiter, und alles Wartende wird gesendet, sobald der Server antwortet. Wenn das so bleibt, prüfe das Netz dieses Rechners und die Zeile smtp dieses Kontos, oder starte „skein doctor“.`,
      sendingRefused: (address, host, reason) =>
        `${host} lehnt die Anmeldung von ${address} zum Senden ab: „${reason}“. Erstelle dort ein neues App-Passwort, oder melde dich neu an, trag es in die Konfiguration ein und starte Skein neu. Bis dahin versuche ich es nur einmal in der Stunde, weil weitere falsche Passwörter das Konto sperren könnten.`,
      otherDaemon: (account) =>
        `Jemand hat auf eine Mail von ${account} geantwortet, die dieses Skein nicht geschrieben hat. Wenn ein weiteres Skein dasselbe Postfach benutzt, bekommt man jede Antwort zweimal: Beende eines von beiden, oder gib ihm ein eigenes Postfach. Wenn es eine frühere Installation war, musst du nichts tun.`,
      noRecipient: 'sie hat keinen Empfänger',
      noMailAddress: (address) => `„${address}“ ist keine Mailadresse`,
      notLetIn: 'sie geht an jemanden, der nicht zugelassen ist',
      draftGone: 'sie ist nicht mehr in den Entwürfen',
      mailboxGone: 'das Postfach, von dem sie gesendet werden soll, ist nicht mehr eingerichtet',
      mailboxUnreachable: (why) => `das Postfach war nicht erreichbar: ${why}`,
    },
    empty: 'sie ist leer',
    gatewaySaid: (status) => `ein Gateway unterwegs antwortete ${status}`,
    serverSaid: (status) => `der Server antwortete ${status}`,
    notTelegramSaid: (status) => `etwas, das nicht Telegram ist, antwortete ${status}`,
  },
})
