import { isIP } from 'node:net'
import type { Config } from '../../../config/config.ts'
import { bareHost } from '../../../lib/http/proxy-rules.ts'
import { isPublic } from '../../../lib/http/web-address.ts'
import { createSteadyClock, systemClock } from '../../../lib/time/clock.ts'
import { dollarText } from '../../../messages/localized.ts'
import { freeCalls } from '../../../store/work/usage.ts'
import { findExhaustedCap } from '../../../tasks/queue/limits.ts'
import { bad, type CheckResult, configCheck, note, ok, storeCheck } from '../check.ts'
import type { Machine } from '../machine.ts'
import { spendingMessages as texts } from '../words/spending-messages.ts'

const cap = configCheck('spending.cap', texts.cap, (config) => {
  const { dailyUsd, monthlyUsd } = config.brain
  if (dailyUsd !== undefined || monthlyUsd !== undefined) return ok(texts.cap.set)
  const paid = paidModels(config)
  return paid.length === 0 ? undefined : note(texts.cap.none(paid), 'skein config brain.monthly_usd 30')
})

/** Those with a key. A sign-in with a subscription is not paid by use. */
function paidModels({ brain, providers }: Config): string[] {
  const withKey = Object.entries(providers).flatMap(([name, { apiKey }]) => (apiKey === undefined ? [] : [name]))
  return [...(brain.claude.apiKey === undefined ? [] : ['claude']), ...withKey]
}

const reached = storeCheck('spending.reached', texts.reached, (db, { config, machine }) => {
  if (!config || (config.brain.dailyUsd === undefined && config.brain.monthlyUsd === undefined)) return undefined
  const moment = { now: machine.now(), steady: createSteadyClock({ ...systemClock, now: machine.now }).steady() }
  const found = findExhaustedCap(db, config, 'scheduled', moment)
  if (!found) return ok(texts.reached.below)
  const { key, limitUsd, spentUsd, backgroundOnly } = found
  const says = texts.reached[backgroundOnly ? 'nearly' : 'over'](key, dollarText(spentUsd), dollarText(limitUsd))
  return (backgroundOnly ? note : bad)(says, texts.reached.raise(`skein config ${key} ${Math.ceil(limitUsd * 2)}`))
})

const MONTH_MS = 30 * 86_400_000

/** A model that runs on this machine or network costs nothing. */
const prices = storeCheck('spending.prices', texts.prices, (db, { config, machine }): CheckResult | CheckResult[] => {
  if (!config) return []
  const remote = Object.entries(config.providers).flatMap(([name, { kind, baseUrl }]) =>
    kind === 'ollama' || (baseUrl !== undefined && isNear(baseUrl)) ? [] : [name],
  )
  const unknown = freeCalls(db, monthBefore(machine)).filter(({ brain }) => remote.includes(brain))
  if (unknown.length === 0) return ok(texts.prices.known)
  const hasCap = config.brain.dailyUsd !== undefined || config.brain.monthlyUsd !== undefined
  return unknown.map(({ brain, model, calls }) =>
    (hasCap ? bad : note)(texts.prices.unknown(model, brain, calls), texts.prices.add(brain, model)),
  )
})

function monthBefore({ now }: Machine): Date {
  return new Date(now().getTime() - MONTH_MS)
}

function isNear(address: string): boolean {
  const host = bareHost(new URL(address))
  if (isIP(host) !== 0) return !isPublic(host)
  return !host.includes('.') || /\.(?:local|localhost|lan|internal|home\.arpa)$/.test(host)
}

export const spendingChecks = [cap, reached, prices]
