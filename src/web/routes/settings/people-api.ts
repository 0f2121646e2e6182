import { Hono } from 'hono'
import { z } from 'zod'
import { channelNames } from '../../../domain/ids.ts'
import type { Address, Role } from '../../../domain/person.ts'
import { printable } from '../../../lib/text/printable.ts'
import type * as wire from '../../page/wire/people-wire.ts'
import { failure, limitBody, readBody } from '../../server/answers.ts'
import type { Signed, SignIn } from '../../server/sign-in.ts'
import { qrCode } from './qr-code.ts'

/** Who is let in, for the owner. */
export interface PeopleDoor {
  list(): { id: number; name: string; role: Role; addresses: (Address & { stays?: string | undefined })[] }[]
  /** A code that lets somebody in; the link brings it along. */
  pair(role: 'owner' | 'member'): { code: string; expiresAt: Date; link: string | undefined }
  /** Makes whoever has this address a stranger again; what came of it, in words. */
  dismiss(at: Address): { problem: string } | { said: string }
}

export interface PeopleApiDeps {
  people: PeopleDoor
  signIn: SignIn
}

const roleSchema = z.object({ role: z.enum(['owner', 'member']) })
const addressSchema = z.object({ channel: z.enum(channelNames), id: z.string().min(1).max(1000) })

export function createPeopleApi({ people, signIn }: PeopleApiDeps) {
  const api = new Hono<Signed>()

  api.get('/people', signIn.required, (c) => c.json({ people: toWire(people) } satisfies wire.People))

  api.post('/people/pair', signIn.required, limitBody, async (c) => {
    const body = await readBody(c, roleSchema)
    if ('refused' in body) return body.refused
    const { role } = body.value
    const { code, expiresAt, link } = people.pair(role)
    const made = { code, role, expiresAt: expiresAt.getTime(), qr: qrCode(link ?? code) }
    return c.json({ ...made, ...(link !== undefined && { link }) } satisfies wire.Pairing)
  })

  api.post('/people/dismiss', signIn.required, limitBody, async (c) => {
    const body = await readBody(c, addressSchema)
    if ('refused' in body) return body.refused
    const outcome = people.dismiss(body.value)
    if ('problem' in outcome) return failure(c, 409, outcome.problem)
    return c.json({ people: toWire(people), said: outcome.said } satisfies wire.People)
  })

  return api
}

function toWire(people: PeopleDoor): wire.ListedPerson[] {
  return people.list().map(({ id, name, role, addresses }) => ({
    id,
    name: printable(name),
    role,
    addresses: addresses.map(({ channel, id: at, stays }) => ({
      channel,
      id: at,
      ...(stays !== undefined && { stays }),
    })),
  }))
}
