import { inLanguages } from '../../../../messages/languages.ts'
import type { ModelWay } from '../../wire/connect-fields.ts'
import type { ConnectionName, SignInName } from '../../wire/settings-wire.ts'

export interface ConnectWords {
  names: Record<ConnectionName, string>
  about: Record<ConnectionName, string>
  /** How Claude authenticates. */
  credentials: Record<string, string>
  notConnected: string
  connected(as: string | undefined): string
  waiting(as: string | undefined): string
  asking: string
  inTrouble(why: string): string
  connect: string
  change: string
  disconnect: string
  disconnectNow(what: string): string
  /** The ways to connect a model. */
  ways: Record<ModelWay, string>
  aboutWays: Record<ModelWay, string>
  ollamaFound(models: number): string
  connectModel: string
  anotherModel: string
  aboutInstall: string
  install: string
  installing(bytes: number): string
  /** In the field of a key that is saved. */
  keptKey: string
  more: string
  showModels: string
  model(count: number): string
  chooseModel: string
  findModel: string
  startChatting: string
  submit: string
  cancel: string
  checking: string
  /** Labels by field. */
  labels: Record<string, string>
  optional(label: string): string
  such(answer: string): string
  services: Record<string, string>
  checks: Record<string, string>
  cost: string
  signIn: string
  /** The alternative to signing in. */
  orWith: Partial<Record<SignInName, string>>
  signInHow: Record<SignInName, string>
  /** Before the words for the bot. */
  orSend: string
  askingForPage: string
  open(host: string): string
  waitingForYou: string
  code: string
  brokenOff: string
}

