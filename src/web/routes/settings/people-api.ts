import type { Context } from 'hono'
import { z } from 'zod'
import { channelNames } from '../../../domain/ids.ts'
import { type Address, type Person, pageAddress } from '../../../domain/person.ts'
import { printable } from '../../../lib/text/visible.ts'
import { type Language, languages } from '../../../messages/languages.ts'
import { type AnyText, textIn } from '../../../messages/localized.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type * as wire from '../../page/wire/people-wire.ts'
import { failure, languageFor, parseBody, textFor } from '../../server/answers.ts'
import { type Routes, refuseRemote } from '../../server/routes.ts'
import type { SignInEnv } from '../../server/sign-in.ts'
import type { LiveEvents } from '../chats/live-events.ts'
import { qrCode } from './qr-code.ts'
import { type ServedPage, toWireLink } from './remote-access-api.ts'

/** Who has access. */
export interface PeopleService {
  /** `isAtMachine` tells whether the request comes from the machine itself. */
  list(isAtMachine: boolean): (Pick<Person, 'id' | 'name' | 'role' | 'timezone' | 'language'> & {
    addresses: ListedAddress[]
  })[]
  /** The channels on which people can be let in. */
  channels(): string[]
  /** Creates a pairing code and a link that contains it. */
  pair(role: 'owner' | 'member'): { code: string; expiresAt: Date; link: string | undefined }
  /** Revokes an account's access. */
  revoke(at: Address, isAtMachine: boolean): Outcome
  /** Makes an account another one of a person. */
  link(at: Address, person: number, isAtMachine: boolean): Outcome
  /** Takes a linked account off a person again. */
  unlink(at: Address, isAtMachine: boolean): Outcome
  /** Changes what belongs to a person. Null is what applies to everybody. */
  set(person: number, settings: PersonSettings): Outcome
  /** Lets somebody use the page in their own name: a person, or somebody new. */
  admitToPage(guest: { person: number } | { name: string }): Person | { problem: AnyText }
  /** People who wrote and were refused. */
  requests: {
    list(): (Address & { name: string; at: Date })[]
    allow(at: Address): Outcome
    refuse(at: Address): Outcome
  }
}

interface PersonSettings {
  role?: 'member' | 'guest' | undefined
  timezone?: string | null | undefined
  language?: Language | null | undefined
}

interface ListedAddress extends Address {
  whyKept?: AnyText | undefined
  isLinked?: true
}

type Outcome = { problem: AnyText } | { said: AnyText }

export interface PeopleApiDeps {
  people: PeopleService
  served: ServedPage
  live: LiveEvents
}

const roleSchema = z.object({ role: z.enum(['owner', 'member']) })
const settingsSchema = z.object({
  person: z.int().positive(),
  role: z.enum(['member', 'guest']).optional(),
  timezone: z.string().trim().min(1).max(100).nullable().optional(),
  language: z.enum(languages).nullable().optional(),
})
const pageGuestSchema = z.union([
  z.object({ person: z.int().positive() }),
  z.object({ name: z.string().trim().min(1).max(60) }),
])
const addressSchema = z.object({ channel: z.enum(channelNames), id: z.string().min(1).max(1000) })

export function addPeopleRoutes(routes: Routes, { people, served, live }: PeopleApiDeps): void {
  function currentPeople(c: Context<SignInEnv>): wire.People {
    const isAtMachine = c.get('isAtMachine')
    return {
      people: toWire(people.list(isAtMachine), languageFor(c)),
      canAddOwn: isAtMachine,
      requests: people.requests.list().map(({ name, at, ...address }) => {
        return { ...address, name: printable(name), at: at.getTime() }
      }),
      channels: people.channels(),
      hasPublicAddress: served.publicUrl !== undefined,
    }
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

  routes.post('signed-in', '/people/set', async (c) => {
    const body = await parseBody(c, settingsSchema)
    if ('refused' in body) return body.refused
    const { person, ...settings } = body.value
    return answer(c, people.set(person, settings))
  })

  /** Somebody else's own way in. The owner's own links are made at the machine only. */
  routes.post('signed-in', '/people/page-link', async (c) => {
    const body = await parseBody(c, pageGuestSchema)
    if ('refused' in body) return body.refused
    if (served.publicUrl === undefined) return failure(c, 409, webMessages.noPublicAddress)
    const person = people.admitToPage(body.value)
    if ('problem' in person) return failure(c, 409, person.problem)
    const made = served.linkFor(person.id)
    return made
      ? c.json({ ...toWireLink(made), name: printable(person.name) })
      : failure(c, 409, webMessages.noPublicAddress)
  })

  for (const decision of ['allow', 'refuse'] as const)
    routes.post('signed-in', `/people/requests/${decision}`, async (c) => {
      const body = await parseBody(c, addressSchema)
      return 'refused' in body ? body.refused : answer(c, people.requests[decision](body.value))
    })

  /** People who may no longer use the page are signed out at once. */
  function answer(c: Context<SignInEnv>, outcome: Outcome): Response {
    live.prune()
    if ('problem' in outcome) return failure(c, 409, outcome.problem)
    return c.json({ ...currentPeople(c), said: textFor(c, outcome.said) } satisfies wire.People)
  }
}

function toWire(people: ReturnType<PeopleService['list']>, language: Language): wire.ListedPerson[] {
  return people.map(({ id, name, role, timezone, language: own, addresses }) => ({
    id,
    name: printable(name),
    role,
    ...(timezone !== undefined && { timezone }),
    ...(own && { language: own }),
    usesPage: addresses.some(({ channel, id: at }) => {
      const page = pageAddress({ id, role })
      return channel === page.channel && at === page.id
    }),
    addresses: addresses.map(({ channel, id: at, whyKept, isLinked }) => ({
      channel,
      id: at,
      ...(whyKept !== undefined && { whyKept: textIn(whyKept, language) }),
      ...(isLinked && { isLinked }),
    })),
  }))
}
