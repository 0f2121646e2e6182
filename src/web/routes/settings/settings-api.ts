import type { Context } from 'hono'
import { z } from 'zod'
import { configForm, type FormKey } from '../../../config/form.ts'
import type { FormTable } from '../../../config/overrides/table-form.ts'
import { isSettableFromAnywhere } from '../../../config/settings.ts'
import type { Sourced } from '../../../config/sources.ts'
import type * as wire from '../../page/wire/settings-wire.ts'
import { failure, readBody } from '../../server/answers.ts'
import { type Routes, refuseElsewhere } from '../../server/routes.ts'
import type { Signed } from '../../server/sign-in.ts'
import type { NextStartApiDeps } from './next-start-api.ts'
import { keyOnWire, type Standing, sectionsOnWire, tableOnWire } from './settings-form.ts'

/** The configuration as it holds, for the owner. */
export interface SettingsDoor {
  /** Where its file lies, or would. */
  file: string
  sources(): Record<string, Sourced>
  /** The problem, or undefined when it was set. */
  set(key: string, text: string): string | undefined
  /** Back to what the file says, or to the default. */
  unset(key: string): string | undefined
}

export interface SettingsApiDeps extends NextStartApiDeps {
  settings: SettingsDoor
}

const valueSchema = z.object({ value: z.string().max(20_000) })

/** What can be set while running takes effect at once; all else with the next start, and is set only at the machine. */
export function addSettingsRoutes(routes: Routes, { settings, nextStart }: SettingsApiDeps): void {
  const form = configForm()
  const keys = new Map(
    form.flatMap(({ groups }) => groups.flatMap((group) => group.keys.map((key) => [key.name, key]))),
  )
  const isNow = (name: string) => keys.get(name)?.isSettable === true

  const maySet = (c: Context<Signed>, name: string) =>
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

  /** How the key stands now, or what is wrong in the words of `/config`. */
  function answer(c: Context<Signed>, name: string, problem: string | undefined): Response {
    if (problem !== undefined) return failure(c, 400, problem)
    const key = keys.get(name)
    const stands = standing(c.get('isAtMachine'))
    const inTable = key ? undefined : keyIn(nextStart.read().tables, name)
    if (key) return c.json(keyOnWire(key, stands(key)))
    return inTable ? c.json(inTable) : failure(c, 400, `There is no key ${name}.`)
  }

  routes.post('signed-in', '/settings/:key', async (c) => {
    const name = c.req.param('key')
    if (!maySet(c, name)) return refuseElsewhere(c)
    const body = await readBody(c, valueSchema)
    if ('refused' in body) return body.refused
    return answer(c, name, isNow(name) ? settings.set(name, body.value.value) : nextStart.set(name, body.value.value))
  })

  routes.post('signed-in', '/settings/:key/reset', (c) => {
    const name = c.req.param('key')
    if (!maySet(c, name)) return refuseElsewhere(c)
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
