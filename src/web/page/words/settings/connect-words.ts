import { inLanguages } from '../../../../messages/languages.ts'
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
      claude: 'Sign in with your Claude account or enter a key. The claude CLI must be installed on this machine.',
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
      claude:
        'Melde dich mit deinem Claude-Konto an oder gib einen Schlüssel ein. Die claude-CLI muss auf diesem Rechner installiert sein.',
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
