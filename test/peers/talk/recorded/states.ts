import { call } from '../client.ts'
import { removeAttendee } from '../messages/rows.ts'
import { openRoom } from '../rooms/membership.ts'
import { createPlace, type Place } from '../rooms/place.ts'
import { findRow } from '../world.ts'
import { messagesOf, type RecordedMessage, type Stage } from './reconstruct.ts'
import type { Recording } from './recording.ts'

/** What differs in the request from what was written down, and what happens while it is under way. */
export interface Arrangement {
  body?: unknown
  headers?: Record<string, string>
  during?: () => void
  /** Fields of which only the type is compared here. */
  masked?: string[]
}

export const botSecret = 'fixture-secret-not-real-0123456789abcdefghijklmnopqrstuvwxyz'

export function tokenOf(path: string): string {
  return /\/(?:chat|room)\/([a-z0-9]+)/.exec(path)?.[1] ?? ''
}

export function idOf({ response }: Recording): number {
  return (response.body as { ocs: { data: { id: number } } }).ocs.data.id
}

export function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}

export function lines({ next, direct, lab, alice, skein }: Stage, id: number): void {
  next(id)
  const place = id === 122 ? direct : lab
  place.say(id === 122 ? skein : alice, id === 62 ? 'mine' : 'Bot, react to this')
}

export function deleted({ next, lab, skein }: Stage, id: number): void {
  next(id)
  lab.remove(skein, lab.say(skein, 'x'))
}

export function expired(stage: Stage, id: number, recording?: Recording): void {
  stage.next(id)
  const row = findRow(stage.lab.room, stage.lab.say(stage.alice, 'short'))
  if (row !== undefined) row.expiresAt = 1
  if (recording !== undefined) stage.replay(messagesOf(recording))
}

export function slash(stage: Stage, id: number, place: Place, recording: Recording): void {
  stage.next(id)
  place.say(stage.alice, '/etc')
  stage.replay(messagesOf(recording))
}

export function slashOfOurs(stage: Stage, recording: Recording): void {
  stage.replay(messagesOf(recording))
  stage.next(129)
  stage.direct.say(stage.skein, '/usr')
}

export function twoFiles(stage: Stage, recording: Recording): void {
  stage.lab.share(stage.alice, { name: 'diagram.png' })
  stage.replay(messagesOf(recording))
}

export async function resolvedLive(stage: Stage, recording: Recording): Promise<void> {
  const messages = messagesOf(recording)
  const again = messages.find(({ id }) => id === 80)
  stage.replay(messages.filter(({ id }) => id < 80))
  stage.next(80)
  await call(stage.talk, stage.bob, 'POST', '/ocs/v2.php/apps/files_sharing/api/v1/shares', {
    shareType: 10,
    shareWith: stage.lab.token,
    path: '/Talk/diagram.png',
    referenceId: again?.referenceId,
  })
  stage.replay(messages.filter(({ id }) => id > 80))
}

export function reactionDeleted({ next, lab, alice, bob, skein }: Stage): void {
  next(87)
  lab.say(skein, 'React to me', { referenceId: '9'.repeat(64) })
  lab.react(alice, 87, '👍')
  lab.react(bob, 87, '👍')
  lab.unreact(alice, 87, '👍')
}

function withCarol({ talk, skein, next }: Stage): { place: Place; carol: ReturnType<Stage['talk']['user']> } {
  const carol = talk.user('carol', 'Carol Gone')
  next(264)
  const room = openRoom(talk.world, { type: 1, owner: skein, pair: [skein, carol], token: 'kdv5wgjv' })
  const place = createPlace(talk.world, room)
  place.say(skein, 'Hi Carol')
  place.say(carol, 'Hi Skein, bye')
  return { place, carol }
}

export function leftOneToOne(stage: Stage): Place {
  const { place, carol } = withCarol(stage)
  place.leave(carol)
  return place
}

export function former(stage: Stage): void {
  const { place, carol } = withCarol(stage)
  place.say(stage.skein, 'Still there?')
  stage.talk.deleteAccount(carol)
}

interface ShownRoom {
  token: string
  type: number
  name: string
  hasCall: boolean
  lobbyState: number
  attendeePermissions: number
  status?: string
  lastMessage: RecordedMessage | []
}

