import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { referencePath } from '../../../support/reference.ts'

/** One exchange with a real server. */
export interface Recording {
  name: string
  actor: string
  request: {
    method: string
    path: string
    query: Record<string, string> | null
    headers: Record<string, string>
    body: unknown
  }
  response: { status: number; headers: Record<string, string | string[]>; body: unknown }
}

export function readRecordings(): Recording[] | undefined {
  const folder = referencePath('fixtures/talk')
  if (folder === undefined) return undefined
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recording)
}

/** Fields whose value is compared; of all others only the type is, since they depend on the hour or on what came before. */
const exact = new Set(
  'message messageType systemMessage actorType actorId actorDisplayName isReplyable markdown deleted reactionsSelf referenceId status statuscode token type name displayName readOnly lobbyState hasCall callFlag participantType permissions attendeePermissions sessionId lastPing objectType preview-available mimetype share_type item_type share_with uid_owner roomToken call-type source label state error maintenance installed productname canStartCall canDeleteConversation canLeaveConversation notificationLevel features'.split(
    ' ',
  ),
)

/** What must be the same: keys, types, lengths of lists, `[]` and `{}` apart, and the values that mean something. */
export function shapeOf(value: unknown, masked: string[] = [], key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item, masked, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item, masked, name)]))
  if (key === 'id' && typeof value === 'string' && !/^\d+$/.test(value)) return value
  if (value === null || (exact.has(key) && !masked.includes(key))) return value
  return `<${typeof value}>`
}

const valued = ['content-type', 'www-authenticate', 'x-chat-last-given', 'x-nextcloud-maintenance-mode', 'allow']
const present =
  /^(x-chat-|x-nextcloud-(?!bruteforce)|etag$|oc-|www-authenticate$|dav$|content-disposition$|last-modified$|retry-after$)/

/** The headers that say something, by name; those with a meaning of their own by value. */
export function headersOf(headers: Iterable<[string, string | string[]]>): Record<string, string> {
  const entries = [...headers].map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  const kept = entries.filter(([name]) => valued.includes(name) || present.test(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, valued.includes(name) ? value : '<there>']))
}
