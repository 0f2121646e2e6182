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
import type { Browser, Connecting, Finding, Given } from './connecting.ts'
import { tables } from './tables.ts'

export interface ConnectDeskDeps extends Connecting {
  /** As it was read at the start. */
  config: Config
  /** Why a brain can't be asked now. */
  brainTrouble(name: string): string | undefined
}

interface Way {
  connect(given: Given, to: Connecting, signal: AbortSignal): Promise<string[]>
  examine(config: Config, to: Connecting, signal: AbortSignal): Promise<Finding[]>
}

/** Their libraries are read only by whoever has them. */
const ways: Record<ConnectionName, () => Promise<Way>> = {
  claude: () => import('./claude.ts'),
  provider: () => import('./provider.ts'),
  telegram: () => import('./telegram.ts'),
  talk: () => import('./talk.ts'),
  email: () => import('./email.ts'),
}

interface SignInWay {
  signIn(given: Given, to: Connecting, browser: Browser, signal: AbortSignal): Promise<string[]>
}

const signIns: Record<SignInName, () => Promise<SignInWay>> = {
  claude: () => import('./claude.ts'),
  talk: () => import('./talk.ts'),
}

/** What is connected, as the file says it by now, and the way to connect more, one at a time. */
export function createConnectDesk(deps: ConnectDeskDeps): ConnectService {
  const { config: running, env, dataDir } = deps
  const current = () => readConfig(deps, env)
  const begunAs = new Map(connectionNames.map((name) => [name, tables[name].as(running, dataDir)]))
  let underWay: { isOver: Promise<void>; giveWay?: AbortController } | undefined
  /** Of the one sign-in that waits for it. */
  let takeCode: ((code: string) => void) | undefined

  /** A file that is no good by now says nothing new. */
  function saved(): Config {
    try {
      return current()
    } catch {
      return running
    }
  }

  function connectionOf(name: ConnectionName, config: Config): Connection {
    const { facts, as } = tables[name]
    const who = as(config, dataDir)
    return {
      name,
      isSet: who !== undefined,
      isWaiting: !isDeepStrictEqual(facts(config), facts(running)) || who !== begunAs.get(name),
      ...(who !== undefined && { as: who }),
    }
  }

  /** A sign-in waits for a person, who may have left: it gives way to whoever begins after it. */
  async function tryOut(
    given: Given,
    signal: AbortSignal,
    way: (clean: Given, signal: AbortSignal) => Promise<string[]>,
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
      const known = (tables[name].brains?.(running) ?? []).flatMap((brain) => deps.brainTrouble(brain) ?? [])
      try {
        const way = await ways[name]()
        const findings = await way.examine(current(), deps, signal)
        const bad = findings.filter(({ verdict }) => verdict === 'bad')
        const isWell = known.length + bad.length === 0
        return { isWell, says: [...known, ...(isWell ? findings : bad).map(({ says }) => says)] }
      } catch (error) {
        return { isWell: false, says: [...known, sentenceOf(error, signal)] }
      }
    },
    async connect(name, given, signal) {
      const way = await ways[name]()
      return tryOut(given, signal, (clean, over) => way.connect(clean, deps, over))
    },
    async signIn(name, given, show, signal) {
      const way = await signIns[name]()
      const browser: Browser = {
        show: (page) => show({ page }),
        ask(page) {
          show({ page, givesCode: true })
          return new Promise((resolve) => (takeCode = resolve))
        },
      }
      const giveWay = new AbortController()
      return tryOut(given, signal, (clean, over) => way.signIn(clean, deps, browser, over), giveWay)
    },
    bringCode(code) {
      const take = takeCode
      takeCode = undefined
      take?.(code)
      return take !== undefined
    },
  }
}

/** A field that was left empty was not given; a secret is one, and no way to one. */
function tidy(given: Given): Given {
  const filled = Object.entries(given).map(([key, text]): [string, string] => [key, text.trim()])
  const clean: Given = Object.fromEntries(filled.filter(([, text]) => text !== ''))
  if (clean.secret === undefined) return clean
  if (/^(env|file):/.test(clean.secret))
    throw new UsageError('Give the secret itself; "env:" and "file:" are for the configuration file.')
  const secret = readSecret(clean.secret, {}, '')
  if ('says' in secret) throw new UsageError(`The secret ${secret.says}.`)
  return { ...clean, secret: secret.value }
}

/** What others say may repeat what they were told. */
function hiding(secret: string): (text: string) => string {
  const known = secret.trim()
  const scrubber = createScrubber()
  scrubber.add(known)
  return (text) => (known === '' ? text : scrubber.scrub(text).replaceAll(known, '[secret]'))
}

/** Only what was written for a person to read: anything else may quote what was sent. */
function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof UsageError || error instanceof TryLaterError || error instanceof ConfigError)
    return /[.!?]$/.test(error.message) ? error.message : `${error.message}.`
  if (signal.aborted) return 'It took too long and was cancelled.'
  const { code } = error as NodeJS.ErrnoException
  return `It was interrupted${typeof code === 'string' ? ` (${code})` : ''}.`
}
