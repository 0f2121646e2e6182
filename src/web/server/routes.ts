import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import { webMessages } from '../../messages/web-messages.ts'
import { failure, limitBody } from './answers.ts'
import { mayCall } from './route-rights.ts'
import type { SignIn, SignInEnv } from './sign-in.ts'

/**
 * Where a route may be called from. `signed-in` is either entry point, `at-machine` only the machine itself. A remote
 * session may belong to somebody who stole the phone, so it must not make itself permanent, add other ways in, name a
 * program to start, or decide where messages and money go. Who may call a route is decided in route-rights.ts: usually
 * only the owner.
 */
export type RouteAccess = 'anyone' | 'signed-in' | 'at-machine'

export interface ListedRoute {
  method: 'GET' | 'POST'
  path: string
  access: RouteAccess
}

/** The only way to add an API route, so that every route states its access, and the rights of people are checked. */
export interface Routes {
  get<P extends string>(access: RouteAccess, path: P, handle: Handler<SignInEnv, P>): void
  /** By default the body may be as large as a message. With `own` the route itself limits it. */
  post<P extends string>(
    access: RouteAccess,
    path: P,
    handle: Handler<SignInEnv, P>,
    limit?: MiddlewareHandler | 'own',
  ): void
  /** All routes in order. */
  list: readonly ListedRoute[]
}

export function createRoutes(app: Hono<SignInEnv>, signIn: Pick<SignIn, 'required'>): Routes {
  const list: ListedRoute[] = []
  const guards: Record<RouteAccess, MiddlewareHandler<SignInEnv>[]> = {
    anyone: [],
    'signed-in': [signIn.required],
    'at-machine': [signIn.required, onlyAtMachine],
  }
  function add(route: ListedRoute, ...handlers: Handler<SignInEnv>[]): void {
    list.push(route)
    const rights = route.access === 'anyone' ? [] : [onlyFor(`${route.method} ${route.path}`)]
    app.on(route.method, [route.path], ...guards[route.access], ...rights, ...handlers)
  }
  return {
    list,
    get: (access, path, handle) => add({ method: 'GET', path: `/api${path}`, access }, handle),
    post: (access, path, handle, limit = limitBody) =>
      add({ method: 'POST', path: `/api${path}`, access }, ...(limit === 'own' ? [] : [limit]), handle),
  }
}

/** Before anything reads the request. */
function onlyFor(route: string): MiddlewareHandler<SignInEnv> {
  return async (c, next) => {
    if (!mayCall(c.get('person').role, route)) return failure(c, 403, webMessages.ownerOnly)
    await next()
    return undefined
  }
}

const onlyAtMachine: MiddlewareHandler<SignInEnv> = async (c, next) => {
  if (!c.get('isAtMachine')) return refuseRemote(c)
  await next()
  return undefined
}

export function refuseRemote(c: Context): Response {
  return failure(c, 403, webMessages.atMachineOnly)
}
