import type { ConnectionName, SignInName } from '../../wire/connect-wire.ts'
import { inLanguages } from '../language.ts'

export interface ConnectWords {
  title: string
  elsewhere: string
  names: Record<ConnectionName, string>
  about: Record<ConnectionName, string>
  /** How Claude is let in. */
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
  /** What is in the way, by the field. */
  labels: Record<string, string>
  optional(label: string): string
  such(answer: string): string
  services: Record<string, string>
  checks: Record<string, string>
  cost: string
  signIn: string
  /** What else lets it in. */
  orWith: Record<SignInName, string>
  signInHow: Record<SignInName, string>
  askingForPage: string
  open(host: string): string
  waitingForYou: string
  code: string
  brokenOff: string
}

export const connectWords = inLanguages<ConnectWords>({
  en: {
    title: 'Connections',
    elsewhere: 'They can be changed only on the machine itself, at the address "skein link" prints.',
    names: { claude: 'Claude', provider: 'Another model', telegram: 'Telegram', talk: 'Nextcloud Talk', email: 'Mail' },
    about: {
      claude: 'Sign in with your Claude account, or give a key. The claude CLI has to be installed on this machine.',
      provider: 'Any model behind an Anthropic key, OpenRouter, an OpenAI-compatible address or Ollama.',
      telegram: 'Send /newbot to @BotFather there, and copy the token it gives you.',
      talk: 'An ordinary account of your Nextcloud, made for the bot.',
      email: 'A mailbox of its own for the bot. Most providers want an app password for a program.',
    },
    credentials: { api_key: 'an API key', oauth_token: 'a long-lived token', login: 'a login of the CLI' },
    notConnected: 'Not connected',
    connected: (as) => (as ? `Connected: ${as}` : 'Connected'),
    waiting: (as) => (as ? `Saved: ${as}. Restart to use it.` : 'Changed in the file. Restart to apply.'),
    asking: 'asking how it is…',
    inTrouble: (why) => `In trouble: ${why}`,
    connect: 'Connect',
    change: 'Change',
    submit: 'Check and connect',
    cancel: 'Cancel',
    checking: 'Checking. This can take a minute…',
    labels: {
      'claude.secret': 'API key or token',
      'provider.kind': 'Who serves the model',
      'provider.url': 'Address',
      'provider.model': 'Model, as it is called there',
      'provider.secret': 'API key',
      'provider.name': 'What you call it',
      'telegram.secret': 'Token of the bot',
      'talk.url': 'Address of your Nextcloud',
      'talk.user': 'User id of the bot there',
      'talk.secret': 'Password or app password of the bot',
      'talk.owner': 'Your own user id there, to be written to',
      'email.address': 'Address of the bot',
      'email.secret': 'Password or app password',
      'email.owner': 'The address you write from yourself',
      'email.user': 'Name to log in with, where it is not the address',
      'email.imap': 'Where mail is read, where it is not found by itself',
      'email.smtp': 'Where mail is sent, where it is not found by itself',
    },
    optional: (label) => `${label} (optional)`,
    such: (answer) => `such as ${answer}`,
    services: {
      anthropic: 'Anthropic',
      openrouter: 'OpenRouter',
      'openai-compatible': 'OpenAI-compatible',
      ollama: 'Ollama',
    },
    checks: {
      'provider.default': 'Let it answer wherever nobody chose another',
      'email.trial': 'Send a mail to itself and wait for it',
    },
    cost: 'One small call is made to the model; it costs less than a cent.',
    signIn: 'Sign in with the browser',
    orWith: {
      claude:
        'Or with an API key of console.anthropic.com, or with the long-lived token that the command "claude setup-token" prints:',
      talk: 'Or with its password, which is exchanged for an app password:',
    },
    signInHow: {
      claude:
        'Sign in there with the Claude account that is to answer. At the end the page shows a code; bring it here.',
      talk: 'Sign in there as the bot, not as yourself, and grant access. Where this browser is signed in as you, copy the address into a private window.',
    },
    askingForPage: 'Asking for the page to sign in on…',
    open: (host) => `Open ${host}`,
    waitingForYou: 'Waiting until that is done…',
    code: 'Code that the page shows',
    brokenOff: 'It was broken off; begin again.',
  },
  de: {
    title: 'Verbindungen',
    elsewhere: 'Sie lassen sich nur auf dem Rechner selbst ändern, unter der Adresse, die "skein link" ausgibt.',
    names: {
      claude: 'Claude',
      provider: 'Ein anderes Modell',
      telegram: 'Telegram',
      talk: 'Nextcloud Talk',
      email: 'E-Mail',
    },
    about: {
      claude:
        'Melde dich mit deinem Claude-Konto an, oder gib einen Schlüssel. Die claude-CLI muss auf diesem Rechner installiert sein.',
      provider:
        'Jedes Modell hinter einem Anthropic-Schlüssel, OpenRouter, einer OpenAI-kompatiblen Adresse oder Ollama.',
      telegram: 'Schick dort /newbot an @BotFather und kopiere das Token, das du bekommst.',
      talk: 'Ein gewöhnliches Konto deiner Nextcloud, für den Bot angelegt.',
      email: 'Ein eigenes Postfach für den Bot. Die meisten Anbieter verlangen für Programme ein App-Passwort.',
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
    asking: 'wird gefragt…',
    inTrouble: (why) => `Gestört: ${why}`,
    connect: 'Verbinden',
    change: 'Ändern',
    submit: 'Prüfen und verbinden',
    cancel: 'Abbrechen',
    checking: 'Wird geprüft. Das kann eine Minute dauern…',
    labels: {
      'claude.secret': 'API-Schlüssel oder Token',
      'provider.kind': 'Wer das Modell betreibt',
      'provider.url': 'Adresse',
      'provider.model': 'Modell, wie es dort heißt',
      'provider.secret': 'API-Schlüssel',
      'provider.name': 'Wie du es nennst',
      'telegram.secret': 'Token des Bots',
      'talk.url': 'Adresse deiner Nextcloud',
      'talk.user': 'Benutzer-ID des Bots dort',
      'talk.secret': 'Passwort oder App-Passwort des Bots',
      'talk.owner': 'Deine eigene Benutzer-ID dort, an die geschrieben wird',
      'email.address': 'Adresse des Bots',
      'email.secret': 'Passwort oder App-Passwort',
      'email.owner': 'Die Adresse, von der du selbst schreibst',
      'email.user': 'Anmeldename, wenn er nicht die Adresse ist',
      'email.imap': 'Wo Mail gelesen wird, wenn es sich nicht von selbst findet',
      'email.smtp': 'Wo Mail verschickt wird, wenn es sich nicht von selbst findet',
    },
    optional: (label) => `${label} (freiwillig)`,
    such: (answer) => `etwa ${answer}`,
    services: {
      anthropic: 'Anthropic',
      openrouter: 'OpenRouter',
      'openai-compatible': 'OpenAI-kompatibel',
      ollama: 'Ollama',
    },
    checks: {
      'provider.default': 'Es soll überall antworten, wo niemand ein anderes gewählt hat',
      'email.trial': 'Eine Mail an sich selbst schicken und auf sie warten',
    },
    cost: 'Das Modell wird einmal kurz gefragt; das kostet weniger als einen Cent.',
    signIn: 'Mit dem Browser anmelden',
    orWith: {
      claude:
        'Oder mit einem API-Schlüssel von console.anthropic.com, oder mit dem langlebigen Token, das der Befehl "claude setup-token" ausgibt:',
      talk: 'Oder mit seinem Passwort, das gegen ein App-Passwort getauscht wird:',
    },
    signInHow: {
      claude:
        'Melde dich dort mit dem Claude-Konto an, das antworten soll. Am Ende zeigt die Seite einen Code; bring ihn hierher.',
      talk: 'Melde dich dort als der Bot an, nicht als du selbst, und gewähre den Zugriff. Bist du in diesem Browser dort angemeldet, kopiere die Adresse in ein privates Fenster.',
    },
    askingForPage: 'Fragt nach der Seite zum Anmelden…',
    open: (host) => `${host} öffnen`,
    waitingForYou: 'Wartet, bis das getan ist…',
    code: 'Code, den die Seite zeigt',
    brokenOff: 'Es ist abgebrochen; beginne noch einmal.',
  },
})
