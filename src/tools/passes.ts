import { createHash, randomBytes } from 'node:crypto'
import type { Scope } from './tool.ts'

/**
 * A pass belongs to one process. It opens nothing by itself: the daemon binds it to the running task at each turn
 * and unbinds it at its end, so that a tool sees what its task may see and a call between turns is refused.
 */
export interface Pass {
  token: string
  bind(scope: Scope): void
  unbind(): void
  revoke(): void
}

export interface Passes {
  issue(): Pass
  /** Whether some process of ours holds this token. */
  knows(token: string): boolean
  /** Undefined for a token that is unknown, revoked, or bound to nothing. */
  scopeOf(token: string): Scope | undefined
}

export function createPasses(): Passes {
  // Looked up by hash: how long it takes says nothing about how much of a guess was right.
  const scopes = new Map<string, Scope | undefined>()
  return {
    issue() {
      const token = randomBytes(32).toString('base64url')
      const key = hash(token)
      scopes.set(key, undefined)
      return {
        token,
        bind: (scope) => void (scopes.has(key) && scopes.set(key, scope)),
        unbind: () => void (scopes.has(key) && scopes.set(key, undefined)),
        revoke: () => void scopes.delete(key),
      }
    },
    knows: (token) => scopes.has(hash(token)),
    scopeOf: (token) => scopes.get(hash(token)),
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
