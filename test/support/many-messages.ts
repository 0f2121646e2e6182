import { makeChatId, rootLane } from '../../src/domain/ids.ts'
import type { Completion } from '../../src/spawner/spawner.ts'
import { insertMessage } from '../../src/store/messages/messages.ts'
import { listTasks } from '../../src/store/work/tasks.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from './road-world.ts'
import { createScriptedBrain, echo } from './scripted-brain.ts'

// A world in which much is said in one lane, and a model that is asked to sum it up.

export const chat = makeChatId('web', 'a')
export const lane = rootLane(chat)
export const HOUR = 3_600_000
export const EVER = { asOf: new Date('2100-01-01') }

export const usage = {
  model: 'small',
  inputTokens: 100,
  outputTokens: 10,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0.01,
  contextTokens: 100,
  windowTokens: undefined,
  firstTextMs: undefined,
}

export const good = ['Goals and open questions', 'Decisions', 'Facts', 'Outcomes', 'Pending actions']
  .map((name) => `## ${name}\n- ${name === 'Facts' ? '2026-03-14 Ana: the model was here' : 'none'}`)
  .join('\n')

export type Complete = (prompt: string, signal: AbortSignal) => Promise<Completion>

export function worldWith(complete?: Complete, options: WorldOptions = {}): RoadWorld & { prompts: string[] } {
  const prompts: string[] = []
  const brain = {
    ...createScriptedBrain(echo),
    ...(complete && {
      complete(prompt: string, _limits: unknown, signal: AbortSignal) {
        prompts.push(prompt)
        return complete(prompt, signal)
      },
    }),
  }
  return Object.assign(createRoadWorld({ brain, ...options }), { prompts })
}

export const answering: Complete = async () => ({ kind: 'text', text: good, usage })

/** People talk, a minute apart; the clock goes along. Long enough that a summary is shorter. */
export function chatter(
  world: RoadWorld,
  count: number,
  text = 'and then we talked about the garden for a good while, Ana and I',
): number[] {
  return Array.from({ length: count }, (_, at) => {
    world.clock.advance(60_000)
    const now = world.clock.now()
    const who = at % 2 === 0 ? ({ author: 'human', name: 'Ana' } as const) : ({ author: 'bot', name: 'Skein' } as const)
    return insertMessage(world.db, {
      chat,
      lane,
      ...who,
      kind: 'conversation',
      origin: 'chat',
      trust: 'owner',
      personId: at % 2 === 0 ? world.owner.id : null,
      at: now,
      receivedAt: now,
      text: `${text} (${at})`,
    })
  })
}

/** A first line by the front door makes chat and lane; then much is said, and then nothing for an hour. */
export async function afterManyMessages(world: RoadWorld, count = 40): Promise<number[]> {
  world.say('/whoami')
  const ids = chatter(world, count)
  world.clock.advance(HOUR)
  world.upkeep.findWork()
  await world.settle()
  return ids
}

export function compactions(world: RoadWorld) {
  return listTasks(world.db, { limit: 50 })
    .filter(({ kind }) => kind === 'compaction')
    .reverse()
}
