import { expect, test } from 'vitest'
import { createLog } from '../../src/lib/log.ts'
import { createLogTail } from '../../src/lib/log-tail.ts'
import { createScrubber } from '../../src/lib/text/secrets.ts'

function logged() {
  const scrubber = createScrubber()
  scrubber.add('sk-very-secret')
  const tail = createLogTail()
  const clock = { now: () => new Date(1000), mono: () => seconds++ * 1000 }
  let seconds = 0
  const destination = { write() {} }
  const log = createLog({ level: 'debug', format: 'json', destination, scrub: scrubber.scrub, clock, tail })
  return { log, tail }
}

test('what was logged last is there, the newest first, from a level on, and without a secret', () => {
  const { log, tail } = logged()
  log.child({ channel: 'web' }).info({ task: 17, said: 'it is sk-very-secret' }, 'task answered')
  log.debug('of no interest')
  log.error({ err: new Error('sk-very-secret refused') }, 'broken')
  const [newest, oldest] = tail.last(10, 30)
  expect(tail.last(10, 30)).toHaveLength(2)
  expect(oldest).toEqual({
    at: new Date(1000),
    level: 30,
    msg: 'task answered',
    more: 'channel=web task=17 said="it is [secret]"',
  })
  expect(newest).toMatchObject({ level: 50, msg: 'broken' })
  expect(newest?.more).toMatch(/^Error: \[secret\] refused\n {4}at /)
  expect(tail.last(1, 20).map(({ msg }) => msg)).toEqual(['broken'])
})

test('it keeps a thousand lines, and fewer of long ones', () => {
  const { log, tail } = logged()
  for (let n = 0; n < 1500; n++) log.info({ n }, 'again')
  const kept = tail.last(5000, 0)
  expect([kept.length, kept[0]?.more, kept.at(-1)?.more]).toEqual([1000, 'n=1499', 'n=500'])
  // Each is cut at 8 KB.
  for (let n = 0; n < 1000; n++) log.info({ stack: 'x'.repeat(20_000) }, 'long')
  const chars = tail.last(5000, 0).reduce((sum, { more }) => sum + more.length, 0)
  expect(chars).toBeGreaterThan(400_000)
  expect(chars).toBeLessThanOrEqual(512 * 1024)
})
