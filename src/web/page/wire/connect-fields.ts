import { type ConnectionName, type SignInName, signInNames } from './settings-wire.ts'

// The questions about each connection, for the page and for the wizard in the terminal.

/** A field of a connection form. */
export interface ConnectField {
  key: string
  /** 'on' and 'off' are checkboxes with that initial state. */
  kind: 'text' | 'secret' | 'on' | 'off'
  isNeeded: boolean
  /** An example value. */
  such?: string
}

const text = (key: string, such?: string): ConnectField => ({
  key,
  kind: 'text',
  isNeeded: true,
  ...(such && { such }),
})
const secret: ConnectField = { key: 'secret', kind: 'secret', isNeeded: true }
const optional = (field: ConnectField): ConnectField => ({ ...field, isNeeded: false })

const name = optional(text('name', 'local'))
const usual: ConnectField = { key: 'default', kind: 'off', isNeeded: false }

/** The ways to connect a model, the easiest first. */
export const modelWays = ['anthropic', 'openrouter', 'ollama', 'claude', 'openai-compatible'] as const

export type ModelWay = (typeof modelWays)[number]

/** The fields of each provider. The first one is preselected. */
export const connectServices: Record<string, ConnectField[]> = {
  anthropic: [secret, optional(text('url', 'https://api.anthropic.com')), optional(text('model'))],
  openrouter: [secret, optional(text('url', 'https://openrouter.ai/api/v1')), text('model', 'maker/model')],
  'openai-compatible': [text('url', 'http://127.0.0.1:8000/v1'), text('model'), optional(secret)],
  ollama: [optional(text('url', 'http://127.0.0.1:11434')), text('model', 'qwen3:8b')],
}

const fieldsByName: Record<Exclude<ConnectionName, 'provider'>, ConnectField[]> = {
  claude: [secret],
  telegram: [secret],
  talk: [text('url', 'https://cloud.example.org'), optional(text('owner', 'ana')), text('user', 'skein'), secret],
  email: [
    text('address', 'skein@example.org'),
    secret,
    optional(text('owner', 'ana@example.org')),
    optional(text('user')),
    optional(text('imap', 'imaps://imap.example.org')),
    optional(text('smtp', 'smtps://smtp.example.org')),
    { key: 'trial', kind: 'on', isNeeded: false },
  ],
}

/** Fields that the sign-in in the browser needs too. */
const signIns: Record<SignInName, string[]> = { claude: [], telegram: ['secret'], talk: ['url', 'owner'] }

export function signInFields(connection: ConnectionName): { name: SignInName; keys: string[] } | undefined {
  const name = signInNames.find((signInName) => signInName === connection)
  return name && { name, keys: signIns[name] }
}

export function fieldsOf(connection: ConnectionName, service: string): ConnectField[] {
  return connection === 'provider' ? [...(connectServices[service] ?? []), name, usual] : fieldsByName[connection]
}
