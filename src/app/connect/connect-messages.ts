import { localized } from '../../messages/localized.ts'

/** What people read on the page and in the terminal while they connect a model or a channel. */
export const connectMessages = localized({
  en: {
    busy: 'Another connection is being set up. Wait until it is done, or cancel it.',
    replaced: 'This sign-in was cancelled because another connection was started.',
    nothingChanged: (why: string) => `${why} Nothing was changed.`,
    timedOut: 'This took too long and was cancelled.',
    broken: (code: string) => `Something went wrong${code && ` (${code})`}.`,
    enterSecretItself: 'Enter the secret itself. "env:", "file:" and "secret:" work only in the configuration file.',
    secretProblem: (problem: string) => `The secret ${problem}.`,
    saved: (file: string) => `Saved in a file that only this user can read. ${file} refers to it.`,
    savedBesideFile: (file: string) =>
      `Saved in the data folder, the secret encrypted. ${file} stays as it is, because Skein cannot write to it.`,
    settingsSavedBesideFile: (file: string) =>
      `Saved in the data folder. ${file} stays as it is, because Skein cannot write to it.`,
    signedIn: 'Signed in.',
    signInIncomplete: 'The sign-in was not completed.',
    disconnected: 'Disconnected.',
    setElsewhere: 'This is set in the environment of Skein or in a part of the file that only a person should edit.',
    foreignLogin: (folder: string) =>
      `The sign-in is in ${folder}, a folder of your own. Sign out there, or remove brain.claude.config_dir.`,
    claudeNotInstalled: (why: string) => `Anthropic’s program could not be installed: ${why}`,
    installProblems: {
      noNpm: 'npm is not installed on this machine.',
      late: 'it took longer than half an hour.',
      noRegistry: (code: string) => `the npm registry cannot be reached (${code}).`,
      notInRegistry: (code: string) => `the npm registry does not offer it (${code}).`,
      diskFull: 'the disk is full.',
    },
    keyRefused: (server: string) => `${server} does not accept this key. Copy it again, or create a new one.`,
    keyWanted: (server: string) => `${server} wants a key.`,
    serverUnreachable: (server: string, why: string) =>
      `${server} does not answer (${why}). Check the address and whether it is running.`,

    claudeAnswers: (answer: string, usd: number) => `Claude answers: "${answer}" ($${usd.toFixed(4)}).`,
    savedButBroken: (why: string) => `Saved, but it does not work yet. ${why}`,
    stillDemo: 'Skein still uses the demo model. Set brain.default to "claude".',
    cliReady: (version: string) => `version ${version}, with a credential`,
    adminKey: 'This is an admin key, which cannot call models. Create an API key.',
    notThisCredential: {
      api_key:
        'This is not an Anthropic API key, which begins with sk-ant-api. Create one at console.anthropic.com under API keys.',
      oauth_token:
        'This is not a long-lived Anthropic token, which begins with sk-ant-oat. Create one with "claude setup-token".',
    },
    incompleteCredential: {
      api_key: 'The API key is incomplete or contains something else. Copy it again.',
      oauth_token: 'The token is incomplete or contains something else. Copy it again.',
    },

    callStopped: 'The call was cancelled before the model answered.',
    emptyAnswer: 'The model returned an empty answer.',
    modelReachable: (name: string, model: string) => `${name} is reachable and has the model ${model}.`,
    providerReady: (name: string, model: string) => `${name} is reachable, with the model ${model}`,
    modelAnswers: (answer: string, usd: number) => `It answers: "${answer}" ($${usd.toFixed(4)}).`,
    savedProvider: (name: string, file: string) => `Saved as [providers.${name}] in ${file}.`,
    savedProviderWithKey: (name: string, file: string) =>
      `Saved as [providers.${name}] in ${file}. The key is in a file that only this user can read.`,
    isDefaultModel: 'It is the default model now.',
    isOtherModel: (name: string) =>
      `Use /brain ${name} to choose it in a chat, or set brain.default to "${name}" to use it everywhere.`,
    chooseProvider: (names: string) => `Choose a provider: one of ${names}.`,
    noSuchProvider: (name: string) => `There is no [providers.${name}].`,
    apiAddressMissing: 'The address is missing, such as http://127.0.0.1:8000/v1.',
    apiKeyMissing: 'The API key is missing.',
    modelMissing: 'The model is missing.',
    providerName: 'The name can have lowercase letters, digits and hyphens, such as "local".',
    notHttp: (given: string) => `"${given}" is not an http or https address.`,

    notBotToken: 'That is not a bot token. @BotFather gives you one: digits, a colon, then letters and digits.',
    telegramProblem: (problem: string) => `Telegram: ${problem}.`,
    telegramPairing:
      'If you have no access yet, send the bot the code that "skein pair --owner" prints, in a private chat, after the restart.',
    noCodeArrived:
      'The bot is connected, but the code did not arrive within 15 minutes. Start again when you can write to the bot.',
    tooManyWaiting: (bot: string) =>
      `The bot is connected, but more than 100 messages wait for @${bot}, so the code cannot be read. Start Skein, and then send the bot the code that "skein pair --owner" prints.`,
    otherReader:
      'The bot is connected, but another program reads its messages. Stop that program, or get a new token from @BotFather.',
    telegramPaired: (name: string) => `The code came from ${name}. That account is yours now.`,
    telegramGreeting: (name: string) =>
      `Hello ${name}, this is Skein. This account is connected. As soon as I am running, I answer here.`,

    botUserMissing: 'The user ID of the bot is missing.',
    botPasswordMissing: 'The password of the bot’s account is missing.',
    talkSignedIn: (user: string, server: string, talk: string) =>
      `Signed in as ${user} at Nextcloud ${server}, Talk ${talk}.`,
    noRooms: 'It is in no room yet. Write to it, or add it to a room as you would add a person.',
    oldPasswordRevoked: 'The previous app password was revoked.',
    oldPasswordStays: (why: string, url: string) =>
      `The previous app password could not be revoked (${why}). Remove it at ${url} under Settings > Security > Devices & sessions.`,
    noSuchAccount: (user: string, url: string) =>
      `There is no account "${user}" at ${url}. Enter the user ID, not the display name. You find it under Settings > Personal info and in the address of the profile page.`,
    botIsOwner: (bot: string) =>
      `${bot} is the bot itself. Give the bot an account of its own, and enter your own user ID as the owner.`,
    nobodyOnTalk: 'Nobody has access yet. Add your user ID to talk.owner_ids, or use "skein pair --owner".',
    greeted: (owner: string) => `Sent a first message to ${owner}.`,
    notGreeted: (owner: string, why: string) => `Saved, but no message could be sent to ${owner} (${why}).`,
    notServer: 'That is not the address of a server. Copy it from your browser: https://cloud.example.org.',
    noCredentialsInAddress: 'Leave the user name and the password out of the address. They are asked for separately.',
    httpsOnly:
      'The address must begin with https, so that nobody can read the password. http works only for this machine.',
    passwordRefused: (url: string, user: string) =>
      `${url} does not let "${user}" in with this password. Try again with the right one, or create an app password under Settings > Security > Devices & sessions. Accounts with two-factor login need one.`,
    throttled: (url: string) =>
      `${url} blocks this machine for now, usually after wrong passwords. Wait half an hour before you try again, or ask an administrator to run "occ security:bruteforce:reset".`,
    talkNotInstalled: (url: string) =>
      `Talk is not installed at ${url}, or this account cannot use it. An administrator can add it under Apps > Talk.`,
    redirected: (url: string, target: string) =>
      `${url} redirects to ${target}. Enter that address if it is your server.`,
    noNextcloud: (url: string) =>
      `There is no Nextcloud at ${url}. Enter the address that your browser shows when you are signed in there.`,
    refused: (url: string, status: number, reason: string) =>
      `${url} refused the request (${status}): ${reason}. Its administrator can find out why.`,
    maintenance: (url: string) => `${url} is in maintenance mode. Try again when that is over.`,
    nobodySignedIn: 'Nobody signed in with the browser. Start again when you are ready.',
    untrustedCertificate: (host: string, code: string) =>
      `The certificate of ${host} cannot be trusted (${code}). Have it corrected, or set NODE_EXTRA_CA_CERTS to a file with the authority that signed it.`,
    noTls: (host: string, code: string) =>
      `${host} does not use TLS on this port (${code}). Check the address and the port.`,
    unknownHost: (host: string) =>
      `No server called ${host} was found. Check the address and the network of this machine.`,
    noUsableAnswer: (url: string, reason: string) =>
      `${url} gave no usable answer (${reason}). Check the address and whether the server is running, then try again.`,

    mailServers: (address: string, imap: string, smtp: string) =>
      `Mail servers of ${address}: ${imap} (IMAP) and ${smtp} (SMTP).`,
    mailPassword: (how: string) => `App password: ${how}.`,
    notMailbox: (address: string) => `${address} is not a mailbox that can be set up.`,
    mailSignedIn: (host: string, user: string, folders: number) =>
      `Signed in at ${host} as ${user}. The mailbox has ${folders} folders.`,
    testMailReceived: 'The test mail was sent and received.',
    sendersCheckedByServer: (server: string) =>
      `Your server checks senders as ${server}, and Skein trusts its results.`,
    sendersCheckedBySignature: 'Skein checks senders by the signatures of their mails.',
    nobodyOnMail: 'Nobody has access yet. Add your address to email.owner_addresses, or use "skein pair --owner".',
    mailAddressMissing: 'The address of the mailbox is missing, such as skein@example.org.',
    mailPasswordMissing: 'The password of the mailbox is missing.',
    bothServers: 'Enter both servers or neither.',
    unknownServers: (address: string) =>
      `The mail servers of ${address} are unknown. Enter both, such as imaps://imap.example.org and smtps://smtp.example.org.`,
  },
  de: {
    busy: 'Es wird gerade eine andere Verbindung eingerichtet. Warte, bis das fertig ist, oder brich es ab.',
    replaced: 'Diese Anmeldung wurde abgebrochen, weil eine andere Verbindung begonnen wurde.',
    nothingChanged: (why) => `${why} Es wurde nichts geändert.`,
    timedOut: 'Das hat zu lange gedauert und wurde abgebrochen.',
    broken: (code) => `Etwas ist schiefgegangen${code && ` (${code})`}.`,
    enterSecretItself:
      'Gib das Geheimnis selbst ein. „env:“, „file:“ und „secret:“ gelten nur in der Konfigurationsdatei.',
    secretProblem: (problem) => `Das Geheimnis ${problem}.`,
    saved: (file) => `In einer Datei gespeichert, die nur dieser Benutzer lesen kann. ${file} verweist darauf.`,
    savedBesideFile: (file) =>
      `Im Datenordner gespeichert, das Geheimnis verschlüsselt. ${file} bleibt unverändert, weil Skein die Datei nicht schreiben kann.`,
    settingsSavedBesideFile: (file) =>
      `Im Datenordner gespeichert. ${file} bleibt unverändert, weil Skein die Datei nicht schreiben kann.`,
    signedIn: 'Angemeldet.',
    signInIncomplete: 'Die Anmeldung wurde nicht abgeschlossen.',
    disconnected: 'Getrennt.',
    setElsewhere:
      'Das ist in der Umgebung von Skein gesetzt oder in einem Teil der Datei, den nur ein Mensch ändern sollte.',
    foreignLogin: (folder) =>
      `Die Anmeldung liegt in ${folder}, einem Ordner von dir. Melde dich dort ab, oder entferne brain.claude.config_dir.`,
    claudeNotInstalled: (why) => `Das Programm von Anthropic konnte nicht installiert werden: ${why}`,
    installProblems: {
      noNpm: 'npm ist auf diesem Rechner nicht installiert.',
      late: 'es dauerte länger als eine halbe Stunde.',
      noRegistry: (code) => `das npm-Verzeichnis ist nicht erreichbar (${code}).`,
      notInRegistry: (code) => `das npm-Verzeichnis bietet es nicht an (${code}).`,
      diskFull: 'die Festplatte ist voll.',
    },
    keyRefused: (server) =>
      `${server} nimmt diesen Schlüssel nicht an. Kopiere ihn noch einmal, oder erstelle einen neuen.`,
    keyWanted: (server) => `${server} verlangt einen Schlüssel.`,
    serverUnreachable: (server, why) =>
      `${server} antwortet nicht (${why}). Prüfe die Adresse und ob der Dienst läuft.`,

    claudeAnswers: (answer, usd) => `Claude antwortet: „${answer}“ (${germanUsd(usd)}).`,
    savedButBroken: (why) => `Gespeichert, aber es funktioniert noch nicht. ${why}`,
    stillDemo: 'Skein benutzt noch das Demo-Modell. Setze brain.default auf „claude“.',
    cliReady: (version) => `Version ${version}, mit Zugangsdaten`,
    adminKey: 'Das ist ein Admin-Schlüssel, der keine Modelle aufrufen kann. Erstelle einen API-Schlüssel.',
    notThisCredential: {
      api_key:
        'Das ist kein API-Schlüssel von Anthropic; der beginnt mit sk-ant-api. Unter console.anthropic.com > API keys kannst du einen erstellen.',
      oauth_token:
        'Das ist kein langlebiges Token von Anthropic; das beginnt mit sk-ant-oat. Mit „claude setup-token“ kannst du eines erstellen.',
    },
    incompleteCredential: {
      api_key: 'Der API-Schlüssel ist unvollständig oder enthält noch etwas anderes. Kopiere ihn noch einmal.',
      oauth_token: 'Das Token ist unvollständig oder enthält noch etwas anderes. Kopiere es noch einmal.',
    },

    callStopped: 'Der Aufruf wurde abgebrochen, bevor das Modell geantwortet hat.',
    emptyAnswer: 'Das Modell hat eine leere Antwort gegeben.',
    modelReachable: (name, model) => `${name} ist erreichbar und hat das Modell ${model}.`,
    providerReady: (name, model) => `${name} ist erreichbar, mit dem Modell ${model}`,
    modelAnswers: (answer, usd) => `Es antwortet: „${answer}“ (${germanUsd(usd)}).`,
    savedProvider: (name, file) => `Als [providers.${name}] in ${file} gespeichert.`,
    savedProviderWithKey: (name, file) =>
      `Als [providers.${name}] in ${file} gespeichert. Der Schlüssel liegt in einer Datei, die nur dieser Benutzer lesen kann.`,
    isDefaultModel: 'Es ist jetzt das Standardmodell.',
    isOtherModel: (name) =>
      `Mit /brain ${name} wählst du es in einem Chat. Um es überall zu verwenden, setze brain.default auf „${name}“.`,
    chooseProvider: (names) => `Wähle einen Anbieter: ${names}.`,
    noSuchProvider: (name) => `[providers.${name}] gibt es nicht.`,
    apiAddressMissing: 'Die Adresse fehlt, zum Beispiel http://127.0.0.1:8000/v1.',
    apiKeyMissing: 'Der API-Schlüssel fehlt.',
    modelMissing: 'Das Modell fehlt.',
    providerName: 'Der Name darf Kleinbuchstaben, Ziffern und Bindestriche haben, zum Beispiel „local“.',
    notHttp: (given) => `„${given}“ ist keine http- oder https-Adresse.`,

    notBotToken:
      'Das ist kein Bot-Token. Du bekommst es von @BotFather: Ziffern, ein Doppelpunkt, dann Buchstaben und Ziffern.',
    telegramProblem: (problem) => `Telegram: ${problem}.`,
    telegramPairing:
      'Wenn du noch keinen Zugang hast, schick dem Bot nach dem Neustart im privaten Chat den Code, den „skein pair --owner“ ausgibt.',
    noCodeArrived:
      'Der Bot ist verbunden, aber der Code kam nicht innerhalb von 15 Minuten an. Fang noch einmal an, wenn du dem Bot schreiben kannst.',
    tooManyWaiting: (bot) =>
      `Der Bot ist verbunden, aber für @${bot} warten mehr als 100 Nachrichten, deshalb lässt sich der Code nicht lesen. Starte Skein und schick dem Bot dann den Code, den „skein pair --owner“ ausgibt.`,
    otherReader:
      'Der Bot ist verbunden, aber ein anderes Programm liest seine Nachrichten. Beende es, oder hol dir ein neues Token bei @BotFather.',
    telegramPaired: (name) => `Der Code kam von ${name}. Dieses Konto gehört jetzt dir.`,
    telegramGreeting: (name) =>
      `Hallo ${name}, hier ist Skein. Dieses Konto ist verbunden. Sobald ich laufe, antworte ich hier.`,

    botUserMissing: 'Die Benutzer-ID des Bots fehlt.',
    botPasswordMissing: 'Das Passwort für das Konto des Bots fehlt.',
    talkSignedIn: (user, server, talk) => `Angemeldet als ${user} bei Nextcloud ${server}, Talk ${talk}.`,
    noRooms: 'Das Konto ist noch in keinem Raum. Schreib ihm, oder füge es wie eine Person zu einem Raum hinzu.',
    oldPasswordRevoked: 'Das bisherige App-Passwort wurde widerrufen.',
    oldPasswordStays: (why, url) =>
      `Das bisherige App-Passwort konnte nicht widerrufen werden (${why}). Entferne es bei ${url} unter Einstellungen > Sicherheit > Geräte & Sitzungen.`,
    noSuchAccount: (user, url) =>
      `Bei ${url} gibt es kein Konto „${user}“. Gib die Benutzer-ID ein, nicht den Anzeigenamen. Du findest sie unter Einstellungen > Persönliche Informationen und in der Adresse der Profilseite.`,
    botIsOwner: (bot) =>
      `${bot} ist der Bot selbst. Gib dem Bot ein eigenes Konto und trag deine eigene Benutzer-ID als Besitzer ein.`,
    nobodyOnTalk:
      'Noch niemand hat Zugang. Trag deine Benutzer-ID in talk.owner_ids ein, oder benutze „skein pair --owner“.',
    greeted: (owner) => `Eine erste Nachricht an ${owner} wurde gesendet.`,
    notGreeted: (owner, why) => `Gespeichert, aber an ${owner} konnte keine Nachricht gesendet werden (${why}).`,
    notServer: 'Das ist keine Serveradresse. Kopiere sie aus deinem Browser: https://cloud.example.org.',
    noCredentialsInAddress: 'Lass Benutzernamen und Passwort in der Adresse weg. Nach ihnen wird getrennt gefragt.',
    httpsOnly:
      'Die Adresse muss mit https beginnen, damit niemand das Passwort mitlesen kann. http geht nur für diesen Rechner.',
    passwordRefused: (url, user) =>
      `${url} lässt „${user}“ mit diesem Passwort nicht hinein. Versuch es noch einmal mit dem richtigen, oder erstelle unter Einstellungen > Sicherheit > Geräte & Sitzungen ein App-Passwort. Konten mit Zwei-Faktor-Anmeldung brauchen eines.`,
    throttled: (url) =>
      `${url} sperrt diesen Rechner vorübergehend, meist nach falschen Passwörtern. Warte vor dem nächsten Versuch eine halbe Stunde, oder bitte einen Administrator, „occ security:bruteforce:reset“ auszuführen.`,
    talkNotInstalled: (url) =>
      `Talk ist bei ${url} nicht installiert, oder dieses Konto darf es nicht benutzen. Ein Administrator kann es unter Apps > Talk hinzufügen.`,
    redirected: (url, target) => `${url} leitet zu ${target} weiter. Gib diese Adresse ein, wenn das dein Server ist.`,
    noNextcloud: (url) =>
      `Unter ${url} gibt es kein Nextcloud. Gib die Adresse ein, die dein Browser zeigt, wenn du dort angemeldet bist.`,
    refused: (url, status, reason) =>
      `${url} hat die Anfrage abgelehnt (${status}): ${reason}. Der Administrator kann herausfinden, warum.`,
    maintenance: (url) => `${url} ist im Wartungsmodus. Versuch es wieder, wenn er beendet ist.`,
    nobodySignedIn: 'Niemand hat sich im Browser angemeldet. Fang noch einmal an, wenn du so weit bist.',
    untrustedCertificate: (host, code) =>
      `Dem Zertifikat von ${host} kann nicht vertraut werden (${code}). Lass es in Ordnung bringen, oder setze NODE_EXTRA_CA_CERTS auf eine Datei mit der Stelle, die es signiert hat.`,
    noTls: (host, code) => `${host} verwendet auf diesem Port kein TLS (${code}). Prüfe die Adresse und den Port.`,
    unknownHost: (host) =>
      `Ein Server namens ${host} wurde nicht gefunden. Prüfe die Adresse und das Netz dieses Rechners.`,
    noUsableAnswer: (url, reason) =>
      `${url} hat keine brauchbare Antwort gegeben (${reason}). Prüfe die Adresse und ob der Server läuft, und versuch es dann noch einmal.`,

    mailServers: (address, imap, smtp) => `Mailserver von ${address}: ${imap} (IMAP) und ${smtp} (SMTP).`,
    mailPassword: (how) => `App-Passwort: ${how}.`,
    notMailbox: (address) => `${address} ist kein Postfach, das sich einrichten lässt.`,
    mailSignedIn: (host, user, folders) => `Bei ${host} als ${user} angemeldet. Das Postfach hat ${folders} Ordner.`,
    testMailReceived: 'Die Testmail wurde gesendet und ist angekommen.',
    sendersCheckedByServer: (server) =>
      `Dein Server prüft Absender als ${server}, und Skein vertraut seinen Ergebnissen.`,
    sendersCheckedBySignature: 'Skein prüft Absender anhand der Signaturen ihrer Mails.',
    nobodyOnMail:
      'Noch niemand hat Zugang. Trag deine Adresse in email.owner_addresses ein, oder benutze „skein pair --owner“.',
    mailAddressMissing: 'Die Adresse des Postfachs fehlt, zum Beispiel skein@example.org.',
    mailPasswordMissing: 'Das Passwort des Postfachs fehlt.',
    bothServers: 'Gib beide Server an oder keinen.',
    unknownServers: (address) =>
      `Die Mailserver von ${address} sind nicht bekannt. Gib beide an, zum Beispiel imaps://imap.example.org und smtps://smtp.example.org.`,
  },
})

function germanUsd(usd: number): string {
  return `${usd.toFixed(4).replace('.', ',')} $`
}
