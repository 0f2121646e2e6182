import { randomBytes } from 'node:crypto'
import { json, ocs, type Reply, refuse } from '../http/reply.ts'
import { stringOf } from '../http/request.ts'
import { type Call, type Route, userOf } from '../http/route.ts'
import type { World } from '../world.ts'
import type { User } from './accounts.ts'

export interface Login {
  routes: Route[]
  /** Somebody opens the page of a login flow in their browser and agrees; `page` is the address they were given. */
  grant(page: string, user: User): void
}

/** How a program comes to an app password: with the login password, or through a page that a person opens. */
export function createLogin(world: World): Login {
  const flows = new Map<string, { page: string; user?: User }>()

  function appPassword(call: Call): Reply {
    if (world.accounts.isAppPassword(call.secret))
      throw refuse(403, 'You cannot request an new apppassword with an apppassword')
    return ocs({ apppassword: world.accounts.newAppPassword(userOf(call)) })
  }

  function revoke(call: Call): Reply {
    if (!world.accounts.isAppPassword(call.secret)) throw refuse(403, 'no app password in use')
    world.accounts.revoke(call.secret)
    return ocs([])
  }

  function begin(): Reply {
    const token = randomBytes(64).toString('hex')
    const page = `${world.origin()}/login/v2/flow/${randomBytes(64).toString('hex')}`
    flows.set(token, { page })
    return json(200, { poll: { token, endpoint: `${world.origin()}/login/v2/poll` }, login: page })
  }

  /** Nothing until somebody agreed, and then once. */
  function poll({ request }: Call): Reply {
    const token = stringOf(request.params.token)
    const { user } = flows.get(token) ?? {}
    if (user === undefined) return json(404, [])
    flows.delete(token)
    return json(200, { server: world.origin(), loginName: user.id, appPassword: world.accounts.newAppPassword(user) })
  }

  const core = (path: string) => new RegExp(`^/ocs/v[12]\\.php/core/${path}$`)
  return {
    routes: [
      { name: 'app-password', method: 'GET', path: core('getapppassword'), handle: appPassword },
      { name: 'revoke', method: 'DELETE', path: core('apppassword'), handle: revoke },
      { name: 'login-flow', method: 'POST', path: /^(?:\/index\.php)?\/login\/v2$/, isPublic: true, handle: begin },
      {
        name: 'login-poll',
        method: 'POST',
        path: /^(?:\/index\.php)?\/login\/v2\/poll$/,
        isPublic: true,
        handle: poll,
      },
    ],
    grant(page, user) {
      const flow = [...flows.values()].find((one) => one.page === page)
      if (flow === undefined) throw new Error(`no login flow has the page ${page}`)
      flow.user = user
    },
  }
}
