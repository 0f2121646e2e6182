import type { IncomingMessage, ServerResponse } from 'node:http'
import type { User } from './accounts/accounts.ts'
import type { Webhooks } from './bots/webhooks.ts'
import type { Fault } from './http/faults.ts'
import { readRequest } from './http/request.ts'
import type { Traffic } from './http/traffic.ts'
import type { Manner } from './messages/saying.ts'
import type { Directory } from './rooms/directory.ts'
import type { SharedFile } from './rooms/place.ts'
import type { ServerState } from './server/state.ts'
import type { Actor } from './world.ts'

interface ControlDeps extends Directory {
  state: ServerState
  traffic: Traffic
  webhooks: Webhooks
  fail(route: string, fault: Fault, times?: number): void
  mend(): void
}

/** What a program in another process may say; who acts goes by id, guests as `guest/…` and others as `federated/…`. */
interface Order extends Manner {
  id: string
  name: string
  token: string
  by: string
  who: string
  members: string[]
  text: string
  message: number
  emoji: string
  file: SharedFile
  route: string
  fault: Fault
  times: number
  isOn?: boolean
  url: string
  secret: string
  bytes: number
}

/**
 * Orders over HTTP, `POST /-/<verb>` with JSON, for a program that drives the server from outside. They are no calls of the
 * server: nothing counts them, and no fault meets them.
 */
export function createControl(talk: ControlDeps): (request: IncomingMessage, response: ServerResponse) => boolean {
  const actor = (id: string): Actor => {
    if (id.startsWith('guest/')) return talk.guest(id.slice('guest/'.length))
    return id.startsWith('federated/') ? talk.federated(id.slice('federated/'.length)) : talk.user(id)
  }
  const user = (id: string): User => talk.user(id)
  const people = (ids: string[]): Actor[] => ids.map(actor)
  const credentials = ({ id, name, password, appPassword }: User) => ({ id, name, password, appPassword })

  const verbs: Record<string, (order: Order) => unknown> = {
    user: ({ id, name }) => credentials(talk.user(id, name)),
    group: ({ name, members }) => ({ token: talk.group(name, people(members)).token }),
    'public-room': ({ name, members }) => ({ token: talk.publicRoom(name, people(members)).token }),
    'one-to-one': ({ by, who }) => ({ token: talk.oneToOne(user(by), user(who)).token }),
    say: ({ token, by, text, ...manner }) => ({ id: talk.place(token).say(actor(by), text, manner) }),
    edit: ({ token, by, message, text }) => talk.place(token).edit(actor(by), message, text),
    remove: ({ token, by, message }) => talk.place(token).remove(actor(by), message),
    react: ({ token, by, message, emoji }) => talk.place(token).react(actor(by), message, emoji),
    unreact: ({ token, by, message, emoji }) => talk.place(token).unreact(actor(by), message, emoji),
    share: ({ token, by, file }) => ({ id: talk.place(token).share(user(by), file) }),
    add: ({ token, by, who }) => talk.place(token).add(actor(by), actor(who)),
    expel: ({ token, by, who }) => talk.place(token).expel(actor(by), actor(who)),
    leave: ({ token, who }) => talk.place(token).leave(actor(who)),
    join: ({ token, who }) => talk.place(token).join(actor(who)),
    clear: ({ token, by }) => talk.place(token).clear(actor(by)),
    lock: ({ token, by, isOn = true }) => talk.place(token).lock(actor(by), isOn),
    lobby: ({ token, by, isOn = true }) => talk.place(token).lobby(actor(by), isOn),
    archive: ({ token, who, isOn = true }) => talk.place(token).archive(actor(who), isOn),
    drop: ({ token }) => talk.place(token).drop(),
    seen: ({ token, who }) => talk.place(token).seenBy(actor(who)),
    rooms: () => talk.places().map(({ token, room }) => ({ token, type: room.type, name: room.name })),
    revoke: ({ who }) => talk.revoke(user(who)),
    disable: ({ who, isOn = true }) => talk.disable(user(who), isOn),
    'forget-sessions': () => talk.forgetSessions(),
    quota: ({ who, bytes }) => talk.quota(user(who), bytes),
    fail: ({ route, fault, times }) => talk.fail(route, fault, times),
    mend: () => talk.mend(),
    /** Any of the switches of the server, such as `{"isUnderMaintenance": true}`. */
    state: (order) => Object.assign(talk.state, order),
    'install-bot': ({ name, secret, url }) => ({ id: talk.webhooks.install({ name, secret, url }).id }),
    traffic: () => report(talk.traffic),
    'reset-traffic': () => talk.traffic.reset(),
  }

  async function obey(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const { params } = await readRequest(request, new AbortController().signal)
    const verb = verbs[name]
    try {
      if (verb === undefined) throw new Error(`there is no order ${name}; there are ${Object.keys(verbs).join(', ')}`)
      const result = verb(params as unknown as Order)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result ?? {}))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error: message }))
    }
  }

  return (request, response) => {
    const [, name] = /^\/-\/([\w-]+)$/.exec(request.url ?? '') ?? []
    if (name === undefined) return false
    void obey(request, response, name)
    return true
  }
}

function report(traffic: Traffic): object {
  const routes = [...new Set(traffic.calls.map(({ route }) => route))]
  const byRoute = routes.map((route) => {
    const calls = traffic.calls.filter((call) => call.route === route).length
    return [route, { calls, most: traffic.most(route) }]
  })
  const people = [...new Set(traffic.calls.map(({ who }) => who))].map((who) => [who, traffic.most(`@${who}`)])
  return {
    inFlight: traffic.inFlight(),
    most: traffic.most(),
    people: Object.fromEntries(people),
    routes: Object.fromEntries(byRoute),
  }
}
