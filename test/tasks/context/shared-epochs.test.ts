import { expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { Role } from '../../../src/domain/person.ts'
import type { BrainEvent, Turn } from '../../../src/spawner/spawner.ts'
import { addPerson, linkAddress } from '../../../src/store/people/people.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, type ScriptedBrain } from '../../support/scripted-brain.ts'

// People who take turns in a group, and whose session it is.

const group = makeChatId('telegram', '-100')

function aWorld(act: (turn: Turn) => BrainEvent[] = () => []): { world: RoadWorld; brain: ScriptedBrain } {
  const brain = { ...createScriptedBrain((turn) => [...act(turn), { kind: 'done', text: 'Fine.' }]), hasSessions: true }
  return { brain, world: createRoadWorld({ brain, settings: { tasksPerHour: 100 } }) }
}

function letIn(world: RoadWorld, id: number, role: Role): void {
  const person = addPerson(world.db, { name: `Person ${id}`, role }, world.clock.now())
  linkAddress(world.db, { channel: 'telegram', id: String(id) }, person.id, person.name, world.clock.now())
}

async function say(world: RoadWorld, id: number, text: string): Promise<void> {
  const sender = { channel: 'telegram', id: String(id) } as const
  world.say(text, { channel: 'telegram', sender, senderName: `Person ${id}`, chat: group })
  await world.settle()
  world.clock.advance(60_000)
}

const epochs = (world: RoadWorld) => world.db.raw.prepare('SELECT reason FROM epoch ORDER BY id').pluck().all()

test.each<Role>(['member', 'guest'])('the owner and a %s alternating for ten turns share one', async (role) => {
  const { world, brain } = aWorld()
  letIn(world, 2, role)
  await say(world, 2, 'hello everybody')
  for (let n = 0; n < 10; n += 1) await say(world, n % 2 === 0 ? 1 : 2, `line ${n}`)
  expect(epochs(world)).toEqual([null])
  expect(new Set(brain.turns.map(({ system }) => system)).size).toBe(1)
  expect(brain.turns.map(({ session }) => session?.isNew)).toEqual([true, ...Array.from({ length: 10 }, () => false)])
  // The tools of a process are the same from its first turn to its last.
  expect(new Set(brain.turns.map(({ ownTools }) => ownTools?.join())).size).toBe(1)
})

test('somebody who may do less closes it once, and takes along no tools', async () => {
  const { world, brain } = aWorld()
  letIn(world, 2, 'member')
  letIn(world, 3, 'guest')
  for (const id of [1, 2, 1, 3, 1, 2, 3, 1]) await say(world, id, `from ${id}`)
  expect(epochs(world)).toEqual([
    'a profile, the model or the rights changed',
    'a profile, the model or the rights changed',
    null,
  ])
  expect(brain.turns.map(({ ownTools }) => (ownTools ?? []).length > 0)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

test('what somebody may do is decided for whoever asks, not for the session', async () => {
  const judged: string[] = []
  const write = { name: 'Write', input: { file_path: 'a.txt', content: 'a' } }
  const { world } = aWorld((turn) => {
    const path = `${turn.workspace}/a.txt`
    const verdict = world.permissions.judge(turn, { ...write, action: { kind: 'write', path, content: 'a' } })
    judged.push(`${turn.person.name} ${verdict.verdict}`)
    return []
  })
  letIn(world, 2, 'member')
  await say(world, 2, 'hello')
  await say(world, 1, 'write it')
  await say(world, 2, 'write it')
  // The owner needs no question for it (`[brain.claude.allow]`); a member is asked.
  expect(judged).toEqual(['Person 2 ask', 'Ana allow', 'Person 2 ask'])
  expect(epochs(world)).toEqual([null])
})

test('a private chat is keyed on its own person, whoever was let in elsewhere', async () => {
  const { world, brain } = aWorld()
  letIn(world, 2, 'guest')
  await say(world, 2, 'hello')
  world.say('and here?')
  await world.settle()
  expect(brain.turns.at(-1)?.ownTools).toContain('Bash')
})
