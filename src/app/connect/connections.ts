import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../config/config.ts'
import { readConfig } from '../../config/load.ts'
import { isReference, readSecret } from '../../config/secret.ts'
import { UsageError, UserFacingError } from '../../domain/errors.ts'
import { createScrubber } from '../../lib/text/secrets.ts'
import { type AnyText, mapText } from '../../messages/localized.ts'
import {
  type ConnectedProvider,
  type Connection,
  type ConnectionName,
  connectionNames,
  type SignInName,
} from '../../web/page/wire/settings-wire.ts'
import type { ConnectResult, ConnectService } from '../../web/routes/connect-api.ts'
import type { LiveModels } from '../live-models.ts'
import { connectMessages } from './connect-messages.ts'
import type { ConnectionDeps, ConnectionFinding, FormValues, SignInBrowser } from './connection.ts'
import { connectionTables } from './connection-tables.ts'
import { findOllama } from './ollama.ts'
import { serviceOf } from './services.ts'

export interface ConnectionsDeps extends ConnectionDeps {
  /** The configuration as it was read at the start. */
  config: Config
  /** Why a brain is unavailable. */
  brainTrouble(name: string): AnyText | undefined
  /** The models of the running daemon. Without this, they need a restart. */
  models?: LiveModels | undefined
}

interface Connector {
  connect(form: FormValues, deps: ConnectionDeps, signal: AbortSignal): Promise<AnyText[]>
  examine(config: Config, deps: ConnectionDeps, signal: AbortSignal): Promise<ConnectionFinding[]>
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
  signIn(form: FormValues, deps: ConnectionDeps, browser: SignInBrowser, signal: AbortSignal): Promise<AnyText[]>
}

const signInConnectors: Record<SignInName, () => Promise<SignInConnector>> = {
  claude: () => import('./claude.ts'),
  telegram: () => import('./telegram.ts'),
  talk: () => import('./talk.ts'),
}

/** Saves a new connection. Returns what to tell the person, or throws. */
type Attempt = (form: FormValues, signal: AbortSignal) => Promise<AnyText[]>

