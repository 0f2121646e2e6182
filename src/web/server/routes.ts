import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import { webMessages } from '../../messages/web-messages.ts'
import { failure, limitBody } from './answers.ts'
import type { Signed, SignIn } from './sign-in.ts'

/**
 * Who may call a route. `signed-in` is the owner through either entry point. `at-machine` is the owner at the machine itself.
 * A remote session may belong to a thief of the phone, so it must not make itself permanent, add other ways in, name a
 * program to start, or decide where messages and money go.
 */
export type RouteAccess = 'anyone' | 'signed-in' | 'at-machine'

export interface ListedRoute {
  method: 'GET' | 'POST'
  path: string
  access: RouteAccess
}

/** The only way to add an API route, so that every route states its access. */
export interface Routes {
  get<P extends string>(access: RouteAccess, path: P, handle: Handler<Signed, P>): void
  /** The body is limited to a message unless another limit is given. `own` means that the route limits it. */
  post<P extends string>(
    access: RouteAccess,
    path: P,
    handle: Handler<Signed, P>,
    limit?: MiddlewareHandler | 'own',
  ): void
  /** All routes in order. */
  list: readonly ListedRoute[]
}

export function createRoutes(app: Hono<Signed>, signIn: Pick<SignIn, 'required'>): Routes {
  const list: ListedRoute[] = []
  const guards: Record<RouteAccess, MiddlewareHandler<Signed>[]> = {
    anyone: [],
    'signed-in': [signIn.required],
    'at-machine': [signIn.required, onlyAtMachine],
  }
  function add(route: ListedRoute, ...handlers: Handler<Signed>[]): void {
    list.push(route)
    app.on(route.method, [route.path], ...guards[route.access], ...handlers)
  }
  return {
    list,
    get: (access, path, handle) => add({ method: 'GET', path: `/api${path}`, access }, handle),
    post: (access, path, handle, limit = limitBody) =>
      add({ method: 'POST', path: `/api${path}`, access }, ...(limit === 'own' ? [] : [limit]), handle),
  }
}

const onlyAtMachine: MiddlewareHandler<Signed> = async (c, next) => {
  if (!c.get('isAtMachine')) return refuseElsewhere(c)
  await next()
  return undefined
}

export function refuseElsewhere(c: Context): Response {
  return failure(c, 403, webMessages.atMachineOnly)
}
