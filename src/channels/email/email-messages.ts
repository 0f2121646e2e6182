import { localized } from '../../messages/localized.ts'

/** What people read about mail: when a mailbox does not work, and why a mail is not answered or could not be sent. */
export const emailMessages = localized({
  en: {
    /** Why a mailbox that a briefing reads could not be read. */
    unread: {
      late: (host: string, seconds: number) => `${host} did not answer within ${seconds} seconds`,
      refused: (host: string, user: string, why: string) => `${host} refused the sign-in of ${user}: ${why}`,
      throttled: (host: string) => `${host} limits the number of requests; it will be tried again next time`,
      unencrypted: (host: string, why: string) => `there is no encrypted connection to ${host}: ${why}`,
      noFolder: (host: string, folder: string) => `${host} has no folder ${folder}`,
      lost: (host: string, why: string) => `${host} could not be read: ${why}`,
    },
    unreachable: (address: string) =>
      `I have not reached the mailbox ${address} for more than five minutes. I keep trying. Once it answers, I read everything that has arrived in the meantime. If this goes on, check the network of this machine and email.imap, or run "skein doctor".`,
    loginRefused: (address: string, reason: string) =>
      `The mail server refuses the login of ${address} (${reason}). Create a new app password there, or sign in again if it uses OAuth2, put it into the configuration and restart Skein. Until then I try again only every 15 minutes, because more wrong logins would lock the account.`,
    unencrypted: (address: string, reason: string) =>
      `The mail server of ${address} does not encrypt (${reason}), so I do not log in there. Use imaps:// and smtps:// in the configuration, or ask its administrator. If it used to encrypt, somebody may be intercepting the connection.`,
    noSuchFolder: (address: string, reason: string) =>
      `A folder of ${address} that I should read does not exist (${reason}). Check email.folders; "skein doctor" lists the existing ones.`,
    sendingUnreachable: (address: string, host: string, reason: string) =>
      `Mail from ${address} could not be sent for more than ten minutes. ${host}: "${reason}". I keep trying. Once the server answers, I send all waiting mail. If this goes on, check the network of this machine and the smtp line of this account, or run "skein doctor".`,
    sendingRefused: (address: string, host: string, reason: string) =>
      `${host} refuses the login of ${address} for sending mail: "${reason}". Create a new app password there, or sign in again, put it into the configuration and restart Skein. Until then I try again only once an hour, because more wrong passwords could lock the account.`,
    otherDaemon: (account: string) =>
      `Somebody answered a mail from ${account} that this Skein did not write. If another Skein uses the same mailbox, people get every answer twice: stop one of the two, or give it its own mailbox. If it was an earlier installation, you do not need to do anything.`,
    copyRefused: (address: string, host: string) =>
      `${host} does not accept the copies of my mails that I send back to ${address}, so I cannot use them to check what was sent. Set plus_addresses to what this server does with addresses such as name+sent@, or turn receipts off.`,
    unverified: (account: string, address: string, reason: string, advice: string) =>
      `A mail to ${account} says that it is from ${address}, but that could not be verified (${reason}), so I did not act on it. ${advice} "skein doctor" shows what was found. I report such mails at most once a day.`,
    addAuthservId:
      "If it is genuine, the sender's provider does not sign its mail (DKIM). If your own mail server checks mail, put the name it uses in its results into email.authserv_id.",
    checkAuthservId: (authservId: string) =>
      `If it is genuine, check whether your server still uses the name in email.authserv_id ("${authservId}").`,
    machine: (address: string, title: string) =>
      `${address} answers like a machine${title}: several mails in a row came within seconds or had the same text. I do not answer there until something different comes. Everything is kept.`,
    tooManyMails: (address: string, title: string) =>
      `${address} writes more mails than I answer in an hour${title}. I told them and do not answer there for now. Everything is kept. The limits are email.replies_per_thread and email.replies_per_sender.`,
    tooManyHere:
      'There have been many mails here within an hour, so I will not answer for now. Your mails are kept. Please write again in an hour.',
    encrypted: 'This mail is encrypted, and I have no key to read it. Please send it to me again without encryption.',
    encryptedWithPgp:
      'This mail is encrypted with PGP, and I have no key to read it. Please send it to me again without encryption.',
    insideSignature:
      'The text of this mail is inside its S/MIME signature, and I cannot open that. Please send it again unsigned or clear-signed.',
    notAddressed: (account: string, named: string, hasOthers: boolean) =>
      `I received this mail, but it names only ${named}${hasOthers ? ' and others' : ''} and not ${account}. I kept it and did nothing. To get an answer, write to ${account}. If ${named} is an address of mine, add it to email.aliases and restart Skein.`,
    noticeSubject: 'A notice from Skein',
    noSubject: '(no subject)',
    tooLargeToAttach: (size: string) => `at ${size} it is too large for this mail`,
    noRecipient: 'it has no recipient',
    noMailAddress: (address: string) => `"${address}" is not a mail address`,
    notLetIn: 'it goes to somebody who has not been let in',
    draftGone: 'it is no longer in Drafts',
    mailboxGone: 'the mailbox it should be sent from is no longer configured',
    mailboxUnreachable: (why: string) => `the mailbox could not be reached: ${why}`,
    trouble: {
      notDelivered: (address: string) =>
        `The mail to ${address} was accepted, but it did not arrive within a minute. Look for it in the mailbox (also under Junk), then try again.`,
      refused: (server: string, user: string, reason: string) =>
        `${server} does not let "${user}" in (${reason}); most providers want an app password for a program, not the one you sign in with.`,
      throttled: (server: string) => `${server} asks for a pause; try again in a few minutes.`,
      unencrypted: (server: string, reason: string, address: string) =>
        `${server} offers no encryption (${reason}), so the password was not sent; give the address that speaks TLS: ${address}.`,
      noFolder: (server: string, reason: string) => `${server} has no such folder (${reason}).`,
      wrongName: (host: string) =>
        `The certificate of ${host} is not for that name. Give the name that the certificate has.`,
      wrongNameOf: (host: string, names: string) =>
        `The certificate of ${host} is not for that name. It is for ${names}. Give the name that the certificate has.`,
      expired: (host: string) => `The certificate of ${host} has expired. Have it renewed, then try again.`,
      selfSigned: (host: string, reason: string) =>
        `The certificate of ${host} is self-signed, so it proves nothing (${reason}). Have it replaced by one that an authority signed, or save it to a file and name that file in NODE_EXTRA_CA_CERTS.`,
      untrusted: (host: string, reason: string) =>
        `The certificate of ${host} cannot be trusted (${reason}); have it put right, or name the authority that signed it in a file with NODE_EXTRA_CA_CERTS.`,
      startsInClear: (server: string, startTls: string, tls: string) =>
        `${server} does not speak TLS from the first byte; this port begins in the clear and then turns to TLS (STARTTLS). Give ${startTls}, or ${tls} for the port that speaks TLS at once.`,
      startsInTls: (server: string, tls: string) =>
        `${server} says nothing until it is spoken to in TLS: this port speaks TLS from the first byte. Give ${tls}.`,
      unknownHost: (host: string) =>
        `Nobody knows a server called ${host}; check the address, and the network of this machine.`,
      nobodyListens: (server: string, code: string) =>
        `Nobody listens at ${server} (${code}); check the address and the port.`,
      noAnswer: (server: string, reason: string) =>
        `${server} gives no answer that can be used (${reason}); check the address and that the server runs, and try again.`,
    },
    doctor: {
      notRead: (address: string, why: string) => `${address} cannot be read. ${why}`,
      notSending: (address: string, why: string) => `${address} cannot send. ${why}`,
      noFolder: (address: string, missing: string[], existing: string[]) =>
        `${address} has no folder ${missing.map((name) => `"${name}"`).join(', ')}; there are ${existing.join(', ')}`,
      read: (address: string, host: string, folders: string[]) =>
        `${address} is read at ${host}, in ${folders.join(', ')}`,
      sends: (address: string, host: string) => `${address} sends by ${host}`,
      verifiedBy: (server: string) => `senders are verified by ${server}`,
      noneVerified: (count: number, server: string) =>
        `none of the last ${count} mails was checked by "${server}", so no sender can be verified`,
      otherServer: (noneVerified: string, server: string) =>
        `${noneVerified}; your server signs as "${server}": put that into email.authserv_id`,
      bySignatures: 'senders are verified by their signatures (DKIM), because the server adds no results of its own',
      byServer: (server: string) =>
        `the server verifies senders itself as "${server}"; set email.authserv_id = "${server}" to use its results`,
    },
  },
  de: {
    unread: {
      late: (host, seconds) => `${host} hat nicht innerhalb von ${seconds} Sekunden geantwortet`,
      refused: (host, user, why) => `${host} hat die Anmeldung von ${user} abgelehnt: ${why}`,
      throttled: (host) => `${host} begrenzt die Zahl der Abfragen; beim nächsten Mal wird es wieder versucht`,
      unencrypted: (host, why) => `es gibt keine verschlüsselte Verbindung zu ${host}: ${why}`,
      noFolder: (host, folder) => `${host} hat keinen Ordner ${folder}`,
      lost: (host, why) => `${host} ließ sich nicht lesen: ${why}`,
    },
    unreachable: (address) =>
      `Ich habe das Postfach ${address} seit mehr als fünf Minuten nicht erreicht. Ich versuche es weiter. Sobald es wieder antwortet, lese ich alles, was inzwischen gekommen ist. Wenn das so bleibt, prüfe das Netz dieses Rechners und email.imap, oder starte „skein doctor“.`,
    loginRefused: (address, reason) =>
      `Der Mailserver lehnt die Anmeldung von ${address} ab (${reason}). Erstelle dort ein neues App-Passwort, oder melde dich neu an, wenn er OAuth2 benutzt, trag es in die Konfiguration ein und starte Skein neu. Bis dahin versuche ich es nur alle 15 Minuten, weil weitere falsche Anmeldungen das Konto sperren würden.`,
    unencrypted: (address, reason) =>
      `Der Mailserver von ${address} verschlüsselt nicht (${reason}), deshalb melde ich mich dort nicht an. Benutze imaps:// und smtps:// in der Konfiguration, oder frag den Administrator. Wenn er früher verschlüsselt hat, hört vielleicht jemand die Verbindung ab.`,
    noSuchFolder: (address, reason) =>
      `Einen Ordner von ${address}, den ich lesen soll, gibt es nicht (${reason}). Prüfe email.folders; „skein doctor“ listet die vorhandenen auf.`,
    sendingUnreachable: (address, host, reason) =>
      `Mails von ${address} lassen sich seit mehr als zehn Minuten nicht senden. ${host}: „${reason}“. Ich versuche es weiter. Sobald der Server wieder antwortet, sende ich alle wartenden Mails. Wenn das so bleibt, prüfe das Netz dieses Rechners und die Zeile smtp dieses Kontos, oder starte „skein doctor“.`,
    sendingRefused: (address, host, reason) =>
      `${host} lehnt die Anmeldung von ${address} zum Senden ab: „${reason}“. Erstelle dort ein neues App-Passwort, oder melde dich neu an, trag es in die Konfiguration ein und starte Skein neu. Bis dahin versuche ich es nur einmal in der Stunde, weil weitere falsche Passwörter das Konto sperren könnten.`,
    otherDaemon: (account) =>
      `Jemand hat auf eine Mail von ${account} geantwortet, die dieses Skein nicht geschrieben hat. Wenn ein zweites Skein dasselbe Postfach benutzt, kommt jede Antwort doppelt: Beende eines der beiden, oder gib ihm ein eigenes Postfach. Wenn es eine frühere Installation war, musst du nichts tun.`,
    copyRefused: (address, host) =>
      `${host} nimmt die Kopien meiner Mails nicht an, die ich an ${address} zurückschicke, deshalb kann ich daran nicht prüfen, was gesendet wurde. Stell plus_addresses darauf ein, was dieser Server mit Adressen wie name+sent@ macht, oder schalte receipts ab.`,
    unverified: (account, address, reason, advice) =>
      `Eine Mail an ${account} gibt an, von ${address} zu sein. Das ließ sich nicht bestätigen (${reason}), deshalb habe ich nichts unternommen. ${advice} „skein doctor“ zeigt, was gefunden wurde. Ich melde solche Mails höchstens einmal am Tag.`,
    addAuthservId:
      'Wenn sie echt ist, signiert der Anbieter des Absenders seine Mails nicht (DKIM). Wenn dein eigener Mailserver Mails prüft, trag den Namen, den er in seinen Ergebnissen angibt, in email.authserv_id ein.',
    checkAuthservId: (authservId) =>
      `Wenn sie echt ist, prüfe, ob dein Server noch den Namen in email.authserv_id („${authservId}“) benutzt.`,
    machine: (address, title) =>
      `${address} antwortet wie eine Maschine${title}: Mehrere Mails hintereinander kamen binnen Sekunden oder hatten denselben Text. Ich antworte dort erst wieder, wenn etwas anderes kommt. Alles wird aufbewahrt.`,
    tooManyMails: (address, title) =>
      `${address} schreibt mehr Mails, als ich in einer Stunde beantworte${title}. Ich habe Bescheid gesagt und antworte dort vorerst nicht. Alles wird aufbewahrt. Die Grenzen sind email.replies_per_thread und email.replies_per_sender.`,
    tooManyHere:
      'Hier kamen innerhalb einer Stunde viele Mails an, deshalb antworte ich vorerst nicht. Deine Mails werden aufbewahrt. Schreib bitte in einer Stunde noch einmal.',
    encrypted:
      'Diese Mail ist verschlüsselt, und ich habe keinen Schlüssel dafür. Schick sie mir bitte noch einmal unverschlüsselt.',
    encryptedWithPgp:
      'Diese Mail ist mit PGP verschlüsselt, und ich habe keinen Schlüssel dafür. Schick sie mir bitte noch einmal unverschlüsselt.',
    insideSignature:
      'Der Text dieser Mail steckt in ihrer S/MIME-Signatur, und die kann ich nicht öffnen. Schick sie bitte noch einmal ohne Signatur oder im Klartext signiert.',
    notAddressed: (account, named, hasOthers) =>
      `Ich habe diese Mail bekommen, aber sie nennt nur ${named}${hasOthers ? ' und andere' : ''} und nicht ${account}. Ich habe sie aufbewahrt und nichts unternommen. Wenn du eine Antwort möchtest, schreib an ${account}. Wenn ${named} eine Adresse von mir ist, trag sie in email.aliases ein und starte Skein neu.`,
    noticeSubject: 'Ein Hinweis von Skein',
    noSubject: '(kein Betreff)',
    tooLargeToAttach: (size) => `mit ${size} ist sie zu groß für diese Mail`,
    noRecipient: 'sie hat keinen Empfänger',
    noMailAddress: (address) => `„${address}“ ist keine Mailadresse`,
    notLetIn: 'sie geht an jemanden, der nicht zugelassen ist',
    draftGone: 'sie ist nicht mehr in den Entwürfen',
    mailboxGone: 'das Postfach, von dem sie gesendet werden soll, ist nicht mehr eingerichtet',
    mailboxUnreachable: (why) => `das Postfach war nicht erreichbar: ${why}`,
    trouble: {
      notDelivered: (address) =>
        `Die Mail an ${address} wurde angenommen, kam aber nicht innerhalb einer Minute an. Such sie im Postfach (auch unter Spam), dann versuch es noch einmal.`,
      refused: (server, user, reason) =>
        `${server} lässt „${user}“ nicht hinein (${reason}). Die meisten Anbieter verlangen für ein Programm ein App-Passwort, nicht das, mit dem du dich anmeldest.`,
      throttled: (server) => `${server} bittet um eine Pause; versuch es in ein paar Minuten noch einmal.`,
      unencrypted: (server, reason, address) =>
        `${server} bietet keine Verschlüsselung an (${reason}), deshalb wurde das Passwort nicht gesendet. Gib die Adresse mit TLS an: ${address}.`,
      noFolder: (server, reason) => `${server} hat keinen solchen Ordner (${reason}).`,
      wrongName: (host) =>
        `Das Zertifikat von ${host} gilt nicht für diesen Namen. Gib den Namen an, der im Zertifikat steht.`,
      wrongNameOf: (host, names) =>
        `Das Zertifikat von ${host} gilt nicht für diesen Namen. Es gilt für ${names}. Gib den Namen an, der im Zertifikat steht.`,
      expired: (host) => `Das Zertifikat von ${host} ist abgelaufen. Lass es erneuern und versuch es dann noch einmal.`,
      selfSigned: (host, reason) =>
        `Das Zertifikat von ${host} ist selbst signiert und beweist deshalb nichts (${reason}). Lass es durch eines ersetzen, das eine Zertifizierungsstelle signiert hat, oder speichere es in einer Datei und nenne sie in NODE_EXTRA_CA_CERTS.`,
      untrusted: (host, reason) =>
        `Dem Zertifikat von ${host} ist nicht zu trauen (${reason}). Lass es in Ordnung bringen, oder nenne die Stelle, die es signiert hat, in einer Datei mit NODE_EXTRA_CA_CERTS.`,
      startsInClear: (server, startTls, tls) =>
        `${server} spricht nicht vom ersten Byte an TLS: Dieser Port beginnt unverschlüsselt und wechselt dann zu TLS (STARTTLS). Gib ${startTls} an, oder ${tls} für den Port, der sofort TLS spricht.`,
      startsInTls: (server, tls) =>
        `${server} schweigt, bis man TLS mit ihm spricht: Dieser Port spricht vom ersten Byte an TLS. Gib ${tls} an.`,
      unknownHost: (host) =>
        `Einen Server namens ${host} kennt niemand; prüfe die Adresse und das Netz dieses Rechners.`,
      nobodyListens: (server, code) => `Unter ${server} antwortet niemand (${code}); prüfe die Adresse und den Port.`,
      noAnswer: (server, reason) =>
        `${server} gibt keine brauchbare Antwort (${reason}). Prüfe die Adresse und ob der Server läuft, und versuch es noch einmal.`,
    },
    doctor: {
      notRead: (address, why) => `${address} lässt sich nicht lesen. ${why}`,
      notSending: (address, why) => `${address} kann nicht senden. ${why}`,
      noFolder: (address, missing, existing) =>
        `${address} hat keinen Ordner ${missing.map((name) => `„${name}“`).join(', ')}; es gibt ${existing.join(', ')}`,
      read: (address, host, folders) => `${address} wird bei ${host} gelesen, in ${folders.join(', ')}`,
      sends: (address, host) => `${address} sendet über ${host}`,
      verifiedBy: (server) => `${server} prüft die Absender`,
      noneVerified: (count, server) =>
        `keine der letzten ${count} Mails wurde von „${server}“ geprüft, deshalb lässt sich kein Absender bestätigen`,
      otherServer: (noneVerified, server) =>
        `${noneVerified}; dein Server nennt sich „${server}“: Trag das in email.authserv_id ein`,
      bySignatures:
        'die Absender werden an ihren Signaturen geprüft (DKIM), weil der Server keine eigenen Ergebnisse einträgt',
      byServer: (server) =>
        `der Server prüft die Absender selbst, als „${server}“; setze email.authserv_id = "${server}", um seine Ergebnisse zu benutzen`,
    },
  },
})
