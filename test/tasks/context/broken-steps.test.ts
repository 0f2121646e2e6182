import { expect, test } from 'vitest'
import type { AssembledPart, LeftOutMessages } from '../../../src/gateway/assembly.ts'
import { createLog } from '../../../src/lib/log.ts'
import { latestAssembly } from '../../../src/store/recall/assemblies.ts'
import { lane } from '../../support/many-messages.ts'
import { createRoadWorld } from '../../support/road-world.ts'

function createLoggedWorld() {
  const logged: string[] = []
  const log = createLog({
    level: 'error',
    format: 'json',
    destination: { write: (line: string) => logged.push(line) > 0 },
    scrub: (text) => text,
  })
  const world = createRoadWorld({ log })
  const steps = () => logged.filter((line) => line.includes('a step of choosing what the model sees failed'))
  return { world, steps }
}

test('summaries that cannot be read: the message is answered, the cause is logged once, and /why says so', async () => {
  const { world, steps } = createLoggedWorld()
  world.say('my cat is called Minka')
  await world.settle()
  world.db.raw.exec('ALTER TABLE summary RENAME TO out_of_reach')
  world.say('what is my cat called?')
  await world.settle()
  world.db.raw.exec('ALTER TABLE out_of_reach RENAME TO summary')
  expect(world.web.sent.at(-1)?.body).toContain('what is my cat called?')
  const failure = { step: 'summaries', left: 'the rest' }
  expect(steps().map((line) => JSON.parse(line))).toMatchObject([
    { ...failure, err: { message: 'no such table: summary' } },
  ])
  expect(latestAssembly<AssembledPart, LeftOutMessages>(world.db, lane)).toMatchObject({ failures: [failure] })
  world.say('/why')
  await world.settle()
  expect(world.web.sent.at(-1)?.body).toContain(
    'Something failed in Skein while this prompt was built: summaries were left out. The log has the cause.',
  )
})
