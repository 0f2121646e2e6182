import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { loadConfig } from '../../../src/config/load.ts'
import { type ChatId, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import type { LibraryFolder } from '../../../src/domain/library.ts'
import type { Trust } from '../../../src/domain/person.ts'
import { type ProfileFile, roomFile, skillFile, userFile } from '../../../src/domain/profile.ts'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { textIn } from '../../../src/messages/localized.ts'
import type { Turn } from '../../../src/spawner/spawner.ts'
import { storeFile } from '../../../src/store/files/files.ts'
import { addPassages, beginFile, publishFile } from '../../../src/store/library/library-files.ts'
import { findPerson } from '../../../src/store/people/people.ts'
import { claimTask, updateClaimed } from '../../../src/store/work/claims.ts'
import { createToolAsides } from '../../../src/tasks/aside/tool-asides.ts'
import { createLibraryReader } from '../../../src/tasks/library/library-reader.ts'
import { createToolset } from '../../../src/tasks/permissions/toolset.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { connectMcp } from '../../tools/mcp-client.ts'

/** In every line, name, title and file of a chat that is not the asker's; no answer may hold it. */

export const CANARY = 'xanthous'

export const ana = '1'
const ben = '7'
export const cleo = '8'
export const chats = {
  ana: makeChatId('telegram', ana),
  page: makeChatId('web', 'a'),
  ben: makeChatId('telegram', ben),
  cleo: makeChatId('telegram', cleo),
  /** Ana and Cleo. */
  without: makeChatId('telegram', '-10'),
  /** Ana and Ben. */
  among: makeChatId('telegram', '-11'),
}

interface Asker {
  from: string
  chat: ChatId
  trust: Trust
  /** What they may read besides where they are. */
  reads?: ChatId[]
}

export const askers: Record<string, Asker> = {
  'a member alone': { from: ben, chat: chats.ben, trust: 'member' },
  'a member in a group': { from: ben, chat: chats.among, trust: 'member' },
  'the owner in a group': { from: ana, chat: chats.among, trust: 'owner' },
  'the owner with a stranger’s words': { from: ana, chat: chats.ana, trust: 'untrusted' },
  'the owner alone': { from: ana, chat: chats.ana, trust: 'owner', reads: [chats.page, chats.without, chats.among] },
}

/** A library with one file, which only the owner may read, and only alone. */
function fillLibrary({ db }: RoadWorld, word: string): LibraryFolder[] {
  const file = {
    folder: '/library',
    path: 'vault.md',
    rules: '',
    size: 1,
    modifiedAt: 1,
    hash: '',
    problem: undefined,
  }
  const id = beginFile(db, file)
  addPassages(db, id, [{ heading: `the vault ${word}`, text: `the vault of the library ${word}` }])
  publishFile(db, id)
  return [{ path: '/library', name: 'library', isTrusted: true }]
}

export async function createToolWorld({ from, chat, trust, reads = [] }: Asker) {
  const world = createRoadWorld()
  for (const member of [ben, cleo]) world.member(Number(member))
  const isTheirs = (other: ChatId) => other === chat || reads.includes(other)
  const mark = (other: ChatId) => (isTheirs(other) ? 'plain' : CANARY)

  const say = (other: ChatId, sender: string, text: string, topic?: string) => {
    const where = other.startsWith('web:')
      ? ({ channel: 'web', sender: { channel: 'web', id: 'owner' } } as const)
      : ({ channel: 'telegram', sender: { channel: 'telegram', id: sender } } as const)
    return world.say(`the vault ${text} ${mark(other)}`, {
      ...where,
      chat: other,
      chatTitle: `House ${mark(other)}`,
      senderName: `${sender} ${mark(other)}`,
      ...(topic === undefined ? {} : { topic }),
    })
  }

  for (let round = 1; round <= 3; round++) {
    say(chats.page, ana, `of the page ${round}`)
    say(chats.ana, ana, `of Ana ${round}`)
    say(chats.ben, ben, `of Ben ${round}`)
    say(chats.cleo, cleo, `of Cleo ${round}`)
    say(chats.without, cleo, `without Ben ${round}`)
    say(chats.without, cleo, `without Ben, in a topic ${round}`, '5')
    say(chats.among, ana, `among us ${round}`)
    await world.settle()
  }

  const paths: string[] = []
  const own = world.files.workspaces.pathOf(chat)
  await mkdir(own, { recursive: true })
  for (const other of Object.values(chats).filter((one) => one !== chat)) {
    const folder = world.files.workspaces.pathOf(other)
    await mkdir(folder, { recursive: true })
    const file = join(folder, 'plan.txt')
    await writeFile(file, CANARY)
    await symlink(file, join(own, `link-${paths.length}`))
    await symlink(folder, join(own, `folder-${paths.length}`))
    paths.push(file, relative(own, file), `link-${paths.length}`, `folder-${paths.length}/plan.txt`)
  }
  const shelved = await storeFile(
    world.db,
    world.files.fileStore,
    Readable.from([Buffer.from(CANARY)]),
    world.clock.steady,
  )
  if ('tooLarge' in shelved) throw new Error('not stored')
  paths.push(world.files.fileStore.pathOf(shelved.hash))

  // Where others read along, what they planned elsewhere is nobody's business either.
  const planners = chat === chats.among ? [cleo, from] : [cleo]
  const elsewhere = Object.values(chats).filter((other) => !isTheirs(other))
  const jobs = elsewhere.flatMap((other) => planners.map((planner) => planIn(world, other, planner)))

  const writeProfile = (file: ProfileFile, isReadable: boolean) => {
    const text = `## Rules\nthe vault ${isReadable ? 'plain' : CANARY}`
    world.profiles.change(file, { text, origin: 'page', personId: world.owner.id })
  }
  for (const other of Object.values(chats)) {
    writeProfile(roomFile(other), other === chat)
    const text = `---\ndescription: the vault ${mark(other)}\n---\n${mark(other)}`
    const skill = skillFile(other === chat ? 'keys' : 'vault', other)
    world.profiles.change(skill, { text, origin: 'page', personId: world.owner.id })
  }
  // In a group, not even their own.
  for (const id of [ana, ben, cleo]) {
    const person = findPerson(world.db, { channel: 'telegram', id })
    if (person) writeProfile(userFile(person.id), id === from && chat !== chats.among)
  }

  const facts = elsewhere.flatMap((other) => planners.map((planner) => rememberIn(world, other, planner)))

  const asked = say(chat, from, 'is asked about')
  const task = 'task' in asked ? (asked.task ?? 0) : 0
  beginTurn(world)
  const toolset = createToolset({
    ...world,
    ...world.files,
    version: '0',
    jobs: world.scheduling.jobs,
    asides: createToolAsides(world, world.liveConfig.current),
    silence: world.scheduling.silence,
    libraryReader: createLibraryReader({ db: world.db, folders: fillLibrary(world, mark(chats.ana)) }),
    config: () => loadConfig(undefined, { HOME: own }),
    ownTools: () => undefined,
    // Whoever is asked says no.
    whileWaiting: async <T>() => ({ state: 'no' }) as T,
    refused() {},
    lowered() {},
    wakeDelivery() {},
  })
  const pass = toolset.accessAt('http://127.0.0.1:9/mcp').issue()
  pass.bind({ task, trust, foreign: [] as const, ownTools: ['Read'] } as unknown as Turn)
  const client = await connectMcp(toolset.handle, pass.token)
  const count = (table: string) => world.db.raw.prepare(`SELECT max(id) FROM ${table}`).pluck().get() as number
  const readable = world.db.raw
    .prepare('SELECT id FROM message WHERE chat IN (SELECT value FROM json_each(?))')
    .pluck()
    .all(JSON.stringify([chat, ...reads])) as number[]
  return {
    client,
    paths,
    /** Planned where they may not look, by others and by themselves. */
    jobs,
    /** Remembered there. */
    facts,
    readable: new Set(readable),
    /** No id of anything, a line, a task, a conversation, a delivery, is above this. */
    highest: Math.max(...['message', 'task', 'conversation', 'outbox', 'person'].map(count)),
    ownLines: world.db.raw
      .prepare("SELECT count(*) FROM message WHERE chat = ? AND kind = 'conversation'")
      .pluck()
      .get(chat),
    attached: () => world.files.attachments.take(task),
  }
}

/** Of the task that waits: what changes something is done for one that runs. */
function beginTurn({ db, clock, instance }: RoadWorld): void {
  const leaseUntil = clock.mono() + 1_000_000
  const claim = claimTask(db, { instance, ...momentOf(clock), leaseUntil, suspects: true, kinds: ['reply'] })
  if (claim) updateClaimed(db, claim, { state: 'running' })
}

function planIn(world: RoadWorld, chat: ChatId, from: string): number {
  const person = findPerson(world.db, { channel: 'telegram', id: from })
  if (!person) throw new Error(`nobody is ${from}`)
  const asker = { person, timezone: 'UTC', chat, lane: rootLane(chat), route: { chat }, now: world.clock.now() }
  const due = { kind: 'cron', line: '0 9 * * *' } as const
  const made = world.scheduling.jobs.add(asker, { kind: 'reminder', due, text: `the vault ${CANARY}` })
  if ('problem' in made) throw new Error(textIn(made.problem, 'en'))
  return made.job.id
}

function rememberIn(world: RoadWorld, chat: ChatId, from: string): number {
  const person = findPerson(world.db, { channel: 'telegram', id: from })
  if (!person) throw new Error(`nobody is ${from}`)
  const statement = `The vault ${CANARY} belongs to ${from} in ${chat}.`
  const remembered = world.memory.remember({ person, chat, now: world.clock.now() }, { statement }, 'command')
  if ('problem' in remembered) throw new Error(textIn(remembered.problem, 'en'))
  return remembered.fact.id
}

export type ToolWorld = Awaited<ReturnType<typeof createToolWorld>>