export const connectWords = inLanguages<ConnectWords>({
  en: {
    names: {
      claude: 'Claude',
      provider: 'Another model',
      telegram: 'Telegram',
      talk: 'Nextcloud Talk',
      email: 'Email',
    },
    about: {
      claude: 'Sign in with your Claude account, or enter a key.',
      provider: 'Any model from Anthropic, OpenRouter, an OpenAI-compatible server or Ollama.',
      telegram: 'Send /newbot to @BotFather on Telegram and copy the token you get.',
      talk: 'A normal account of your Nextcloud, created for the bot.',
      email: 'A separate mailbox for the bot. Most providers require an app password.',
    },
    credentials: { api_key: 'an API key', oauth_token: 'a long-lived token', login: 'a login of the CLI' },
    notConnected: 'Not connected',
    connected: (as) => (as ? `Connected: ${as}` : 'Connected'),
    waiting: (as) => (as ? `Saved: ${as}. Restart to use it.` : 'Changed in the file. Restart to apply.'),
    asking: 'checking…',
    inTrouble: (why) => `Problem: ${why}`,
    connect: 'Connect',
    change: 'Change',
    disconnect: 'Disconnect',
    disconnectNow: (what) => `Disconnect ${what} now`,
    ways: {
      anthropic: 'Anthropic key',
      openrouter: 'OpenRouter key',
      ollama: 'Ollama',
      claude: 'Sign in with Claude',
      'openai-compatible': 'Another server',
    },
    aboutWays: {
      anthropic: 'Claude, paid by use. Create a key at console.anthropic.com.',
      openrouter: 'Many models with one key, paid by use. Create it at openrouter.ai.',
      ollama: 'Models on a machine of your own, without a key. None is running on this machine.',
      claude: 'With your Claude subscription.',
      'openai-compatible': 'LM Studio, vLLM, llama.cpp or another server with OpenAI’s interface.',
    },
    ollamaFound: (models) =>
      models === 0
        ? 'It runs on this machine, but has no models yet. Load one with Ollama first.'
        : `It runs on this machine with ${models === 1 ? '1 model' : `${models} models`}. No key is needed.`,
    connectModel: 'Connect a model',
    anotherModel: 'Connect another model',
    aboutInstall:
      'This needs “claude”, a program by Anthropic that is not on this machine yet. Skein can download it into its data folder (up to 400 MB). Nothing else on this machine changes.',
    install: 'Install and sign in',
    installing: (bytes) => `Installing, ${Math.round(bytes / 1_000_000)} MB so far…`,
    keptKey: 'The saved key stays if this is empty',
    more: 'More settings',
    showModels: 'Continue',
    model: (count) => (count === 1 ? 'Model (1 offered)' : `Model (${count} offered)`),
    chooseModel: 'Choose a model',
    findModel: 'Find a model',
    startChatting: 'Start a chat',
    submit: 'Check and connect',
    cancel: 'Cancel',
    checking: 'Checking. This can take a minute…',
    labels: {
      'claude.secret': 'API key or token',
      'provider.kind': 'Provider',
      'provider.url': 'Address',
      'provider.model': 'Model name',
      'provider.secret': 'API key',
      'provider.name': 'Name in Skein',
      'telegram.secret': 'Bot token',
      'talk.url': 'Nextcloud address',
      'talk.user': 'User ID of the bot',
      'talk.secret': 'Password or app password of the bot',
      'talk.owner': 'Your own user ID, so that Skein answers you',
      'email.address': 'Email address of the bot',
      'email.secret': 'Password or app password',
      'email.owner': 'Your own email address, so that Skein answers you',
      'email.user': 'User name, if it is not the address',
      'email.imap': 'IMAP server, if it is not found automatically',
      'email.smtp': 'SMTP server, if it is not found automatically',
    },
    optional: (label) => `${label} (optional)`,
    such: (answer) => `e.g. ${answer}`,
    services: {
      anthropic: 'Anthropic',
      openrouter: 'OpenRouter',
      'openai-compatible': 'OpenAI-compatible',
      ollama: 'Ollama',
    },
    checks: {
      'provider.default': 'Use it as the default model',
      'email.trial': 'Send a test email to itself',
    },
    cost: 'This makes one small call to the model, which costs less than a cent.',
    signIn: 'Sign in with the browser',
    orWith: {
      claude: 'Or use an API key from console.anthropic.com, or the long-lived token that "claude setup-token" prints:',
      talk: 'Or use its password, which is exchanged for an app password:',
    },
    signInHow: {
      claude: 'Sign in with the Claude account that should answer. At the end the page shows a code. Enter it here.',
      telegram:
        'The token works. Now show which account is yours: open the bot where you use Telegram, and press Start there. Everybody else stays out.',
      talk: 'Sign in as the bot, not as yourself, and grant access. If this browser is already signed in as you, open the address in a private window.',
    },
    orSend: 'Or send the bot this message in a private chat:',
    askingForPage: 'Checking…',
    open: (host) => `Open ${host}`,
    waitingForYou: 'Waiting for you…',
    code: 'Code from the page',
    brokenOff: 'The sign-in was interrupted. Start again.',
  },
  de: {
    names: {
      claude: 'Claude',
      provider: 'Ein anderes Modell',
      telegram: 'Telegram',
      talk: 'Nextcloud Talk',
      email: 'E-Mail',
    },
    about: {
      claude: 'Melde dich mit deinem Claude-Konto an, oder gib einen Schlüssel ein.',
      provider: 'Jedes Modell von Anthropic, OpenRouter, einem OpenAI-kompatiblen Server oder Ollama.',
      telegram: 'Sende auf Telegram /newbot an @BotFather und kopiere das Token, das du bekommst.',
      talk: 'Ein normales Konto deiner Nextcloud, das du für den Bot anlegst.',
      email: 'Ein eigenes Postfach für den Bot. Die meisten Anbieter verlangen ein App-Passwort.',
    },
    credentials: {
      api_key: 'ein API-Schlüssel',
      oauth_token: 'ein langlebiges Token',
      login: 'eine Anmeldung der CLI',
    },
    notConnected: 'Nicht verbunden',
    connected: (as) => (as ? `Verbunden: ${as}` : 'Verbunden'),
    waiting: (as) =>
      as ? `Gespeichert: ${as}. Nach einem Neustart aktiv.` : 'In der Datei geändert. Nach einem Neustart aktiv.',
    asking: 'wird geprüft…',
    inTrouble: (why) => `Problem: ${why}`,
    connect: 'Verbinden',
    change: 'Ändern',
    disconnect: 'Trennen',
    disconnectNow: (what) => `${what} jetzt trennen`,
    ways: {
      anthropic: 'Schlüssel von Anthropic',
      openrouter: 'Schlüssel von OpenRouter',
      ollama: 'Ollama',
      claude: 'Mit Claude anmelden',
      'openai-compatible': 'Ein anderer Server',
    },
    aboutWays: {
      anthropic: 'Claude, nach Verbrauch bezahlt. Erstelle einen Schlüssel auf console.anthropic.com.',
      openrouter: 'Viele Modelle mit einem Schlüssel, nach Verbrauch bezahlt. Erstelle ihn auf openrouter.ai.',
      ollama: 'Modelle auf einem eigenen Rechner, ohne Schlüssel. Auf diesem Rechner läuft keines.',
      claude: 'Mit deinem Claude-Abo.',
      'openai-compatible': 'LM Studio, vLLM, llama.cpp oder ein anderer Server mit der Schnittstelle von OpenAI.',
    },
    ollamaFound: (models) =>
      models === 0
        ? 'Es läuft auf diesem Rechner, hat aber noch keine Modelle. Lade zuerst eines mit Ollama.'
        : `Es läuft auf diesem Rechner mit ${models === 1 ? '1 Modell' : `${models} Modellen`}. Ein Schlüssel ist nicht nötig.`,
    connectModel: 'Ein Modell verbinden',
    anotherModel: 'Noch ein Modell verbinden',
    aboutInstall:
      'Dafür braucht es „claude“, ein Programm von Anthropic, das auf diesem Rechner noch fehlt. Skein kann es in seinen Datenordner herunterladen (bis zu 400 MB). Sonst ändert sich auf diesem Rechner nichts.',
    install: 'Installieren und anmelden',
    installing: (bytes) => `Wird installiert, bisher ${Math.round(bytes / 1_000_000)} MB…`,
    keptKey: 'Bleibt das Feld leer, gilt der gespeicherte Schlüssel weiter',
    more: 'Weitere Einstellungen',
    showModels: 'Weiter',
    model: (count) => (count === 1 ? 'Modell (1 angeboten)' : `Modell (${count} angeboten)`),
    chooseModel: 'Wähle ein Modell',
    findModel: 'Modell suchen',
    startChatting: 'Einen Chat beginnen',
    submit: 'Prüfen und verbinden',
    cancel: 'Abbrechen',
    checking: 'Wird geprüft. Das kann eine Minute dauern…',
    labels: {
      'claude.secret': 'API-Schlüssel oder Token',
      'provider.kind': 'Anbieter',
      'provider.url': 'Adresse',
      'provider.model': 'Name des Modells',
      'provider.secret': 'API-Schlüssel',
      'provider.name': 'Name in Skein',
      'telegram.secret': 'Bot-Token',
      'talk.url': 'Adresse der Nextcloud',
      'talk.user': 'Benutzer-ID des Bots',
      'talk.secret': 'Passwort oder App-Passwort des Bots',
      'talk.owner': 'Deine eigene Benutzer-ID, damit Skein dir antwortet',
      'email.address': 'E-Mail-Adresse des Bots',
      'email.secret': 'Passwort oder App-Passwort',
      'email.owner': 'Deine eigene E-Mail-Adresse, damit Skein dir antwortet',
      'email.user': 'Benutzername, falls er nicht die Adresse ist',
      'email.imap': 'IMAP-Server, falls er nicht automatisch gefunden wird',
      'email.smtp': 'SMTP-Server, falls er nicht automatisch gefunden wird',
    },
    optional: (label) => `${label} (optional)`,
    such: (answer) => `z. B. ${answer}`,
    services: {
      anthropic: 'Anthropic',
      openrouter: 'OpenRouter',
      'openai-compatible': 'OpenAI-kompatibel',
      ollama: 'Ollama',
    },
    checks: {
      'provider.default': 'Als Standardmodell verwenden',
      'email.trial': 'Eine Test-E-Mail an sich selbst senden',
    },
    cost: 'Dabei wird das Modell einmal kurz aufgerufen, was weniger als einen Cent kostet.',
    signIn: 'Mit dem Browser anmelden',
    orWith: {
      claude:
        'Oder verwende einen API-Schlüssel von console.anthropic.com oder das langlebige Token, das "claude setup-token" ausgibt:',
      talk: 'Oder verwende sein Passwort, das gegen ein App-Passwort getauscht wird:',
    },
    signInHow: {
      claude:
        'Melde dich mit dem Claude-Konto an, das antworten soll. Am Ende zeigt die Seite einen Code. Gib ihn hier ein.',
      telegram:
        'Das Token funktioniert. Zeig nun, welches Konto deines ist: Öffne den Bot dort, wo du Telegram benutzt, und drück auf „Starten“. Alle anderen bleiben draußen.',
      talk: 'Melde dich als der Bot an, nicht als du selbst, und gewähre den Zugriff. Bist du in diesem Browser schon selbst angemeldet, öffne die Adresse in einem privaten Fenster.',
    },
    orSend: 'Oder schick dem Bot im privaten Chat diese Nachricht:',
    askingForPage: 'Wird geprüft…',
    open: (host) => `${host} öffnen`,
    waitingForYou: 'Wartet auf dich…',
    code: 'Code von der Seite',
    brokenOff: 'Die Anmeldung wurde unterbrochen. Beginne von vorn.',
  },
})
