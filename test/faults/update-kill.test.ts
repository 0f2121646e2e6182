import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createInstallation,
  failingInService,
  type Installation,
  soundAgain,
  start,
  versionFiles,
} from '../peers/installation.ts'
import { audit, figuresOf } from '../peers/ledger.ts'
import { createSpeaker, type Speaker } from '../peers/speaker.ts'
import { reportFigures } from '../support/report-figures.ts'
import { isLong } from '../support/sizes.ts'

// Updates that are killed at one step after the other, while people write. Whatever starts the program afterwards finds
// the old version or the new one, whole, with everything that was said; and the next `skein update` brings it to the end.
// At each step, on the way there and on the way back, in `npm run test:long`; test/app/update/update.test.ts dies at one.

const chat = 'web:home'
/** More than there are; the first that is not reached was the end. */
const steps = Array.from({ length: 80 }, (_, index) => index + 1)
const stepsBack = Array.from({ length: 8 }, (_, index) => index + 13)
const stepsOfReturn = [1, 2, 3, 4, 5]

let installed: Installation
let speaker: Speaker
let version = 1
let killed = 0
beforeAll(() => {
  if (!isLong) return
  installed = createInstallation()
  installed.serve()
  expect(installed.systemctl('start')).toBe(0)
  speaker = createSpeaker(join(installed.data, 'skein.sock'))
})
afterAll(() => {
  if (!isLong) return
  reportFigures('update', { kills: killed })
  speaker.close()
  installed.systemctl('stop')
  installed.remove()
})

const update = (crashAt?: string) =>
  installed.skein(
    ['--data', installed.data, 'update', '--yes'],
    crashAt === undefined ? {} : { SKEIN_CRASH_AT: crashAt },
  )

/** What systemd and npm would start. */
async function versions(): Promise<string[]> {
  const entries = ['dist/main.js', 'scripts/skein.mjs']
  const said = await Promise.all(
    entries.map((entry) => start([join(installed.folder, entry), '--version'], installed.env)),
  )
  return said.map(({ out, err }) => `${out}${err}`.trim())
}

async function expectAnswer(text: string): Promise<void> {
  const { state } = await speaker.outcome(await speaker.say(chat, text))
  expect(state).toBe('answered')
}

function expectSound(name: string): void {
  expect(installed.systemctl('is-active')).toBe(0)
  expect(installed.git('status', '--porcelain')).toBe('')
  expect(readdirSync(join(installed.folder, '.cache'))).toEqual([])
  const found = audit(join(installed.data, 'skein.db'), speaker.said)
  reportFigures(name, figuresOf(found))
  expect(found.problems).toEqual([])
  expect(found.accepted).toBe(speaker.said.length)
}

describe.runIf(isLong)('an update that is killed', () => {
  let isOver = false
  test.each(steps)('at step %i leaves the old version or the new one, and goes on the next time', async (step) => {
    if (isOver) return
    installed.publish(`Version ${version + 1}`, versionFiles(version + 1))
    const { signal, err } = await update(`update.${step}`)
    if (signal !== 'SIGKILL') {
      isOver = true
      expect(step, `step ${step} was never reached: ${err}`).toBeGreaterThan(30)
      version++
      return
    }
    killed++
    const [bySystemd = '', byNpm] = await versions()
    expect([`0.${version}.0`, `0.${version + 1}.0`]).toContain(bySystemd)
    expect(byNpm).toBe(bySystemd)
    expect(installed.systemctl('restart'), 'the service starts').toBe(0)
    await expectAnswer(`said after it was killed at step ${step}`)
    const again = await update()
    expect(again, again.err).toMatchObject({ code: 0 })
    version++
    expect(await versions()).toEqual([`0.${version}.0`, `0.${version}.0`])
    await expectAnswer('said to the new version')
    expectSound(`killed at step ${step}, then ${bySystemd}`)
  })
})

describe.runIf(isLong)('a new version that does not start', () => {
  const points = [...stepsBack.map((step) => `update.${step}`), ...stepsOfReturn.map((step) => `return.${step}`)]
  test.each(points)('and is killed at %s on the way back leads back the next time', async (point) => {
    const broken = failingInService('start.after-instance')
    installed.publish('Broken', { ...versionFiles(version + 1), ...broken, 'docs/point.md': point })
    const { signal, code, err } = await update(point)
    // Steps of the return are those of a process that works for the update, which then goes no further.
    expect({ signal, code }, err).toEqual(
      point.startsWith('update') ? { signal: 'SIGKILL', code: null } : { signal: null, code: 1 },
    )
    killed++
    const again = await update()
    expect(again.code, again.err).toBeOneOf([0, 1])
    expect(await versions()).toEqual([`0.${version}.0`, `0.${version}.0`])
    await expectAnswer(`said after the way back was killed at ${point}`)
    expectSound(`way back killed at ${point}`)
  })

  test('is followed by one that does', async () => {
    installed.publish('Sound', { ...versionFiles(version + 1), ...soundAgain() })
    expect(await update()).toMatchObject({ code: 0 })
    version++
    expect(await versions()).toEqual([`0.${version}.0`, `0.${version}.0`])
    await expectAnswer('said at last')
    expectSound('the end')
  })
})
