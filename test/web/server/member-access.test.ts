import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NamedFile } from '../../../src/domain/file.ts'
import { makeChatId } from '../../../src/domain/ids.ts'
import { ensureChat } from '../../../src/store/messages/chats.ts'
import { linkAddress, setPersonSettings } from '../../../src/store/people/people.ts'
import type { ChatListPage } from '../../../src/web/page/wire/chat-wire.ts'
import type { SignIns } from '../../../src/web/page/wire/people-wire.ts'
import type { LiveEvent, State } from '../../../src/web/page/wire/wire.ts'
import type { ListedRoute } from '../../../src/web/server/routes.ts'
import type { WebServer } from '../../../src/web/server.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { until } from '../../support/until.ts'
import { hear } from '../browser/hear.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { followEvents, inviteToPage, publicUrl, type RemoteBrowser } from '../page-people.ts'
import { listRoutes } from '../served.ts'
import { chatOf, createWorld } from '../world.ts'

const clock = createTestClock()
const world = createWorld({ clock })
const { db } = world
let server: WebServer
let owner = ''
let listed: readonly ListedRoute[] = []
const people = {} as Record<'member' | 'guest' | 'other', RemoteBrowser>
/** In everything that is not theirs. */
const SECRET = 'quetzalcoatl'
const own = { member: chatOf('00000000000a'), guest: chatOf('00000000000b'), other: chatOf('00000000000c') }
const foreign = { lines: [] as number[], tasks: [] as number[], file: {} as NamedFile & { proof?: string } }

beforeAll(async () => {
  server = await world.serve({ publicUrl })
  owner = (await signIn(server)).cookie
  for (const name of ['member', 'guest', 'other'] as const)
    people[name] = await inviteToPage(server, owner, { name: `The ${name}` })
  setPersonSettings(db, idOf('guest'), { role: 'guest' })
  const person = { id: world.ownerId, name: 'Ana', role: 'owner', timezone: undefined } as const
  listed = listRoutes(world, person).listed
  await writeWhatIsNotTheirs()
})
afterAll(() => world.close())

function idOf(name: keyof typeof people): number {
  return db.raw.prepare('SELECT id FROM person WHERE name = ?').pluck().get(`The ${name}`) as number
}

/** Chats of the owner here and elsewhere, a group, and a chat of somebody else on the page. */
async function writeWhatIsNotTheirs(): Promise<void> {
  const uploaded = await ask(server.port, {
    method: 'POST',
    path: '/api/files?name=plan.txt',
    headers: pageHeaders(server.port, {
      cookie: owner,
      'content-type': 'application/octet-stream',
      'content-length': String(SECRET.length),
    }),
    body: SECRET,
  })
  foreign.file = uploaded.json() as typeof foreign.file
  const said = await ask(server.port, {
    method: 'POST',
    path: '/api/chats/web:own/lines',
    headers: pageHeaders(server.port, { cookie: owner }),
    body: JSON.stringify({ key: 'first', text: `${SECRET} one`, files: [foreign.file] }),
  })
  const { line } = said.json() as { line: { id: number } }
  const { task } = world.say(chatOf('own'), `${SECRET} two`)
  foreign.lines.push(line.id, await world.reply(task, `${SECRET} three`))
  foreign.tasks.push(task)
  world.state(world.say(chatOf('own'), `${SECRET} four`).task, 'running')
  const telegram = { channel: 'telegram', id: '42' } as const
  linkAddress(db, telegram, world.ownerId, 'Ana', clock.now())
  ensureChat(db, { id: makeChatId('telegram', '42'), title: SECRET, audience: 'private', owner: telegram }, clock.now())
  foreign.lines.push(hear(world, makeChatId('telegram', '42'), { text: `${SECRET} five`, audience: 'private' }))
  // In a group a member spoke first, so it counts as theirs elsewhere. On the page it is the owner's business.
  foreign.lines.push(hear(world, makeChatId('talk', 'room'), { text: `${SECRET} six`, person: idOf('member') }))
  await people.other.call('POST', `/api/chats/${own.other}/lines`, { key: 'x', text: `${SECRET} seven` })
}

const foreignChats = [
  'web:own',
  'web:notices',
  'web:scheduled',
  'web:nobodys',
  'telegram:42',
  'talk:room',
  own.other as string,
  'web:..%2fown',
]

/** Everything stored but what a request of anybody changes: when a session was last used. */
function dump(): string {
  const tables = db.raw
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%' AND name <> 'web_session'",
    )
    .pluck()
    .all() as string[]
  return tables.map((name) => JSON.stringify(db.raw.prepare(`SELECT * FROM "${name}"`).all())).join('\n')
}

type Attempt = [path: string, body?: object]

const inForeignChats = (rest: string, body?: object): Attempt[] =>
  foreignChats.map((chat) => [`/api/chats/${chat}${rest}`, ...(body ? [body] : [])] as Attempt)
const atForeignLines = (rest: string): Attempt[] =>
  foreignChats.flatMap((chat) => foreign.lines.map((line): Attempt => [`/api/chats/${chat}/lines/${line}${rest}`]))