/** Lists and checks the connections in the current file, and adds new ones, one at a time. */
export function createConnections(deps: ConnectionsDeps): ConnectService {
  const { env, dataDir, models } = deps
  const readCurrent = () => readConfig(deps, env)
  const runningConfig = () => models?.config() ?? deps.config
  const accountsInUse = new Map(
    connectionNames.map((name) => [name, connectionTables[name].account(deps.config, dataDir)]),
  )
  let attempt: { ended: Promise<void>; replace?: AbortController } | undefined
  /** Completes the sign-in that waits for a code. */
  let resolveCode: ((code: string) => void) | undefined

  /** While the file is invalid, the running configuration is shown. */
  function readSaved(): Config {
    try {
      return readCurrent()
    } catch {
      return runningConfig()
    }
  }

  function describeConnection(name: ConnectionName, config: Config): Connection {
    const { keys, account, form } = connectionTables[name]
    const as = account(config, dataDir)
    return {
      name,
      isSet: as !== undefined,
      isWaiting: !isDeepStrictEqual(keys(config), keys(runningConfig())) || as !== accountsInUse.get(name),
      ...(as !== undefined && { as }),
      ...(as !== undefined && form && { form: form(config) }),
    }
  }

  function describeProviders({ providers, brain }: Config): ConnectedProvider[] {
    return Object.entries(providers).map(([name, provider]) => ({
      name,
      isWaiting: !isDeepStrictEqual(provider, runningConfig().providers[name]),
      form: {
        kind: serviceOf(provider),
        name,
        url: provider.baseUrl ?? '',
        model: provider.models.general ?? '',
        default: brain.default === name ? 'yes' : '',
      },
    }))
  }

  /** Everything a failed attempt could have changed. */
  function savedState(name: ConnectionName): unknown {
    const { keys, account } = connectionTables[name]
    const config = readSaved()
    return [keys(config), account(config, dataDir)]
  }

  /**
   * Runs one attempt at a time. A sign-in waits for a person, who may have left, so a newer attempt replaces it: it has a
   * `replace` controller.
   */
  async function runAttempt(
    name: ConnectionName,
    form: FormValues,
    signal: AbortSignal,
    run: Attempt,
    replace?: AbortController,
  ): Promise<ConnectResult> {
    while (attempt?.replace) {
      attempt.replace.abort()
      await attempt.ended
    }
    if (attempt) return { refused: connectMessages.busy }
    let end = () => {}
    attempt = { ended: new Promise((resolve) => (end = resolve)), ...(replace && { replace }) }
    const hide = secretHider(form.secret ?? '')
    const before = savedState(name)
    try {
      const stop = replace ? AbortSignal.any([signal, replace.signal]) : signal
      const says = (await run(cleanForm(form), stop)).map(hide)
      if (models && connectionTables[name].brains) {
        await models.takeUp(stop)
        accountsInUse.set(name, connectionTables[name].account(models.config(), dataDir))
      }
      return { says }
    } catch (error) {
      if (replace?.signal.aborted) return { refused: connectMessages.replaced }
      const sentence = hide(describeError(error, signal))
      return {
        refused: isDeepStrictEqual(savedState(name), before) ? connectMessages.nothingChanged(sentence) : sentence,
      }
    } finally {
      attempt = undefined
      resolveCode = undefined
      end()
    }
  }

  return {
    list() {
      const config = readSaved()
      return {
        connections: connectionNames.map((name) => describeConnection(name, config)),
        providers: describeProviders(config),
      }
    },
    async check(name, signal, provider) {
      const brains = provider === undefined ? (connectionTables[name].brains?.(runningConfig()) ?? []) : [provider]
      const troubles = brains.flatMap((brain) => deps.brainTrouble(brain) ?? [])
      try {
        const connector = await connectors[name]()
        const findings = await connector.examine(withOnly(readCurrent(), provider), deps, signal)
        const bad = findings.filter(({ verdict }) => verdict === 'bad')
        const isWell = troubles.length + bad.length === 0
        return { isWell, says: [...troubles, ...(isWell ? findings : bad).map(({ says }) => says)] }
      } catch (error) {
        return { isWell: false, says: [...troubles, describeError(error, signal)] }
      }
    },
    async connect(name, form, signal) {
      const connector = await connectors[name]()
      return runAttempt(name, form, signal, (clean, stop) => connector.connect(clean, deps, stop))
    },
    async signIn(name, form, show, signal) {
      const connector = await signInConnectors[name]()
      const browser: SignInBrowser = {
        installing: (bytes) => show({ installing: bytes }),
        show: (page, words) => show({ page, ...(words !== undefined && { words }) }),
        ask(page) {
          show({ page, givesCode: true })
          return new Promise((resolve) => (resolveCode = resolve))
        },
      }
      const run: Attempt = (clean, stop) => connector.signIn(clean, deps, browser, stop)
      return runAttempt(name, form, signal, run, new AbortController())
    },
    bringCode(code) {
      const resolve = resolveCode
      resolveCode = undefined
      resolve?.(code)
      return resolve !== undefined
    },
    disconnect(name, entry, signal) {
      const isSet = (config: Config) =>
        name === 'provider' ? config.providers[entry ?? ''] !== undefined : connectionTables[name].isInConfig(config)
      return runAttempt(name, {}, signal, async () => {
        const { disconnect } = await import('./disconnect.ts')
        return disconnect({ name, entry }, deps, isSet)
      })
    },
    async findWays(signal) {
      const { lookForClaude } = await import('./claude.ts')
      const [ollama, claude] = await Promise.all([findOllama(env, signal), lookForClaude(deps, signal)])
      return { ...(ollama && { ollama }), isClaudeMissing: claude === 'missing' }
    },
    async listModels(form, signal) {
      const { listModels } = await import('./provider.ts')
      const hide = secretHider(form.secret ?? '')
      try {
        return { models: await listModels(cleanForm(form), deps, signal) }
      } catch (error) {
        return { refused: hide(describeError(error, signal)) }
      }
    },
  }
}

/** The same configuration with this provider only. */
function withOnly(config: Config, provider: string | undefined): Config {
  const settings = config.providers[provider ?? '']
  return provider === undefined ? config : { ...config, providers: settings ? { [provider]: settings } : {} }
}

/** Drops empty fields, and refuses references such as "env:" instead of the secret itself. */
function cleanForm(form: FormValues): FormValues {
  const trimmed = Object.entries(form).map(([key, text]): [string, string] => [key, text.trim()])
  const clean: FormValues = Object.fromEntries(trimmed.filter(([, text]) => text !== ''))
  if (clean.secret === undefined) return clean
  if (isReference(clean.secret)) throw new UsageError(connectMessages.enterSecretItself)
  const secret = readSecret(clean.secret, {}, '')
  if ('says' in secret) throw new UsageError(connectMessages.secretProblem(secret.says))
  return { ...clean, secret: secret.value }
}

/** Removes the secret from messages of other services, which may repeat it. */
function secretHider(typed: string): (text: AnyText) => AnyText {
  const secret = typed.trim()
  const scrubber = createScrubber()
  scrubber.add(secret)
  return (text) =>
    secret === '' ? text : mapText(text, (words) => scrubber.scrub(words).replaceAll(secret, '[secret]'))
}

/** Shows only errors that were written for people, because others may contain what was sent. */
function describeError(error: unknown, signal: AbortSignal): AnyText {
  if (error instanceof UserFacingError) return mapText(error.text, (text) => (/[.!?]$/.test(text) ? text : `${text}.`))
  if (signal.aborted) return connectMessages.timedOut
  const { code } = error as NodeJS.ErrnoException
  return connectMessages.broken(typeof code === 'string' ? code : '')
}
