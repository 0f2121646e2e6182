import type { User } from '../accounts/accounts.ts'
import type { Reply } from './reply.ts'
import type { TalkRequest } from './request.ts'

export interface Call {
  request: TalkRequest
  /** Who calls, when they showed it. */
  user: User | undefined
  /** The password of this call or of its session. */
  secret: string
  /** What the groups of the path caught. */
  parts: string[]
}

export interface Route {
  /** By this name faults are set and calls are counted. */
  name: string
  method: string
  path: RegExp
  /** Also for those without credentials; the handler says what they get. */
  isPublic?: boolean
  handle(call: Call): Reply | Promise<Reply>
}

const spreed = '^/ocs/v[12]\\.php/apps/spreed/api'

/** A path under the Talk API; `:token` and `:id` are caught. A token of another form is no route at all. */
export function talkPath(version: 'v1' | 'v4', path: string): RegExp {
  const pattern = path.replaceAll(':token', '([a-z0-9]{4,30})').replaceAll(':id', '(\\d+)')
  return new RegExp(`${spreed}/${version}${pattern}$`)
}

export function userOf({ user }: Call): User {
  if (user === undefined) throw new Error('a route for users was reached without one')
  return user
}