const throughOwnChat = (rest: (line: number) => string, chat: string): Attempt[] =>
  foreign.lines.map((line) => [`/api/chats/${chat}${rest(line)}`])

/**
 * How a person might get at what is not theirs, for every route that is open to them. A route that is opened to them
 * later has to be added here.
 */
const attempts = (chat: string): Record<string, Attempt[]> => ({
  'POST /api/sign-out': [],
  'GET /api/sign-ins': [['/api/sign-ins']],
  'POST /api/sign-ins/:name/end': ownersSessions().map((name): Attempt => [`/api/sign-ins/${name}/end`]),
  'POST /api/sign-ins/end-others': [],
  'GET /api/state': [['/api/state']],
  'GET /api/events': [],
  'GET /api/commands': [['/api/commands']],
  'GET /api/chats': [['/api/chats'], ['/api/chats?archived=true'], ['/api/chats?at=9999999999999&id=a']],
  'POST /api/chats/:chat/keep': inForeignChats('/keep', { name: 'mine', pinned: true }),
  'POST /api/chats/:chat/seen': inForeignChats('/seen', { line: 1 }),
  'GET /api/chats/:chat/erasable': inForeignChats('/erasable'),
  'POST /api/chats/:chat/delete': inForeignChats('/delete'),
  'GET /api/chats/:chat/lines': [
    ...inForeignChats('/lines'),
    ...throughOwnChat((line) => `/lines?around=${line}`, chat),
    ...throughOwnChat((line) => `/lines?before=${line + 1}`, chat),
  ],
  'GET /api/chats/:chat/since': inForeignChats('/since?at=0'),
  'POST /api/chats/:chat/lines': [
    ...inForeignChats('/lines', { key: 'k', text: 'let me in' }),
    ...foreign.lines.map((line): Attempt => [`/api/chats/${chat}/lines`, { key: 'k', text: 'see', replyTo: line }]),
    ...foreign.lines.map((line): Attempt => [`/api/chats/${chat}/lines`, { key: 'k', text: 'see', replaces: line }]),
    [`/api/chats/${chat}/lines`, { key: 'k', text: 'see', files: [foreign.file] }],
  ],
  'POST /api/chats/:chat/lines/:line/take-back': [
    ...atForeignLines('/take-back'),
    ...throughOwnChat((line) => `/lines/${line}/take-back`, chat),
  ],
  'POST /api/chats/:chat/lines/:line/retry': [
    ...atForeignLines('/retry'),
    ...throughOwnChat((line) => `/lines/${line}/retry`, chat),
  ],
  'GET /api/chats/:chat/lines/:line/steps': [
    ...atForeignLines('/steps'),
    ...throughOwnChat((line) => `/lines/${line}/steps`, chat),
  ],
  'POST /api/chats/:chat/versions/:version/choose': inForeignChats('/versions/1/choose'),
  'POST /api/chats/:chat/press': inForeignChats('/press', { data: 'retry 1' }),
  'POST /api/chats/:chat/stop': inForeignChats('/stop'),
  'POST /api/files': [],
  'GET /api/files/:message/:seq': foreign.lines.map((line): Attempt => [`/api/files/${line}/0`]),
  'GET /api/voice': [['/api/voice']],
  'POST /api/voice': [['/api/voice', foreign.file]],
  'GET /api/search': [
    [`/api/search?q=${SECRET}`],
    ['/api/search?q=qu'],
    ['/api/search?person=Ana'],
    ['/api/search?person=Bo'],
    ['/api/search?channel=telegram'],
    ['/api/search?channel=talk'],
    ['/api/search?files=true'],
    ['/api/search?from=0&until=8640000000000000'],
  ],
  'GET /api/search/choices': [['/api/search/choices']],
})

function ownersSessions(): string[] {
  return db.raw.prepare('SELECT hash FROM web_session WHERE person_id = ?').pluck().all(world.ownerId) as string[]
}

const named = ({ method, path }: ListedRoute) => `${method} ${path}`
/** Reads that find nothing, and still are no refusal. */
const mayAnswer = ['/api/sign-ins', '/api/state', '/api/commands', '/api/chats', '/api/search', '/api/voice']

