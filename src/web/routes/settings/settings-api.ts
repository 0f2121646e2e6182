import type { Context } from 'hono'
import { z } from 'zod'
import { configForm, type FormKey, type FormSection } from '../../../config/form.ts'
import type { FormEntry, FormTable } from '../../../config/overrides/table-form.ts'
import { isSettableFromAnywhere } from '../../../config/settings.ts'
import type { Sourced } from '../../../config/sources.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type * as wire from '../../page/wire/settings-wire.ts'
import { failure, parseBody } from '../../server/answers.ts'
import { type Routes, refuseRemote } from '../../server/routes.ts'
import type { SignInEnv } from '../../server/sign-in.ts'

/** The current configuration. */
export interface SettingsService {
  /** The path of the file, which need not exist. */
  file: string
  sources(): Record<string, Sourced>
  /** Returns the problem, or undefined if the key was set. */
  set(key: string, text: string): AnyText | undefined
  /** Resets the key to the file or the default. */
  unset(key: string): AnyText | undefined
}

export interface SettingsApiDeps extends NextStartApiDeps {
  settings: SettingsService
}

const valueSchema = z.object({ value: z.string().max(20_000) })

/** Runtime settings apply at once. All others need a restart and can be changed only on the machine itself. */
export function addSettingsRoutes(routes: Routes, { settings, nextStart }: SettingsApiDeps): void {
  const form = configForm()
  const keys = new Map(
    form.flatMap(({ groups }) => groups.flatMap((group) => group.keys.map((key) => [key.name, key]))),
  )
  const isNow = (name: string) => keys.get(name)?.isSettable === true

  const maySet = (c: Context<SignInEnv>, name: string) =>
    c.get('isAtMachine') || (isNow(name) && isSettableFromAnywhere(name))

  function standing(
    canChange: boolean,
    saved = nextStart.read(),
    now = settings.sources(),
  ): (key: FormKey) => Standing {
    return ({ name }) =>
      isNow(name)
        ? { sourced: now[name], isSettable: canChange || isSettableFromAnywhere(name), isWaiting: false }
        : { sourced: saved.sources[name], isSettable: canChange, isWaiting: saved.differs(name) }
  }

  routes.get('signed-in', '/settings', (c) => {
    const canChange = c.get('isAtMachine')
    const saved = nextStart.read()
    return c.json({
      file: settings.file,
      sections: sectionsOnWire(form, standing(canChange, saved)),
      tables: saved.tables.map((table) => tableOnWire(table, canChange)),
      canChange,
      isWaiting: saved.isWaiting,
    } satisfies wire.SettingsForm)
  })

  /** Returns the new state of the key, or the error. */
  function answer(c: Context<SignInEnv>, name: string, problem: AnyText | undefined): Response {
    if (problem !== undefined) return failure(c, 400, problem)
    const key = keys.get(name)
    const stands = standing(c.get('isAtMachine'))
    const inTable = key ? undefined : keyIn(nextStart.read().tables, name)
    if (key) return c.json(keyOnWire(key, stands(key)))
    return inTable ? c.json(inTable) : failure(c, 400, webMessages.noSuchSetting(name))
  }

  routes.post('signed-in', '/settings/:key', async (c) => {
    const name = c.req.param('key')
    if (!maySet(c, name)) return refuseRemote(c)
    const body = await parseBody(c, valueSchema)
    if ('refused' in body) return body.refused
    return answer(c, name, isNow(name) ? settings.set(name, body.value.value) : nextStart.set(name, body.value.value))
  })

  routes.post('signed-in', '/settings/:key/reset', (c) => {
    const name = c.req.param('key')
    if (!maySet(c, name)) return refuseRemote(c)
    return answer(c, name, isNow(name) ? settings.unset(name) : nextStart.reset(name))
  })
}

function keyIn(tables: FormTable[], name: string): wire.SettingsKey | undefined {
  for (const { entries } of tables) {
    for (const { keys, tables: inner } of entries) {
      const found = keys.find((key) => key.name === name)
      if (found) {
        const { sourced, isWaiting, ...key } = found
        return keyOnWire(key, { sourced, isSettable: true, isWaiting })
      }
      const deeper = keyIn(inner, name)
      if (deeper) return deeper
    }
  }
  return undefined
}

