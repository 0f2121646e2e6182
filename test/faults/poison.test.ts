import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { audit, figuresOf, type Said } from '../peers/ledger.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import { reportFigures } from '../support/report-figures.ts'

let build: Build
let daemon: DaemonPeer
let speaker: Speaker

// A demo that has bad days: it throws where nobody can catch it, and it waits until a file is there.
const begin = 'const answer = composeAnswer('
const deadly = `if (turn.question.includes('deadly')) setImmediate(() => { throw new Error('deadly') });`
const slow = `while (turn.question.includes('slow') && !process.getBuiltinModule('node:fs').existsSync(process.env.HOME + '/go')) await sleep(20, signal);`

beforeAll(() => {
  build = createBuild([{ file: 'spawner/demo/demo.js', from: begin, to: `${deadly} ${slow} ${begin}` }])
})
afterEach(async () => {
  speaker.close()
  await daemon.remove()
})

function move(config?: string): void {
  daemon = createDaemon(config === undefined ? { build } : { build, config })
  speaker = createSpeaker(daemon.socket)
}

/** Lets the slow ones answer. */
function go(): void {
  const file = join(daemon.config, '../home/go')
  if (!existsSync(file)) writeFileSync(file, '')
}

async function bookAfter(name: string) {
  await speaker.quiet(AbortSignal.timeout(QUIET_MS))
  expect(await daemon.stop()).toMatchObject({ code: 0 })
  const found = audit(daemon.database, speaker.said)
  reportFigures(name, figuresOf(found))
  expect(found.problems).toEqual([])
  return found
}

test('a message at which the daemon is killed three times is set aside with a notice, and everybody else is answered', async () => {
  // One at a time, so that only the deadly message is running when the daemon dies.
  move('[workers]\nsafe_mode_after = 0\nmax = 1\n')
  const killed = { SKEIN_CRASH_AT: 'run.first-event' }
  const first = daemon.launch(killed)
  const poison = speaker.say('web:poison', 'a line')
  await first.exited
  for (let again = 2; again <= 3; again++) await daemon.launch(killed).exited
  await daemon.start()
  const others = await Promise.all(['web:a', 'web:b'].map((chat) => speaker.say(chat, 'a harmless line')))
  const { state, replies } = await speaker.outcome(await poison)
  expect(state).toBe('quarantined')
  expect(replies).toEqual([expect.stringContaining('have stopped trying')])
  for (const other of others) expect(await speaker.outcome(other)).toMatchObject({ state: 'answered' })

  const again = await speaker.say('web:poison', 'the next line there')
  expect(await speaker.outcome(again)).toMatchObject({ state: 'answered' })
  expect((await bookAfter('poison')).ends).toEqual({ quarantined: 1, answered: 3 })
})

test('of messages that were gathered only the one it dies of is set aside; it takes three deaths to find it', async () => {
  move()
  const first = daemon.launch()
  const busy = await speaker.say('web:home', 'slow')
  await speaker.running(busy)
  const gathered: Said[] = []
  for (const text of ['one', 'a deadly line', 'three', 'four']) gathered.push(await speaker.say('web:home', text))
  const elsewhere = await speaker.say('web:elsewhere', 'slow as well')
  go()
  await first.exited
  for (let death = 2; death <= 3; death++) expect(await daemon.launch().exited).toMatchObject({ code: 1 })
  await daemon.start()
  const ends = await Promise.all([busy, ...gathered, elsewhere].map((line) => speaker.outcome(line)))
  expect(ends.map(({ state }) => state)).toEqual([
    'answered',
    'answered',
    'quarantined',
    'answered',
    'answered',
    'answered',
  ])
  await bookAfter('gathered poison')
})

test('after a kill nobody waits for what was under way', async () => {
  move()
  await daemon.start()
  const under = await Promise.all(['web:a', 'web:b'].map((chat) => speaker.say(chat, 'slow')))
  for (const line of under) await speaker.running(line)
  await daemon.kill()
  await daemon.start()
  expect(await speaker.outcome(await speaker.say('web:c', 'quick'))).toMatchObject({ state: 'answered' })
  // And those that were hit are all at it again.
  for (const line of under) await speaker.running(line)
  go()
  for (const line of under) expect(await speaker.outcome(line)).toMatchObject({ state: 'answered' })
  expect((await bookAfter('after a kill')).ends).toEqual({ answered: 3 })
})