describe.each(['member', 'guest'] as const)('a %s', (role) => {
  const call: RemoteBrowser['call'] = (...given) => {
    // Nobody is as fast as this.
    clock.advance(1000)
    return people[role].call(...given)
  }

  test('calls no route but those of chats, whatever the owner can call', async () => {
    const open = Object.keys(attempts(own[role]))
    const refused: string[] = []
    for (const route of listed) {
      if (route.access === 'anyone' || open.includes(named(route))) continue
      const answer = await call(route.method, route.path.replace(/:\w+/g, '1'))
      expect([named(route), answer.status]).toEqual([named(route), 403])
      expect(answer.text).not.toContain(SECRET)
      refused.push(named(route))
    }
    expect(refused.length).toBeGreaterThan(60)
    // Each of the others has its attempts below, and none of them is missing from the page.
    expect(open.filter((route) => !listed.some((each) => named(each) === route))).toEqual([])
  })

  test('gets nothing that is not theirs out of the routes that are open to them, and changes nothing there', async () => {
    await call('POST', `/api/chats/${own[role]}/lines`, { key: `own-${role}`, text: 'hello' })
    const before = dump()
    const sessions = ownersSessions()
    let made = 0
    for (const [route, all] of Object.entries(attempts(own[role]))) {
      const method = route.split(' ')[0] ?? ''
      for (const [path, body] of all) {
        const { status, text } = await call(method, path, body ?? {})
        const isFine = status >= 400 && status < 500
        const isEmpty = status === 200 && (mayAnswer.some((start) => path.startsWith(start)) || text === '{}')
        expect([method, path, status, isFine || isEmpty]).toEqual([method, path, status, true])
        expect([path, text]).not.toEqual([path, expect.stringContaining(SECRET)])
        expect([path, text]).not.toEqual([path, expect.stringContaining('Ana')])
        made++
      }
    }
    expect(made).toBeGreaterThan(100)
    expect(dump()).toBe(before)
    expect(ownersSessions()).toEqual(sessions)
  })

  test('sees their own chats, search results, files and sign-ins', async () => {
    const state = (await call('GET', '/api/state')).json() as State
    expect(state).toMatchObject({ person: `The ${role}`, role, brain: { name: 'script' } })
    expect(state.chats.chats.map(({ id }) => id)).toEqual([own[role]])
    const said = world.accepted.findLast(({ chat }) => chat === own[role])
    expect(said).toMatchObject({ sender: { channel: 'web', id: `person-${idOf(role)}` }, isRemote: true })
    const uploaded = (await call('POST', '/api/files?name=mine.txt', 'mine')).json() as object
    await call('POST', `/api/chats/${own[role]}/lines`, { key: `file-${role}`, text: 'kestrel', files: [uploaded] })
    const { lines } = (await call('GET', '/api/search?q=kestrel')).json() as { lines: { id: number }[] }
    expect((await call('GET', `/api/files/${lines[0]?.id}/0`)).text).toBe('mine')
    const { signIns } = (await call('GET', '/api/sign-ins')).json() as SignIns
    expect(signIns.map(({ isThis }) => isThis)).toEqual([true])
  })

  test('gets no number of /metrics and no way in at the machine', async () => {
    expect((await call('GET', '/metrics')).text).not.toContain('skein_')
    const headers = pageHeaders(server.port, { cookie: people[role].cookie.replace('__Host-', '') })
    expect((await ask(server.port, { path: '/api/state', headers })).status).toBe(401)
  })

  test('hears the events of their own chats and of no other', async () => {
    const [theirs, owners] = await Promise.all([
      followEvents(server, { cookie: people[role].cookie, isRemote: true }),
      followEvents(server, { cookie: owner }),
    ])
    for (const chat of [chatOf('own'), own.other, own[role]]) {
      const { task } = say(chat, role)
      world.state(task, 'running')
      world.thought(task, `${SECRET} thinks`)
      world.draft(task, `${chat} drafts`)
      world.tool(task, `${chat} reads`)
      await world.reply(task, `${chat} answers`)
    }
    const last = (events: LiveEvent[], chat: string) =>
      until(() => expect(JSON.stringify(events)).toContain(`${chat} answers`))
    await Promise.all([last(theirs.events, own[role]), last(owners.events, chatOf('own'))])
    expect([...chatsIn(theirs.events)]).toEqual([own[role]])
    expect([...chatsIn(owners.events)].filter((chat) => chat.startsWith('web:0'))).toEqual([])
    // A page that is opened while others are answered gets no draft of them either.
    const running = say(chatOf('own'), role).task
    world.draft(running, `${SECRET} begins`)
    const late = await followEvents(server, { cookie: people[role].cookie, isRemote: true })
    await world.reply(running, 'done')
    await Promise.all([theirs, owners, late].map(({ close }) => close()))
    expect(chatsIn(late.events).size).toBe(0)
  })
})

function say(chat: ReturnType<typeof chatOf>, role: 'member' | 'guest'): { task: number } {
  if (chat === chatOf('own')) return world.say(chat, 'a question')
  const id = idOf(chat === own.other ? 'other' : role)
  const message = { chat, key: crypto.randomUUID(), text: 'a question', senderName: 'Somebody' }
  const said = world.channel.say({ ...message, sender: { channel: 'web', id: `person-${id}` } })
  if (said.status !== 'stored' || said.task === undefined) throw new Error('not stored')
  return { task: said.task }
}

function chatsIn(events: LiveEvent[]): Set<string> {
  return new Set(
    events.flatMap((event) => {
      if (event.kind === 'line') return [event.line.chat]
      return event.kind === 'chats' ? event.chats.chats.map(({ id }) => id) : [event.chat]
    }),
  )
}

test('the list of the owner has no chats of others', async () => {
  const headers = pageHeaders(server.port, { cookie: owner })
  const { chats } = (await ask(server.port, { path: '/api/chats', headers })).json() as ChatListPage
  expect(chats.map(({ id }) => id)).not.toContain(own.other)
  expect((await ask(server.port, { path: `/api/chats/${own.other}/lines`, headers })).status).toBe(404)
})
