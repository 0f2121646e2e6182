import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areaOf, areas, type Finding } from '../../../src/app/doctor/check.ts'
import { fixFindings } from '../../../src/app/doctor/fixes.ts'
import { registry } from '../../../src/app/doctor/registry.ts'
import { testedClaude, testedTalk } from '../../../src/app/doctor/tested-versions.ts'
import { lockDirectory } from '../../../src/store/file/data-dir.ts'
import { hasDovecot } from '../../peers/mail/dovecot.ts'
import { redisServers } from '../../peers/redis/redis.ts'
import { releaseOf } from '../../peers/talk/server/version.ts'
import { type BrokenSetup, createPatient, never } from './patient.ts'
import { emailSetups } from './setups/email-setups.ts'
import { installationSetups } from './setups/installation-setups.ts'
import { networkSetups } from './setups/network-setups.ts'
import { runnerSetups } from './setups/runner-setups.ts'
import { serviceSetups } from './setups/service-setups.ts'
import { storeSetups } from './setups/store-setups.ts'

const setups = [...installationSetups, ...storeSetups, ...serviceSetups, ...networkSetups]
const isWrong = ({ verdict }: Finding) => verdict !== 'ok'

/** A failure of the check itself is no proof that it noticed anything. */
const isOwnFailure = ({ says }: Finding) => JSON.stringify(says).includes('could not be checked')

async function expectNoticedAndHealed({ id, breaks, heals, endsSilent }: BrokenSetup): Promise<void> {
  const patient = createPatient()
  await breaks(patient)
  const found = (await patient.look(id)).filter(isWrong)
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter(isOwnFailure)).toEqual([])
  for (const finding of found) expect(finding).toMatchObject({ id, why: expect.anything(), step: expect.anything() })

  if (heals) await heals(patient)
  else {
    const results = await fixFindings(found, patient.options(), never, new Set([id]))
    expect(results).toEqual(found.map(({ fix }) => expect.objectContaining({ id, fixed: fix?.shows, verdict: 'ok' })))
  }
  const healed = await patient.look(id)
  expect(healed.filter(isWrong)).toEqual([])
  if (!endsSilent) expect(healed.length).toBeGreaterThan(0)
}

describe('each check notices what is broken, says what to do, and passes when it is done', () => {
  test.each(setups.map((setup) => [setup.id, setup] as const))('%s', async (_id, setup) => {
    await expectNoticedAndHealed(setup)
  })

  test.skipIf(!hasDovecot()).each(emailSetups.map((setup) => [setup.id, setup] as const))('%s', async (_id, setup) => {
    await expectNoticedAndHealed(setup)
  })

  test.skipIf(redisServers.length === 0).each(runnerSetups.map((setup) => [setup.id, setup] as const))(
    '%s',
    async (_id, setup) => {
      await expectNoticedAndHealed(setup)
    },
  )
})

test('every registered check has such a setup, an id of its own and a known area', () => {
  const ids = registry.map(({ id }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(40)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !areas.includes(areaOf(id)))).toEqual([])
  expect([...new Set([...setups, ...emailSetups, ...runnerSetups].map(({ id }) => id))].toSorted()).toEqual(
    ids.toSorted(),
  )
})

test('a missing claude CLI is installed by the next step', async () => {
  const [found] = await createPatient().look('models.claude')
  expect(found?.step).toBe('npm install -g @anthropic-ai/claude-code && skein setup claude')
})

test('models and their sandbox are not looked for where runners run them', async () => {
  const patient = createPatient()
  patient.configure('[runners]\nurl = "/nowhere/redis.sock"\n')
  const look = async () => (await Promise.all(here.map((id) => patient.look(id)))).flat().map(({ id }) => id)
  const here = ['models.claude', 'models.default', 'sandbox.bwrap', 'sandbox.cli-tools'] as const
  expect(await look()).toEqual([])
  patient.put('data/runner/runner.json', '{}')
  expect(await look()).toEqual(here)
})

test('an interrupted update says which version starts, and is left alone while it is at work', async () => {
  const patient = createPatient()
  await installationSetups.find(({ id }) => id === 'installation.interrupted-update')?.breaks(patient)
  const look = async () => (await patient.look('installation.interrupted-update')).at(0)
  expect(await look()).toMatchObject({
    verdict: 'bad',
    says: { en: expect.stringContaining('from 1.2.3 to 1.3.0 was interrupted; until it is finished, 1.3.0 starts') },
    step: expect.stringContaining(' update --installation '),
  })
  const room = join(patient.dir, 'program/.cache/update-lock')
  mkdirSync(room)
  const lock = lockDirectory(room)
  expect((await look())?.verdict).toBe('ok')
  lock.release()
  expect((await look())?.verdict).toBe('bad')
})

test('the tested versions are those that the tests use', () => {
  const script = readFileSync(new URL('../../../scripts/claude-cli.mjs', import.meta.url), 'utf8')
  expect(Object.values(testedClaude).filter((version) => !script.includes(`'${version}'`))).toEqual([])
  const served = ([17, 19, 22, 24] as const).map((version) => Number.parseInt(releaseOf(version).talk, 10))
  expect([Math.min(...served), Math.max(...served)]).toEqual([testedTalk.oldest, testedTalk.newest])
})
