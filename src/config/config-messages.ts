import { localized } from '../messages/localized.ts'

/** Problems of the configuration. They have no full stop at the end, because the key or the file comes before them. */
export const configMessages = localized({
  en: {
    inFile: (file: string, problem: string) => `${file}: ${problem}`,
    inLine: (file: string, line: number, problem: string) => `${file} line ${line}: ${problem}`,
    mustBe: (key: string, expected: string) => `${key} must be ${expected}`,
    mustBeNot: (key: string, expected: string, value: string) => `${key} must be ${expected}, not ${value}`,
    mustBeGiven: (key: string, expected: string) => `${key} must be ${expected}, but it is missing`,
    kinds: {
      list: 'a list',
      table: 'a table',
      date: 'a date',
      string: 'a text',
      number: 'a number',
      boolean: 'true or false',
    },
    unknownKey: (key: string) => `unknown key ${key}; "skein config --help" lists all`,
    unknownKeyNear: (key: string, near: string) => `unknown key ${key}; did you mean ${near}?`,
    noSuchKey: (key: string) => `There is no key ${key}.`,
    noSuchKeyNear: (key: string, near: string) => `There is no key ${key}; did you mean ${near}?`,
    notWhileRunning: (key: string) =>
      `${key} cannot be changed while running. Set it on the page under Settings or in config.toml, then restart.`,
    problemOf: (key: string, problem: string) => `${key} ${problem}`,
    sentence: (problem: string) => `${problem}.`,

    noSuchTable: (table: string) => `There is no table ${table}.`,
    noSuchEntry: (entry: string) => `There is no ${entry}.`,
    noKeyInTable: (key: string, table: string) => `There is no key ${key} in ${table}.`,
    emptyEntry: (entry: string) => `Fill in at least one field of ${entry}.`,
    nameTaken: (name: string) => `There is already a "${name}".`,
    badName: 'A name can have letters, digits, spaces, dots and hyphens, up to 60 characters.',
    needsPassword: (key: string) => `Enter all of ${key}, including its password.`,
    enterItself: (key: string) =>
      `Enter ${key} itself, or "secret:NAME". "env:" and "file:" work only in the configuration file.`,
    settingsUnreadable: (file: string) =>
      `The settings made on the page cannot be read: ${file} is damaged or not readable.`,

    secretEmpty: 'is empty',
    secretHasBreak: 'holds a line break or another control character',
    noVariable: (name: string) => `is env:${name}, but the environment has no ${name}`,
    emptyVariable: (name: string) => `is env:${name}, but ${name} is empty`,
    notPlainFile: (path: string) => `is file:${path}, which is not a plain file`,
    secretTooLarge: (path: string) => `is file:${path}, which is over 64 KB and so cannot be a secret`,
    emptyFile: (path: string) => `is file:${path}, but that file is empty`,
    unreadableFile: (path: string, code: string) => `is file:${path}, which cannot be read (${code})`,
    noStored: (name: string) => `is secret:${name}, but there is no such secret; "skein secret set ${name}" makes it`,
    noStoredNear: (name: string, near: string) =>
      `is secret:${name}, but there is no such secret; did you mean ${near}?`,
    emptyStored: (name: string) => `is secret:${name}, but that secret is empty`,
    storedUnreadable: (name: string, why: string) => `is secret:${name}, but ${why}`,
    storeDamaged: (file: string) =>
      `${file} is damaged; move it away and set the secrets again with "skein secret set"`,
    storeKeyMissing: (file: string) =>
      `${file} was encrypted with a key that cannot be read here; if the service holds the key, start it; if the key is lost, move the file away and set the secrets again with "skein secret set"`,
    storeUnreadable: (file: string, code: string) => `${file} cannot be read (${code})`,
    noKeyInFile: (file: string) => `${file} holds no key that this user can read. Move it away, then try again.`,
    storeBusy: 'Another command is changing the secrets. Try again in a moment.',
    badSecretName: 'A name can have letters, digits, dots, hyphens and underscores, up to 64 characters.',

    bindNeedsUrl: (bind: string) => `web.bind = "${bind}" needs web.public_url, the address that browsers open`,
    bindIsPublic:
      'web.bind is a public internet address; that needs a proxy with TLS, and its address in web.public_url',
    urlHasPath: (origin: string) => `web.public_url must be an address without a path, such as "${origin}"`,
    urlNeedsHttps: 'web.public_url must begin with https; otherwise others on the network could read along and sign in',
    localServer: 'telegram.local_server needs telegram.api_root on this machine, such as "http://127.0.0.1:8081"',
    shortWebhookSecret: (min: number) =>
      `talk.webhook.secret must have at least ${min} characters, as "occ talk:bot:install" requires`,
    shortMetricsToken: (min: number) => `metrics.token must have at least ${min} characters`,
    talkKeyMissing: (key: string) => `talk.${key} is missing; url, user and password belong together`,
    talkNeedsHttps: 'talk.url must begin with https; otherwise others on the network could read the password',
    atMost: (key: string, limit: string) => `${key} must be at most ${limit}`,
    vectorsNeed: (key: string) => `recall.vectors = "endpoint" needs ${key} too`,
    notFolder: (key: string) => `${key} is not a folder`,

    mailAddressMissing: (key: string) => `${key} is missing; it is the address of the mailbox`,
    passwordAndOauth: (key: string, oauth: string) => `${key} and ${oauth} exclude each other`,
    mailPasswordMissing: (key: string, oauth: string) => `${key} is missing; the mailbox needs it, or ${oauth}`,
    missing: (key: string) => `${key} is missing`,
    tokenNeedsHttps: (key: string) =>
      `${key} must begin with https; otherwise others on the network could read the secrets`,
    hostOnly: (key: string) => `${key} must name a host and, if needed, a port, and nothing else`,
    duplicateMailbox: (key: string, other: string) => `${key} is the address of ${other}; each mailbox is read once`,
    ownMailbox: (key: string, address: string) =>
      `${key} has ${address}, which is Skein's own mailbox; Skein needs a mailbox to itself`,

    unknownModel: (key: string, name: string, known: string) =>
      `${key} names "${name}", which is not one of ${known}; a provider is a table [providers.NAME]`,
    noSuchProvider: (key: string, name: string) => `${key} names "${name}", but there is no [providers.${name}]`,
    reservedName: (name: string) => `a provider cannot be called "${name}", which means something else`,
    providerName: (name: string) =>
      `the name of a provider can have lowercase letters, digits and hyphens, such as [providers.openrouter], not "${name}"`,
    needs: (table: string, key: string, example: string) => `${table} needs ${key}, such as ${example}`,
    answeringModel: 'the name of the model that answers',
    mcpName: (name: string) => `the name of an MCP server can have letters, digits and hyphens, not "${name}"`,
    commandOrUrl: (table: string) => `${table} needs command or url, one of them`,

    noBlocks: (name: string) => `the briefing "${name}" has no blocks; add a [[briefings.blocks]]`,
    noChecks: 'heartbeat.enabled needs at least one [[heartbeat.checks]]',
    oneTime: (name: string, given: string) =>
      `"${name}" needs exactly one of cron, every_minutes and at, but has ${given}`,
    noTime: (name: string) => `"${name}" needs exactly one of cron, every_minutes and at, but has none of them`,
    duplicateName: (list: string, name: string) =>
      `two of the ${list} are called "${name}"; each needs a name of its own`,
    block: (source: string, problem: string) => `a block of source "${source}" ${problem}`,
    feedAddress: 'needs url or secret_url, one of them',
    calendarAddress: 'needs url, secret_url or file, one of them',
    mailboxName: 'needs mailbox, the name of a [mailboxes.NAME]',
    unknownMailbox: (name: string) => `names the mailbox "${name}", which does not exist`,
    blockCommand: 'needs command, a program and its arguments',

    fileNotPlain: (file: string) => `${file} is not a plain file; name the TOML file itself`,
    fileTooLarge: (file: string) => `${file} is over 1 MB, which is too large for a configuration file`,
    fileMissing: (file: string) => `${file} does not exist; create it, or name no file to use the defaults`,
    fileUnreadable: (file: string, code: string) => `${file} cannot be read (${code})`,
    fileNotUtf8: (file: string) => `${file} is not UTF-8 text; save it as UTF-8`,
    notToml: (file: string, line: number, column: number, problem: string) =>
      `${file} line ${line} column ${column}: not valid TOML: ${problem}`,
    fileUnwritable: (file: string, code: string) => `${file} cannot be written (${code})`,
    cannotEdit: (table: string, file: string, line: string) =>
      `[${table}] in ${file} is written in a way that I cannot edit safely. Open the file and change it by hand: ${line}.`,
  },
  de: {
    inFile: (file, problem) => `${file}: ${problem}`,
    inLine: (file, line, problem) => `${file}, Zeile ${line}: ${problem}`,
    mustBe: (key, expected) => `${key} muss ${expected} sein`,
    mustBeNot: (key, expected, value) => `${key} muss ${expected} sein, nicht ${value}`,
    mustBeGiven: (key, expected) => `${key} muss ${expected} sein, fehlt aber`,
    kinds: {
      list: 'eine Liste',
      table: 'eine Tabelle',
      date: 'ein Datum',
      string: 'ein Text',
      number: 'eine Zahl',
      boolean: 'true oder false',
    },
    unknownKey: (key) => `unbekannter Schlüssel ${key}; „skein config --help“ zeigt alle`,
    unknownKeyNear: (key, near) => `unbekannter Schlüssel ${key}; meintest du ${near}?`,
    noSuchKey: (key) => `Den Schlüssel ${key} gibt es nicht.`,
    noSuchKeyNear: (key, near) => `Den Schlüssel ${key} gibt es nicht. Meintest du ${near}?`,
    notWhileRunning: (key) =>
      `${key} lässt sich nicht ändern, während Skein läuft. Setze es auf der Seite unter Einstellungen oder in config.toml und starte dann neu.`,
    problemOf: (key, problem) => `${key} ${problem}`,
    sentence: (problem) => `${problem}.`,

    noSuchTable: (table) => `Die Tabelle ${table} gibt es nicht.`,
    noSuchEntry: (entry) => `${entry} gibt es nicht.`,
    noKeyInTable: (key, table) => `Den Schlüssel ${key} gibt es in ${table} nicht.`,
    emptyEntry: (entry) => `Füll mindestens ein Feld von ${entry} aus.`,
    nameTaken: (name) => `„${name}“ gibt es schon.`,
    badName: 'Ein Name kann Buchstaben, Ziffern, Leerzeichen, Punkte und Bindestriche haben, bis zu 60 Zeichen.',
    needsPassword: (key) => `Gib ${key} vollständig ein, mit dem Passwort.`,
    enterItself: (key) =>
      `Gib ${key} selbst ein, oder „secret:NAME“. „env:“ und „file:“ gelten nur in der Konfigurationsdatei.`,
    settingsUnreadable: (file) =>
      `Die Einstellungen von der Seite lassen sich nicht lesen: ${file} ist beschädigt oder nicht lesbar.`,

    secretEmpty: 'ist leer',
    secretHasBreak: 'enthält einen Zeilenumbruch oder ein anderes Steuerzeichen',
    noVariable: (name) => `ist env:${name}, aber die Umgebungsvariable ${name} gibt es nicht`,
    emptyVariable: (name) => `ist env:${name}, aber ${name} ist leer`,
    notPlainFile: (path) => `ist file:${path}, aber das ist keine gewöhnliche Datei`,
    secretTooLarge: (path) => `ist file:${path}, aber die Datei ist größer als 64 KB und kann kein Geheimnis sein`,
    emptyFile: (path) => `ist file:${path}, aber diese Datei ist leer`,
    unreadableFile: (path, code) => `ist file:${path}, aber die Datei lässt sich nicht lesen (${code})`,
    noStored: (name) =>
      `ist secret:${name}, aber dieses Geheimnis gibt es nicht; „skein secret set ${name}“ legt es an`,
    noStoredNear: (name, near) => `ist secret:${name}, aber dieses Geheimnis gibt es nicht; meintest du ${near}?`,
    emptyStored: (name) => `ist secret:${name}, aber dieses Geheimnis ist leer`,
    storedUnreadable: (name, why) => `ist secret:${name}, aber ${why}`,
    storeDamaged: (file) =>
      `${file} ist beschädigt; verschieb die Datei und setze die Geheimnisse neu mit „skein secret set“`,
    storeKeyMissing: (file) =>
      `${file} wurde mit einem Schlüssel verschlüsselt, der hier nicht zu lesen ist; wenn der Dienst den Schlüssel hat, starte ihn; wenn der Schlüssel verloren ist, verschieb die Datei und setze die Geheimnisse neu mit „skein secret set“`,
    storeUnreadable: (file, code) => `${file} lässt sich nicht lesen (${code})`,
    noKeyInFile: (file) =>
      `${file} enthält keinen Schlüssel, den dieser Benutzer lesen kann. Verschieb die Datei und versuch es noch einmal.`,
    storeBusy: 'Ein anderer Befehl ändert gerade die Geheimnisse. Versuch es gleich noch einmal.',
    badSecretName: 'Ein Name kann Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche haben, bis zu 64 Zeichen.',

    bindNeedsUrl: (bind) => `web.bind = "${bind}" braucht web.public_url, die Adresse, die Browser öffnen`,
    bindIsPublic:
      'web.bind ist eine öffentliche Internetadresse; das braucht einen Proxy mit TLS und dessen Adresse in web.public_url',
    urlHasPath: (origin) => `web.public_url muss eine Adresse ohne Pfad sein, zum Beispiel "${origin}"`,
    urlNeedsHttps: 'web.public_url muss mit https beginnen; sonst könnten andere im Netz mitlesen und sich anmelden',
    localServer:
      'telegram.local_server braucht telegram.api_root auf diesem Rechner, zum Beispiel "http://127.0.0.1:8081"',
    shortWebhookSecret: (min) =>
      `talk.webhook.secret muss mindestens ${min} Zeichen haben, wie „occ talk:bot:install“ es verlangt`,
    shortMetricsToken: (min) => `metrics.token muss mindestens ${min} Zeichen haben`,
    talkKeyMissing: (key) => `talk.${key} fehlt; url, user und password gehören zusammen`,
    talkNeedsHttps: 'talk.url muss mit https beginnen; sonst könnten andere im Netz das Passwort mitlesen',
    atMost: (key, limit) => `${key} darf höchstens so groß wie ${limit} sein`,
    vectorsNeed: (key) => `recall.vectors = "endpoint" braucht auch ${key}`,
    notFolder: (key) => `${key} ist kein Ordner`,

    mailAddressMissing: (key) => `${key} fehlt; das ist die Adresse des Postfachs`,
    passwordAndOauth: (key, oauth) => `${key} und ${oauth} schließen sich aus`,
    mailPasswordMissing: (key, oauth) => `${key} fehlt; das Postfach braucht es, oder ${oauth}`,
    missing: (key) => `${key} fehlt`,
    tokenNeedsHttps: (key) => `${key} muss mit https beginnen; sonst könnten andere im Netz die Geheimnisse mitlesen`,
    hostOnly: (key) => `${key} darf nur einen Host und, wenn nötig, einen Port nennen`,
    duplicateMailbox: (key, other) => `${key} ist die Adresse von ${other}; jedes Postfach wird einmal gelesen`,
    ownMailbox: (key, address) =>
      `${key} enthält ${address}, das Postfach von Skein selbst; Skein braucht eines für sich allein`,

    unknownModel: (key, name, known) =>
      `${key} nennt "${name}", aber das ist keines von ${known}; ein Anbieter ist eine Tabelle [providers.NAME]`,
    noSuchProvider: (key, name) => `${key} nennt "${name}", aber [providers.${name}] gibt es nicht`,
    reservedName: (name) => `ein Anbieter kann nicht "${name}" heißen, denn das hat eine andere Bedeutung`,
    providerName: (name) =>
      `der Name eines Anbieters kann Kleinbuchstaben, Ziffern und Bindestriche haben, zum Beispiel [providers.openrouter], nicht "${name}"`,
    needs: (table, key, example) => `${table} braucht ${key}, zum Beispiel ${example}`,
    answeringModel: 'den Namen des Modells, das antwortet',
    mcpName: (name) => `der Name eines MCP-Servers kann Buchstaben, Ziffern und Bindestriche haben, nicht "${name}"`,
    commandOrUrl: (table) => `${table} braucht entweder command oder url`,

    noBlocks: (name) => `das Briefing "${name}" hat keine Blöcke; füge [[briefings.blocks]] hinzu`,
    noChecks: 'heartbeat.enabled braucht mindestens ein [[heartbeat.checks]]',
    oneTime: (name, given) => `"${name}" braucht genau eines von cron, every_minutes und at, hat aber ${given}`,
    noTime: (name) => `"${name}" braucht genau eines von cron, every_minutes und at, hat aber keines davon`,
    duplicateName: (list, name) => `zweimal heißt etwas in ${list} "${name}"; jeder Name darf nur einmal vorkommen`,
    block: (source, problem) => `ein Block mit der Quelle "${source}" ${problem}`,
    feedAddress: 'braucht entweder url oder secret_url',
    calendarAddress: 'braucht genau eines von url, secret_url und file',
    mailboxName: 'braucht mailbox, den Namen eines [mailboxes.NAME]',
    unknownMailbox: (name) => `nennt das Postfach "${name}", das es nicht gibt`,
    blockCommand: 'braucht command, ein Programm mit seinen Argumenten',

    fileNotPlain: (file) => `${file} ist keine gewöhnliche Datei; nenne die TOML-Datei selbst`,
    fileTooLarge: (file) => `${file} ist größer als 1 MB, zu groß für eine Konfigurationsdatei`,
    fileMissing: (file) => `${file} gibt es nicht; lege die Datei an, oder nenne keine, dann gelten die Standardwerte`,
    fileUnreadable: (file, code) => `${file} lässt sich nicht lesen (${code})`,
    fileNotUtf8: (file) => `${file} ist kein UTF-8-Text; speichere die Datei als UTF-8`,
    notToml: (file, line, column, problem) =>
      `${file}, Zeile ${line}, Spalte ${column}: kein gültiges TOML: ${problem}`,
    fileUnwritable: (file, code) => `${file} lässt sich nicht schreiben (${code})`,
    cannotEdit: (table, file, line) =>
      `[${table}] in ${file} ist so geschrieben, dass ich es nicht sicher bearbeiten kann. Öffne die Datei und ändere es von Hand: ${line}.`,
  },
})
