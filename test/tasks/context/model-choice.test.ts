import { expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { createBrains } from '../../../src/spawner/brains.ts'
import { setChatBrain } from '../../../src/store/settings.ts'
import { hourly, plan } from '../../scheduler/runs/jobs.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'

const HOUR = 3_600_000

test.each([
  // What the chat chose, what the job says, and who is asked with which model.
  [null, undefined, 'main fast'],
  ['local', undefined, 'local fast'],
  ['local', 'smart', 'local smart'],
  ['local', 'some-model', 'local some-model'],
  ['local', 'main', 'main general'],
  [null, 'local/smart', 'local smart'],
  [null, 'local/maker/model', 'local maker/model'],
  ['gone', 'smart', 'main smart'],
])('in a chat that chose %s, a job that says %s is asked of %s', async (brain, model, asked) => {
  const [main, local] = ['main', 'local'].map((name) => ({ ...createScriptedBrain(echo), name }))
  if (!main || !local) throw new Error('no brains')
  const world = createRoadWorld({ brains: () => createBrains(main, [local]) })
  plan(world, hourly, { options: { model } })
  if (brain) setChatBrain(world.db, makeChatId('web', 'a'), { brain, model: null }, world.owner.id, world.clock.now())
  await world.settle()
  world.clock.advance(HOUR)
  await world.tick()
  const turns = [main, local].flatMap(({ name, turns: all }) =>
    all.filter(({ kind }) => kind === 'scheduled').map((turn) => `${name} ${turn.model}`),
  )
  expect(turns).toEqual([asked])
})
