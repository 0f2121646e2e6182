import type { Context } from 'hono'
import { z } from 'zod'
import type { AnyText } from '../../../messages/localized.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type * as wire from '../../page/wire/people-wire.ts'
import { failure, parseBody } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import type { SignInEnv } from '../../server/sign-in.ts'
import { qrCode } from './qr-code.ts'
import type { PendingSettingsService } from './settings-api.ts'

/** The second address of the page, at which other devices reach it. */
export interface RemoteAccessApiDeps {
  nextStart: PendingSettingsService
  /** The addresses of this machine in private networks. */
  networkAddresses(): string[]
  /** How the page is served now. */
  served: ServedPage
}

export interface ServedPage {
  port: number
  /** Undefined if the page is for this machine only. */
  publicUrl: string | undefined
  /** A single-use link with which a person signs in at the public address. Undefined without one. */
  linkFor(person: number): { link: string; expiresAt: Date } | undefined
  /** Why the page could not be served at this address of the machine too; undefined if it could. */
  findListenProblem(address: string): Promise<AnyText | undefined>
}

const changeSchema = z.discriminatedUnion('to', [
  z.object({ to: z.literal('off') }),
  z.object({ to: z.literal('network'), address: z.string().min(1).max(100) }),
  z.object({ to: z.literal('public'), address: z.string().trim().min(1).max(300) }),
])

/** Where other devices open the page, and the links with which the owner signs them in. */
export function addRemoteAccessRoutes(
  routes: Routes,
  { nextStart, networkAddresses, served }: RemoteAccessApiDeps,
): void {
  routes.get('signed-in', '/remote-access', (c) => c.json(current(c)))

  /** Applies from the next start on. */
  routes.post('at-machine', '/remote-access', async (c) => {
    const body = await parseBody(c, changeSchema)
    if ('refused' in body) return body.refused
    const problem = await change(body.value)
    return problem === undefined ? c.json(current(c)) : failure(c, 409, problem)
  })

  /** A remote session may belong to somebody who stole the phone, so it makes no further ones. */
  routes.post('at-machine', '/sign-ins/link', (c) => {
    const made = served.linkFor(c.get('person').id)
    if (!made) return failure(c, 409, webMessages.noPublicAddress)
    return c.json(toWireLink(made) satisfies wire.SignInLink)
  })

  async function change(wanted: z.output<typeof changeSchema>): Promise<AnyText | undefined> {
    if (wanted.to === 'off') return nextStart.reset('web.bind') ?? nextStart.reset('web.public_url')
    if (wanted.to === 'public') {
      const url = wanted.address.includes('://') ? wanted.address : `https://${wanted.address}`
      return nextStart.reset('web.bind') ?? nextStart.set('web.public_url', url) ?? keepPort()
    }
    const problem = await served.findListenProblem(wanted.address)
    return problem ?? nextStart.reset('web.public_url') ?? nextStart.set('web.bind', wanted.address) ?? keepPort()
  }

  /** With a second address the port is never replaced by a free one, so it must be the one that is free now. */
  function keepPort(): AnyText | undefined {
    const configured = nextStart.read().sources['web.port']?.value
    return configured === served.port ? undefined : nextStart.set('web.port', String(served.port))
  }

  function current(c: Context<SignInEnv>): wire.RemoteAccess {
    const { sources, differs } = nextStart.read()
    const [bind, publicUrl] = [sources['web.bind'], sources['web.public_url']]
    const next = publicUrl?.value ?? (bind?.value && `http://${bind.value}:${served.port}`)
    return {
      ...(served.publicUrl !== undefined && { address: served.publicUrl }),
      ...(typeof next === 'string' && { next }),
      isWaiting: differs('web.bind') || differs('web.public_url'),
      isFromFile: [bind, publicUrl].some((key) => key?.source === 'file'),
      networks: networkAddresses(),
      canChange: c.get('isAtMachine'),
    }
  }
}

export function toWireLink({ link, expiresAt }: { link: string; expiresAt: Date }): wire.SignInLink {
  return { link, expiresAt: expiresAt.getTime(), qr: qrCode(link), isEncrypted: link.startsWith('https:') }
}
