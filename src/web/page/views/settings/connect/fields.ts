import type { ConnectionName, SignInName } from '../../../wire/connect-wire.ts'

/** One field of the form that connects something. */
export interface Field {
  key: string
  /** A check mark: on to begin with, or off. */
  kind: 'text' | 'secret' | 'on' | 'off'
  isNeeded: boolean
  /** How an answer may look. */
  such?: string
}

const text = (key: string, such?: string): Field => ({ key, kind: 'text', isNeeded: true, ...(such && { such }) })
const secret: Field = { key: 'secret', kind: 'secret', isNeeded: true }
const optional = (field: Field): Field => ({ ...field, isNeeded: false })

const name = optional(text('name', 'local'))
const usual: Field = { key: 'default', kind: 'off', isNeeded: false }

/** What each service wants to know; the first is offered first. */
export const services: Record<string, Field[]> = {
  anthropic: [secret, optional(text('model'))],
  openrouter: [secret, text('model', 'maker/model')],
  'openai-compatible': [text('url', 'http://127.0.0.1:8000/v1'), text('model'), optional(secret)],
  ollama: [optional(text('url', 'http://127.0.0.1:11434')), text('model', 'qwen3:8b')],
}

const others: Record<Exclude<ConnectionName, 'provider'>, Field[]> = {
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

/** The fields that a sign-in with the browser asks for too. */
const signIns: Record<SignInName, string[]> = { claude: [], talk: ['url', 'owner'] }

export function signInFields(connection: ConnectionName): { name: SignInName; keys: string[] } | undefined {
  return connection === 'talk' || connection === 'claude' ? { name: connection, keys: signIns[connection] } : undefined
}

export function fieldsOf(connection: ConnectionName, service: string): Field[] {
  return connection === 'provider' ? [...(services[service] ?? []), name, usual] : others[connection]
}
