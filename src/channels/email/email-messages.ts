import { localized } from '../../messages/localized.ts'

/** What people read about mail: when a mailbox does not work, and why a mail could not be sent. */
export const emailMessages = localized({
  en: {
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
  de: {
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
})