/** The value of a key, and whether it can be changed. */
interface Standing {
  sourced: Sourced | undefined
  isSettable: boolean
  isWaiting: boolean
}

function sectionsOnWire(form: FormSection[], standingOf: (key: FormKey) => Standing): wire.SettingsSection[] {
  return form.map(({ name, groups }) => ({
    name,
    groups: groups.map(({ note, keys }) => ({ note, keys: keys.map((key) => keyOnWire(key, standingOf(key))) })),
  }))
}

/** The value of a secret never leaves the daemon. */
function keyOnWire({ isSecret, ...key }: FormKey, { sourced, isSettable, isWaiting }: Standing): wire.SettingsKey {
  const { value = null, source = 'default', otherwise } = sourced ?? {}
  const stands = { ...key, isSettable, needsStart: !key.isSettable, source, ...(isWaiting && { isWaiting }) }
  if (isSecret) {
    const without = otherwise && { ...otherwise, value: otherwise.value !== null }
    return { ...stands, kind: 'secret', value: value !== null, ...(without && { otherwise: without }) }
  }
  const without = otherwise && { ...otherwise, value: withoutPassword(otherwise.value) }
  return { ...stands, value: withoutPassword(value), ...(without && { otherwise: without }) }
}

function tableOnWire(table: FormTable, isSettable: boolean): wire.SettingsTable {
  return {
    ...askedOnWire(table),
    note: table.note,
    lists: table.lists.map(askedOnWire),
    entries: table.entries.map((entry) => entryOnWire(entry, isSettable)),
  }
}

function entryOnWire({ keys, tables, ...entry }: FormEntry, isSettable: boolean): wire.SettingsEntry {
  return {
    ...entry,
    keys: keys.map(({ sourced, isWaiting, ...key }) => keyOnWire(key, { sourced, isSettable, isWaiting })),
    tables: tables.map((table) => tableOnWire(table, isSettable)),
  }
}

function askedOnWire({ name, isNumbered, titleKey, asks }: FormTable['lists'][number]): wire.SettingsAsked {
  return {
    name,
    isNumbered,
    ...(titleKey !== undefined && { titleKey }),
    asks: asks.map(({ sourced, isNeeded, ...key }) => ({
      ...keyOnWire(key, { sourced, isSettable: true, isWaiting: false }),
      isNeeded,
    })),
  }
}

/** Hides the password in an address such as https://user:password@host. */
function withoutPassword<T>(value: T): T | string {
  return typeof value === 'string' ? value.replace(/^(\w+:\/\/[^/@:\s]*):[^/\s]*@/, '$1:…@') : value
}

/** The configuration of the next start, for the owner at the machine. */
export interface PendingSettingsService {
  read(): {
    sources: Record<string, Sourced>
    /** Whether the next start changes the key. */
    differs(key: string): boolean
    tables: FormTable[]
    isWaiting: boolean
  }
  /** These return the problem, or undefined. */
  set(key: string, text: string): AnyText | undefined
  reset(key: string): AnyText | undefined
  add(table: string, title: string, values: Record<string, string>): AnyText | undefined
  remove(entry: string): AnyText | undefined
}

interface NextStartApiDeps {
  nextStart: PendingSettingsService
}

const typed = z.string().max(20_000)
const newShape = z.object({ title: z.string().max(200), values: z.record(z.string().max(400), typed) })

/** Adds and removes entries of named tables. Their keys are set like all others. */
export function addNextStartRoutes(routes: Routes, { nextStart }: NextStartApiDeps): void {
  routes.post('at-machine', '/tables/:table', async (c) => {
    const body = await parseBody(c, newShape)
    if ('refused' in body) return body.refused
    return answer(c, nextStart.add(c.req.param('table'), body.value.title, body.value.values))
  })

  routes.post('at-machine', '/tables/:entry/remove', (c) => {
    return answer(c, nextStart.remove(c.req.param('entry')))
  })

  /** Restores the entry of the file. */
  routes.post('at-machine', '/tables/:entry/restore', (c) => {
    return answer(c, nextStart.reset(c.req.param('entry')))
  })
}

function answer(c: Context, problem: AnyText | undefined): Response {
  return problem === undefined ? c.json({}) : failure(c, 400, problem)
}
