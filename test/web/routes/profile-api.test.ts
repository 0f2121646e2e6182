import { expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { roomFile, soulFile, userFile } from '../../../src/domain/profile.ts'
import { ensureChat } from '../../../src/store/messages/chats.ts'
import { addPerson } from '../../../src/store/people/people.ts'
import type { ProfileDetail, ProfileList } from '../../../src/web/page/wire/profile-wire.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { createWorld } from '../world.ts'

test('the owner reads and changes their own file and those of groups, and undoes it; files of others stay closed', async () => {
  const world = createWorld()
  const server = await world.serve()
  const ben = addPerson(world.db, { name: 'Ben', role: 'member' }, world.clock.now())
  const group = makeChatId('telegram', '-100')
  const place = { id: group, title: '**Family**', audience: 'group', personId: world.ownerId } as const
  ensureChat(world.db, place, world.clock.now())
  const json = { 'content-type': 'application/json', 'x-skein': '1' }
  const { cookie } = await signIn(server)
  const call = (path: string, body?: object) => {
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    return ask(server.port, { path, ...sent, headers: pageHeaders(server.port, { ...(body && json), cookie }) })
  }
  const own = userFile(world.ownerId)
  const { files } = (await call('/api/profiles')).json() as ProfileList
  expect(files).toEqual([
    { file: own, of: 'you', title: '', isEmpty: true },
    { file: soulFile, of: 'assistant', title: '', isEmpty: true },
    { file: roomFile(group), of: 'group', title: 'Family', isEmpty: true },
  ])
  for (const file of [userFile(ben.id), 'rooms/other/ROOM.md', '../config.toml', ''])
    expect((await call(`/api/profiles/file?file=${encodeURIComponent(file)}`)).status, file).toBe(404)
  expect((await call('/api/profiles/file', { file: userFile(ben.id), text: 'x', seen: 0 })).status).toBe(404)

  const first = (await call('/api/profiles/file', { file: own, text: '## Answers\nShort.', seen: 0 })).json()
  expect(first).toMatchObject({ text: '## Answers\nShort.\n', isEmpty: false, isShortened: false })
  const { version } = first as ProfileDetail
  expect((await call('/api/profiles/file', { file: own, text: 'Late.', seen: 0 })).status).toBe(409)
  expect((await call('/api/profiles/file', { file: own, text: 'password is hunter2000', seen: version })).status).toBe(
    409,
  )
  const second = (await call('/api/profiles/file', { file: own, text: 'Long.', seen: version })).json() as ProfileDetail
  expect(
    second.versions.map(({ origin, person, changes }) => [origin, person, changes.map(({ text }) => text)]),
  ).toEqual([
    ['page', 'Ana', ['## Answers', 'Short.', 'Long.']],
    ['page', 'Ana', ['## Answers', 'Short.']],
  ])
  const undone = await call('/api/profiles/restore', { file: own, version, seen: second.version })
  expect(undone.json()).toMatchObject({ text: '## Answers\nShort.\n' })
  expect((undone.json() as ProfileDetail).versions[0]).toMatchObject({ origin: 'undo', person: 'Ana' })
  expect((await call('/api/profiles/restore', { file: soulFile, version, seen: 0 })).status).toBe(404)
  const skill = { file: 'skills/weekly-report/SKILL.md', seen: 0 }
  expect((await call('/api/profiles/file', { ...skill, text: 'no description' })).status).toBe(400)
  const kept = await call('/api/profiles/file', { ...skill, text: '---\ndescription: Writes it.\n---\nWrite.' })
  expect(kept.json()).toMatchObject({ of: 'skill', title: 'weekly-report', isShortened: false })
  expect(((await call('/api/profiles')).json() as ProfileList).files.at(-1)).toMatchObject({ title: 'weekly-report' })
  await world.close()
})
