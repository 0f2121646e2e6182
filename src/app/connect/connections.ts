import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../config/config.ts'
import { readConfig } from '../../config/load.ts'
import { readSecret } from '../../config/secret.ts'
import { ConfigError, TryLaterError, UsageError } from '../../domain/errors.ts'
import { createScrubber } from '../../lib/text/secrets.ts'
import {
  type Connection,
  type ConnectionName,
  connectionNames,
  type SignInName,
} from '../../web/page/wire/settings-wire.ts'
import type { ConnectService } from '../../web/routes/connect-api.ts'
import type { ConnectionDeps, ConnectionFinding, FormValues, SignInBrowser } from './connection.ts'

export interface ConnectionsDeps extends ConnectionDeps {
  /** The configuration as it was read at the start. */
  config: Config
  /** Why a brain is unavailable. */
  brainTrouble(name: string): string | undefined
}

interface Connector {
  connect(given: FormValues, to: ConnectionDeps, signal: AbortSignal): Promise<string[]>
  examine(config: Config, to: ConnectionDeps, signal: AbortSignal): Promise<ConnectionFinding[]>
}

/** Loaded on demand, because each needs libraries of its own. */
const connectors: Record<ConnectionName, () => Promise<Connector>> = {
  claude: () => import('./claude.ts'),
  provider: () => import('./provider.ts'),
  telegram: () => import('./telegram.ts'),
  talk: () => import('./talk.ts'),
  email: () => import('./email.ts'),
}

interface SignInConnector {
  signIn(given: FormValues, to: ConnectionDeps, browser: SignInBrowser, signal: AbortSignal): Promise<string[]>
}

const signIns: Record<SignInName, () => Promise<SignInConnector>> = {
  claude: () => import('./claude.ts'),
  talk: () => import('./talk.ts'),
}

/** Lists and checks the connections in the current file, and adds new ones, one at a time. */
export function createConnections(deps: ConnectionsDeps): ConnectService {
  const { config: running, env, dataDir } = deps
  const current = () => readConfig(deps, env)
  const begunAs = new Map(connectionNames.map((name) => [name, connectionTables[name].as(running, dataDir)]))
  let underWay: { isOver: Promise<void>; giveWay?: AbortController } | undefined
  /** Completes the sign-in that waits for a code. */
  let takeCode: ((code: string) => void) | undefined

  /** While the file is invalid, the running configuration is shown. */
  function saved(): Config {
    try {
      return current()
    } catch {
      return running
    }
  }

  function connectionOf(name: ConnectionName, config: Config): Connection {
    const { facts, as } = connectionTables[name]
    const who = as(config, dataDir)
    return {
      name,
      isSet: who !== undefined,
      isWaiting: !isDeepStrictEqual(facts(config), facts(running)) || who !== begunAs.get(name),
      ...(who !== undefined && { as: who }),
    }
  }

  /** Runs one attempt at a time. A sign-in waits for a person, who may have left, so a newer attempt replaces it. */
  async function runAttempt(
    given: FormValues,
    signal: AbortSignal,
    way: (clean: FormValues, signal: AbortSignal) => Promise<string[]>,
    giveWay?: AbortController,
  ) {
    while (underWay?.giveWay) {
      underWay.giveWay.abort()
      await underWay.isOver
    }
    if (underWay) return { refused: 'Another connection is being set up. Wait for it, or cancel it.' }
    let end = () => {}
    underWay = { isOver: new Promise((resolve) => (end = resolve)), ...(giveWay && { giveWay }) }
    const hide = hiding(given.secret ?? '')
    try {
      const over = giveWay ? AbortSignal.any([signal, giveWay.signal]) : signal
      return { says: (await way(tidy(given), over)).map(hide) }
    } catch (error) {
      if (giveWay?.signal.aborted) return { refused: 'It was started again in another window.' }
      const sentence = hide(sentenceOf(error, signal))
      return { refused: /nothing was changed/i.test(sentence) ? sentence : `${sentence} Nothing was changed.` }
    } finally {
      underWay = undefined
      takeCode = undefined
      end()
    }
  }

  return {
    list() {
      const config = saved()
      return { connections: connectionNames.map((name) => connectionOf(name, config)) }
    },
    async check(name, signal) {
      const known = (connectionTables[name].brains?.(running) ?? []).flatMap((brain) => deps.brainTrouble(brain) ?? [])
      try {
        const way = await connectors[name]()
        const findings = await way.examine(current(), deps, signal)
        const bad = findings.filter(({ verdict }) => verdict === 'bad')
        const isWell = known.length + bad.length === 0
        return { isWell, says: [...known, ...(isWell ? findings : bad).map(({ says }) => says)] }
      } catch (error) {
        return { isWell: false, says: [...known, sentenceOf(error, signal)] }
      }
    },
    async connect(name, given, signal) {
      const way = await connectors[name]()
      return runAttempt(given, signal, (clean, over) => way.connect(clean, deps, over))
    },
    async signIn(name, given, show, signal) {
      const way = await signIns[name]()
      const browser: SignInBrowser = {
        show: (page) => show({ page }),
        ask(page) {
          show({ page, givesCode: true })
          return new Promise((resolve) => (takeCode = resolve))
        },
      }
      const giveWay = new AbortController()
      return runAttempt(given, signal, (clean, over) => way.signIn(clean, deps, browser, over), giveWay)
    },
    bringCode(code) {
      const take = takeCode
      takeCode = undefined
      take?.(code)
      return take !== undefined
    },
  }
}

