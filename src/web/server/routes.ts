import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import { webMessages } from '../../messages/web-messages.ts'
import { failure, limitBody } from './answers.ts'
import type { Signed, SignIn } from './sign-in.ts'

/**
 * Who may call a route. `signed-in`: the owner, by either door. `at-machine`: the owner, but only at the machine itself.
 * A session from elsewhere may be that of whoever took a phone: it must not make itself permanent, let itself in by
 * another way, name a program to start, or decide where words and money go.
 */
export type Access = 'anyone' | 'signed-in' | 'at-machine'

export interface ListedRoute {
  method: 'GET' | 'POST'
  path: string
  access: Access
}

/** The only way to add a route of the API: none exists without saying who may call it. */
export interface Routes {
  get<P extends string>(access: Access, path: P, handle: Handler<Signed, P>): void
  /** The body is limited to the size of a message, unless another limit is given; `own`: the route itself limits it. */
  post<P extends string>(access: Access, path: P, handle: Handler<Signed, P>, limit?: MiddlewareHandler | 'own'): void
  /** Every route that was added, in order. */
  list: readonly ListedRoute[]
}

export function createRoutes(app: Hono<Signed>, signIn: Pick<SignIn, 'required'>): Routes {
  const list: ListedRoute[] = []
  const guards: Record<Access, MiddlewareHandler<Signed>[]> = {
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
