import type { Context } from 'hono'
import { encode } from 'uqr'
import { z } from 'zod'
import { channelNames } from '../../../domain/ids.ts'
import type { Address, Role } from '../../../domain/person.ts'
import { printable } from '../../../lib/text/visible.ts'
import type { Language } from '../../../messages/languages.ts'
import { type AnyText, textIn } from '../../../messages/localized.ts'
import type * as wire from '../../page/wire/settings-wire.ts'
import type { QrCode } from '../../page/wire/settings-wire.ts'
import { failure, languageFor, parseBody, textFor } from '../../server/answers.ts'
import { type Routes, refuseRemote } from '../../server/routes.ts'
import type { SignInEnv } from '../../server/sign-in.ts'

/** Who has access. */
export interface PeopleService {
  /** `isAtMachine` tells whether the request comes from the machine itself. */
  list(isAtMachine: boolean): { id: number; name: string; role: Role; addresses: ListedAddress[] }[]
  /** Creates a pairing code and a link that contains it. */
  pair(role: 'owner' | 'member'): { code: string; expiresAt: Date; link: string | undefined }
  /** Revokes an account's access. */
  revoke(at: Address, isAtMachine: boolean): Outcome
  /** Makes an account another one of a person. */
  link(at: Address, person: number, isAtMachine: boolean): Outcome
  /** Takes a linked account off a person again. */
  unlink(at: Address, isAtMachine: boolean): Outcome
}

interface ListedAddress extends Address {
  whyKept?: AnyText | undefined
  isLinked?: true
}

type Outcome = { problem: AnyText } | { said: AnyText }

export interface PeopleApiDeps {
  people: PeopleService
}

const roleSchema = z.object({ role: z.enum(['owner', 'member']) })
const addressSchema = z.object({ channel: z.enum(channelNames), id: z.string().min(1).max(1000) })

export function addPeopleRoutes(routes: Routes, { people }: PeopleApiDeps): void {
  function currentPeople(c: Context<SignInEnv>): wire.People {
    const isAtMachine = c.get('isAtMachine')
    return { people: toWire(people.list(isAtMachine), languageFor(c)), canAddOwn: isAtMachine }
  }

  routes.get('signed-in', '/people', (c) => c.json(currentPeople(c)))

  routes.post('signed-in', '/people/pair', async (c) => {
    const body = await parseBody(c, roleSchema)
    if ('refused' in body) return body.refused
    const { role } = body.value
    if (role === 'owner' && !c.get('isAtMachine')) return refuseRemote(c)
    const { code, expiresAt, link } = people.pair(role)
    const made = { code, role, expiresAt: expiresAt.getTime(), qr: qrCode(link ?? code) }
    return c.json({ ...made, ...(link !== undefined && { link }) } satisfies wire.Pairing)
  })

  routes.post('signed-in', '/people/revoke', async (c) => {
    const body = await parseBody(c, addressSchema)
    if ('refused' in body) return body.refused
    return answer(c, people.revoke(body.value, c.get('isAtMachine')))
  })

  routes.post('signed-in', '/people/link', async (c) => {
    const body = await parseBody(c, addressSchema.extend({ person: z.int().positive() }))
    if ('refused' in body) return body.refused
    const { person, ...address } = body.value
    return answer(c, people.link(address, person, c.get('isAtMachine')))
  })

  routes.post('signed-in', '/people/unlink', async (c) => {
    const body = await parseBody(c, addressSchema)
    return 'refused' in body ? body.refused : answer(c, people.unlink(body.value, c.get('isAtMachine')))
  })

  function answer(c: Context<SignInEnv>, outcome: Outcome): Response {
    if ('problem' in outcome) return failure(c, 409, outcome.problem)
    return c.json({ ...currentPeople(c), said: textFor(c, outcome.said) } satisfies wire.People)
  }
}

function toWire(people: ReturnType<PeopleService['list']>, language: Language): wire.ListedPerson[] {
  return people.map(({ id, name, role, addresses }) => ({
    id,
    name: printable(name),
    role,
    addresses: addresses.map(({ channel, id: at, whyKept, isLinked }) => ({
      channel,
      id: at,
      ...(whyKept !== undefined && { whyKept: textIn(whyKept, language) }),
      ...(isLinked && { isLinked }),
    })),
  }))
}

/** The standard requires a light border. Many cameras find no code without it. */
const BORDER = 4

/** A QR code as one SVG path. Made by the server, so that the page needs no encoder. */
function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: BORDER })
  const bars = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  return { size, path: bars.join('') }
}

/** Runs of dark modules in a row. */
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
