import type { Context } from 'hono'
import { encode } from 'uqr'
import { z } from 'zod'
import { channelNames } from '../../../domain/ids.ts'
import type { Address, Role } from '../../../domain/person.ts'
import { printable } from '../../../lib/text/visible.ts'
import type { Language } from '../../../messages/languages.ts'
import { type AnyText, textIn } from '../../../messages/localized.ts'
import type * as wire from '../../page/wire/people-wire.ts'
import type { QrCode } from '../../page/wire/people-wire.ts'
import { failure, languageFor, readBody, textFor } from '../../server/answers.ts'
import { type Routes, refuseElsewhere } from '../../server/routes.ts'
import type { Signed } from '../../server/sign-in.ts'

/** Who is let in, for the owner. */
export interface PeopleDoor {
  /** `isAtMachine`: whoever asks sits at the machine itself. */
  list(
    isAtMachine: boolean,
  ): { id: number; name: string; role: Role; addresses: (Address & { stays?: AnyText | undefined })[] }[]
  /** A code that lets somebody in; the link brings it along. */
  pair(role: 'owner' | 'member'): { code: string; expiresAt: Date; link: string | undefined }
  /** Makes whoever has this address a stranger again; what came of it, in words. */
  dismiss(at: Address, isAtMachine: boolean): { problem: AnyText } | { said: AnyText }
}

export interface PeopleApiDeps {
  people: PeopleDoor
}

const roleSchema = z.object({ role: z.enum(['owner', 'member']) })
const addressSchema = z.object({ channel: z.enum(channelNames), id: z.string().min(1).max(1000) })

export function addPeopleRoutes(routes: Routes, { people }: PeopleApiDeps): void {
  function listed(c: Context<Signed>): wire.People {
    const isAtMachine = c.get('isAtMachine')
    return { people: toWire(people.list(isAtMachine), languageFor(c)), canAddOwn: isAtMachine }
  }

  routes.get('signed-in', '/people', (c) => c.json(listed(c)))

  routes.post('signed-in', '/people/pair', async (c) => {
    const body = await readBody(c, roleSchema)
    if ('refused' in body) return body.refused
    const { role } = body.value
    if (role === 'owner' && !c.get('isAtMachine')) return refuseElsewhere(c)
    const { code, expiresAt, link } = people.pair(role)
    const made = { code, role, expiresAt: expiresAt.getTime(), qr: qrCode(link ?? code) }
    return c.json({ ...made, ...(link !== undefined && { link }) } satisfies wire.Pairing)
  })

  routes.post('signed-in', '/people/dismiss', async (c) => {
    const body = await readBody(c, addressSchema)
    if ('refused' in body) return body.refused
    const outcome = people.dismiss(body.value, c.get('isAtMachine'))
    if ('problem' in outcome) return failure(c, 409, outcome.problem)
    return c.json({ ...listed(c), said: textFor(c, outcome.said) } satisfies wire.People)
  })
}

function toWire(people: ReturnType<PeopleDoor['list']>, language: Language): wire.ListedPerson[] {
  return people.map(({ id, name, role, addresses }) => ({
    id,
    name: printable(name),
    role,
    addresses: addresses.map(({ channel, id: at, stays }) => ({
      channel,
      id: at,
      ...(stays !== undefined && { stays: textIn(stays, language) }),
    })),
  }))
}

/** Light on all sides, as the standard wants it: without it many a camera finds nothing. */
const BORDER = 4

/** The dark modules of a QR code as one path, a module wide and high. Made here: the page would carry the maker along. */
function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: BORDER })
  const bars = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  return { size, path: bars.join('') }
}

/** Where dark modules begin in a row, and how many follow. */
function runsOf(row: boolean[]): [x: number, length: number][] {
  const runs: [x: number, length: number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last[0] + last[1] === x) last[1]++
    else runs.push([x, 1])
  }
  return runs
}
