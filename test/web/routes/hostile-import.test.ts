import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { seed } from '../../support/seeded.ts'
import { size } from '../../support/sizes.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { hostileImportFiles } from '../hostile-import-files.ts'
import { openImportHouse } from '../import-house.ts'
import { createWorld } from '../world.ts'

/** What a person can read: no name of a class, no place in our code, no path of this machine. */
const notPlain = /\b\w*Error\b|\bat \w+ \(|undefined|\[object|\/tmp\/|SQLITE/

test('hostile files kill nothing, leave nothing behind, and each ends in a plain sentence or a number of messages', {
  timeout: 600_000,
}, async () => {
  console.log(`SKEIN_SEED=${seed}`)
  const clock = createTestClock()
  const world = createWorld({ clock })
  onTestFinished(() => world.close())
  const { upload, preview, run, ask } = await openImportHouse(world)
  const files = hostileImportFiles(seed, size(30, 300))
  for (const [place, file] of files.entries()) {
    const about = `file ${place}`
    // The page may ask only so often.
    clock.advance(60_000)
    const id = await upload(file)
    const shown = await preview(id)
    const end = await run(id, place % 3 === 0 ? ['Ana'] : [])
    for (const outcome of [shown, end]) {
      const sentences = outcome.status === 'failed' ? [outcome.error] : (outcome.value.problems ?? [])
      for (const sentence of sentences) {
        expect(sentence, about).toMatch(/\w{2,}.* /)
        expect(sentence, about).not.toMatch(notPlain)
      }
    }
    expect(readdirSync(join(world.dir, 'imports')), about).toEqual([])
  }
  expect((await ask('/api/state')).status).toBe(200)
  expect(world.db.statement('PRAGMA quick_check').pluck().get()).toBe('ok')
})
