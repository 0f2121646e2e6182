import { randomBytes } from 'node:crypto'
import type { Actor } from '../world.ts'

/** A person with an account here, the bot's included. */
export interface User extends Actor {
  type: 'users'
  /** What they type to log in. */
  password: string
  /** One app password, made with the account. */
  appPassword: string
  isDisabled: boolean
  status?: { status: string; icon: string | null; message: string | null }
}

interface Session {
  user: User
  /** The password it was opened with; it ends with it. */
  secret: string
}

export interface Accounts {
  add(id: string, name?: string): User
  get(id: string): User | undefined
  all(): User[]
  /** Ids are found whatever their case, as the server does. */
  find(id: string): User | undefined
  remove(user: User): void
  isAppPassword(secret: string): boolean
  newAppPassword(user: User): string
  revoke(secret: string): void
  check(id: string, secret: string): User | undefined
  open(user: User, secret: string): string
  session(key: string): Session | undefined
  forgetSessions(): void
}

export function createAccounts(): Accounts {
  const users = new Map<string, User>()
  const secrets = new Map<string, User>()
  const sessions = new Map<string, Session>()

  function newAppPassword(user: User): string {
    const secret = randomBytes(54).toString('base64').replaceAll(/[+/]/g, 'x')
    secrets.set(secret, user)
    return secret
  }

  function check(id: string, secret: string): User | undefined {
    const user = users.get(id)
    if (user === undefined || user.isDisabled) return undefined
    return user.password === secret || secrets.get(secret) === user ? user : undefined
  }

  return {
    add(id, name = id.slice(0, 1).toUpperCase() + id.slice(1)) {
      const user: User = { type: 'users', id, name, password: `${id}-login`, appPassword: '', isDisabled: false }
      user.appPassword = newAppPassword(user)
      users.set(id, user)
      return user
    },
    get: (id) => users.get(id),
    all: () => [...users.values()],
    find: (id) => users.get(id) ?? [...users.values()].find((user) => user.id.toLowerCase() === id.toLowerCase()),
    remove(user) {
      users.delete(user.id)
      for (const [secret, owner] of secrets) if (owner === user) secrets.delete(secret)
    },
    isAppPassword: (secret) => secrets.has(secret),
    newAppPassword,
    revoke: (secret) => void secrets.delete(secret),
    check,
    open(user, secret) {
      const key = randomBytes(32).toString('base64url')
      sessions.set(key, { user, secret })
      return key
    },
    session(key) {
      const session = sessions.get(key)
      // A session dies with the password that opened it, at once.
      return session !== undefined && check(session.user.id, session.secret) !== undefined ? session : undefined
    },
    forgetSessions: () => sessions.clear(),
  }
}
