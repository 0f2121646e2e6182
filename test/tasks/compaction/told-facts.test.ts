import { expect, test } from 'vitest'
import type { Completion } from '../../../src/spawner/spawner.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { laneSummary } from '../../../src/store/recall/summaries.ts'
import { chat, EVER, HOUR, lane, worldWith } from '../../support/many-messages.ts'
import type { RoadWorld } from '../../support/road-world.ts'
import { toldFacts } from '../../support/told/facts.ts'
import { pastWith } from '../../support/told/past.ts'

const facts = toldFacts.map(({ fact }) => fact)
const quoted = (fact: string) => JSON.stringify(fact).slice(1, -1)

/** All of it stored, and some lines more: the last ten of a lane are never taken. */
function tell(world: RoadWorld): void {
  world.db.raw.pragma('synchronous = OFF')
  world.say('/whoami')
  const past = pastWith(toldFacts, { seed: 17 })
  const after = Array.from({ length: 12 }, () => ({ author: 'human', name: 'Ana', text: 'ok, see you' }) as const)
  for (const { author, name, text } of [...past, ...after]) {
    world.clock.advance(60_000)
    const at = world.clock.now()
    const who = { personId: author === 'bot' ? null : world.owner.id, trust: 'owner' } as const
    const line = { chat, lane, author, name, text, kind: 'conversation', origin: 'chat', ...who } as const
    insertMessage(world.db, { ...line, at, receivedAt: at })
  }
  world.clock.advance(HOUR)
  world.upkeep.findWork()
}

/** Writes down every fact that it is shown, in the notes or in the lines, with the message it is from. */
async function factful(prompt: string): Promise<Completion> {
  const seen = facts.flatMap((fact) => {
    const note = prompt.split('\n').find((line) => line.startsWith('> - ') && line.includes(fact))
    if (note) return [note.slice(2)]
    const line = prompt.split('\n').find((row) => row.startsWith('{"id"') && row.includes(quoted(fact)))
    return line ? [`- 2026-02-02 somebody: ${fact} [${/\d+/.exec(line)?.[0]}]`] : []
  })
  const isOfConversation = prompt.includes('at most 1000 characters')
  const sections = ['Goals and open questions', 'Decisions', 'Facts', 'Outcomes', 'Pending actions'].flatMap((name) => [
    `## ${name}`,
    ...(name === 'Facts' ? (isOfConversation ? ['- 2026-02-02 Ana: told much'] : seen) : ['- none']),
  ])
  return { kind: 'text', text: sections.join('\n') }
}

test('of 51 facts all reach the summary request whole, and survive its checking and storing', async () => {
  const world = worldWith(factful)
  tell(world)
  await world.settle()
  const asked = world.prompts.filter((prompt) => prompt.includes('at most 4800 characters'))
  expect(asked.length).toBeGreaterThan(1)
  expect(facts.filter((fact) => !asked.some((prompt) => prompt.includes(quoted(fact))))).toEqual([])
  const summary = laneSummary(world.db, lane, EVER)
  expect(summary?.made).toBe('model')
  expect(facts.filter((fact) => !summary?.text.includes(fact))).toEqual([])
})

test('without a model at least 40 of them stand in what is stored', async () => {
  const world = worldWith()
  tell(world)
  await world.settle()
  const summary = laneSummary(world.db, lane, EVER)
  expect(summary).toMatchObject({ made: 'extract', messages: 645 + 12 - 10 })
  expect(facts.filter((fact) => summary?.text.includes(fact)).length).toBeGreaterThanOrEqual(40)
})