/** Drops empty fields, and refuses references such as "env:" instead of the secret itself. */
function tidy(given: FormValues): FormValues {
  const filled = Object.entries(given).map(([key, text]): [string, string] => [key, text.trim()])
  const clean: FormValues = Object.fromEntries(filled.filter(([, text]) => text !== ''))
  if (clean.secret === undefined) return clean
  if (/^(env|file):/.test(clean.secret))
    throw new UsageError('Give the secret itself; "env:" and "file:" are for the configuration file.')
  const secret = readSecret(clean.secret, {}, '')
  if ('says' in secret) throw new UsageError(`The secret ${secret.says}.`)
  return { ...clean, secret: secret.value }
}

/** Removes the secret from messages of other services, which may repeat it. */
function hiding(secret: string): (text: string) => string {
  const known = secret.trim()
  const scrubber = createScrubber()
  scrubber.add(known)
  return (text) => (known === '' ? text : scrubber.scrub(text).replaceAll(known, '[secret]'))
}

/** Shows only errors that were written for people, because others may contain what was sent. */
function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof UsageError || error instanceof TryLaterError || error instanceof ConfigError)
    return /[.!?]$/.test(error.message) ? error.message : `${error.message}.`
  if (signal.aborted) return 'It took too long and was cancelled.'
  const { code } = error as NodeJS.ErrnoException
  return `It was interrupted${typeof code === 'string' ? ` (${code})` : ''}.`
}

interface ConnectionTable {
  /** The part of the configuration that makes up the connection. */
  facts(config: Config): unknown
  /** The account or accounts in use; undefined if it is not connected. */
  as(config: Config, dataDir: string): string | undefined
  /** The names of its brains. */
  brains?(config: Config): string[]
}

const connectionTables: Record<ConnectionName, ConnectionTable> = {
  claude: {
    facts: ({ brain: { claude, default: usual } }) => [claude.apiKey, claude.oauthToken, usual === 'demo'],
    as({ brain: { claude } }, dataDir) {
      if (claude.apiKey !== undefined) return 'api_key'
      if (claude.oauthToken !== undefined) return 'oauth_token'
      return existsSync(join(claude.configDir ?? join(dataDir, 'claude'), '.credentials.json')) ? 'login' : undefined
    },
    brains: () => ['claude'],
  },
  provider: {
    facts: ({ providers, brain }) => [providers, brain.default],
    as: ({ providers }) => Object.keys(providers).join(', ') || undefined,
    brains: ({ providers }) => Object.keys(providers),
  },
  telegram: {
    facts: ({ telegram }) => telegram.token,
    // The token begins with the bot's id, which is not secret.
    as: ({ telegram }) => telegram.token?.split(':')[0],
  },
  talk: {
    facts: ({ talk }) => [talk.url, talk.user, talk.password],
    as: ({ talk: { url, user } }) => (url === undefined ? undefined : `${user}, ${new URL(url).host}`),
  },
  email: {
    facts: ({ email }) => [email.address, email.password, email.imap, email.smtp, email.accounts],
    as({ email }) {
      const addresses = [email, ...Object.values(email.accounts)].flatMap(({ address }) => address ?? [])
      return addresses.join(', ') || undefined
    },
  },
}