/** The rooms as the answer shows them: which there are, and what came last in each. */
export function roomState(stage: Stage, { request, response }: Recording): void {
  const { data } = (response.body as { ocs: { data: ShownRoom | ShownRoom[] } }).ocs
  const rooms = Array.isArray(data) ? data : [data]
  const since = Number(request.query?.modifiedSince ?? 0)
  const byAge = [...rooms].sort((one, other) => lastId(one) - lastId(other))
  if (rooms.every(({ status }) => status === undefined)) delete stage.alice.status
  for (const { token, type, name, lastMessage, ...shown } of byAge) {
    if (!Array.isArray(lastMessage)) stage.replay([lastMessage])
    const { room } = stage.placeOf(token)
    if (type === 2) room.name = name
    if (request.query?.includeStatus === undefined) room.lastActivity = Math.max(since, room.lastActivity)
    if (shown.hasCall) room.callSince = 1
    room.hasLobby = shown.lobbyState === 1
    stage.placeOf(token).permit(stage.skein, shown.attendeePermissions)
  }
  const listed = new Set(rooms.map(({ token }) => token))
  if (request.path.endsWith('/room') && since === 0)
    for (const { token, room } of stage.talk.places()) if (!listed.has(token)) removeAttendee(room, stage.skein)
}

function lastId({ lastMessage }: ShownRoom): number {
  return Array.isArray(lastMessage) ? 0 : lastMessage.id
}

export function newRoom({ direct, lab }: Stage): Arrangement {
  direct.drop()
  lab.drop()
  return { masked: ['token'] }
}

export function sharedReport({ talk, lab, alice }: Stage, { request }: Recording): Arrangement | undefined {
  const name = decodeURIComponent(request.path.split('/').at(-1) ?? '')
  lab.share(alice, { name, bytes: '%PDF-1.4\n1 0 obj and so on' })
  const node = talk.world.homes.shares[0]?.node
  return request.headers['If-None-Match'] === undefined
    ? undefined
    : { headers: { 'If-None-Match': `"${node?.etag}"` } }
}

export async function outbox(stage: Stage, recording: Recording): Promise<Arrangement | undefined> {
  const { talk, skein, lab, direct } = stage
  const { homes } = talk.world
  const { name } = recording
  if (name === 'dav-mkcol-201') return undefined
  homes.folder(skein, 'Talk')
  homes.folder(skein, 'Skein outbox')
  if (name !== 'dav-put-201') homes.put(skein, 'Skein outbox/answer-01HXYZ.md', Buffer.from('# Answer\n'))
  const chart = homes.put(skein, 'Skein outbox/chart-01HXYZ.png', Buffer.from('png')).node
  if (name === 'share-list-by-path-200') homes.share(chart, skein, direct.room)
  const answer = homes.find(skein, 'Skein outbox/answer-01HXYZ.md')
  if (name === 'share-file-to-room-403-already' && answer !== undefined) homes.share(answer, skein, lab.room)
  if (name.startsWith('cookie-')) return { headers: { Cookie: await cookies(stage, recording) } }
  return undefined
}

export function preview({ talk, skein }: Stage, { request }: Recording): void {
  const id = Number(request.query?.fileId)
  const { homes, lastId: last, nextId } = talk.world
  while (last('file') < id - 1) nextId('file')
  homes.put(skein, id === 47 ? 'diagram.png' : 'report.pdf', Buffer.from('bytes'))
}

/** The cookies of an answer before, or as many of them as the recording kept. */
export async function cookies({ talk, skein }: Stage, { request }: Recording): Promise<string> {
  const first = await call(talk, skein, 'GET', '/ocs/v2.php/cloud/user')
  const kept = (request.headers.Cookie ?? '').split('; ').map((pair) => pair.split('=')[0])
  const given = (first.header('set-cookie') ?? '').split(/, (?=[\w-]+=)/).map((one) => one.split(';')[0] ?? '')
  return given.filter((pair) => kept.includes(pair.split('=')[0])).join('; ')
}

export async function wrongPasswords({ talk, skein }: Stage): Promise<void> {
  for (let i = 0; i < 11; i += 1) await call(talk, { ...skein, appPassword: 'wrong' }, 'GET', '/ocs/v2.php/cloud/user')
}

export async function unknownTokens({ talk, skein }: Stage, { response }: Recording): Promise<void> {
  const times = response.status === 500 ? 10 : 11
  for (let i = 0; i < times; i += 1) await call(talk, skein, 'GET', '/ocs/v2.php/apps/spreed/api/v4/room/zzzzzzzz')
}

export function installBot({ talk, lab, next, alice }: Stage, isOn = true): void {
  const url = 'http://127.0.0.1:9/hook'
  const description = 'A bot that only exists in fixtures'
  const { id } = talk.webhooks.install({ name: 'Fixture Bot', secret: botSecret, url, description })
  next(150)
  lab.say(alice, 'Hello webhook bot')
  if (isOn) lab.room.bots.add(id)
}
