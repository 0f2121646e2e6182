import { expect, test } from 'vitest'
import { displaySupportOf } from '../../../src/app/display-support.ts'
import { makeChatId } from '../../../src/domain/ids.ts'
import { createPreview } from '../../../src/tasks/context/preview.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'

test('a changed persona closes an epoch', async () => {
  const brain = { ...createScriptedBrain(echo), hasSessions: true }
  let persona: string | undefined
  const world = createRoadWorld({ brain, persona: () => persona })
  for (const [text, who] of [
    ['hello', undefined],
    ['who are you?', 'You are Rex, and you bark.'],
    ['and now?', 'You are Rex, and you bark.'],
  ] as const) {
    persona = who
    world.say(text)
    await world.settle()
  }
  expect(brain.turns.map(({ session }) => session?.isNew)).toEqual([true, true, false])
  expect(brain.turns.map(({ system }) => system.includes('You are Rex'))).toEqual([false, true, true])
  const closed = world.db.raw.prepare('SELECT reason FROM epoch ORDER BY id').pluck().all()
  expect(closed).toEqual(['a profile, the model or the rights changed', null])
})

test('an imagined message shows it too', () => {
  const world = createRoadWorld({ persona: () => 'You are Rex, and you bark.' })
  const preview = createPreview({
    db: world.db,
    config: world.liveConfig.current,
    person: world.owner,
    brain: { name: 'scripted', model: undefined },
    shows: displaySupportOf,
  })
  const { system } = preview({ chat: makeChatId('web', 'a'), text: 'hi', from: 'Ana', at: world.clock.now() })
  expect(system).toContain('You are Rex, and you bark.')
})
