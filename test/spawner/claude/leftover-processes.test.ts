import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { findContainment } from '../../../src/lib/process-tree.ts'
import { endLeftoverProcesses } from '../../../src/spawner/claude/turn-folder.ts'
import { until } from '../../support/until.ts'
import { aTurn, claudeRig, fakeClaude, filesIn, type Rig, read } from './rig.ts'

const never = new AbortController().signal
const bwrapWorks = (await findContainment(process.env.PATH ?? '', never)) === 'bwrap'
const daemonScript = fileURLToPath(new URL('./doomed-daemon.ts', import.meta.url))

const rigs: Rig[] = []
const daemons: ChildProcess[] = []
afterEach(async () => {
  for (const daemon of daemons.splice(0)) daemon.kill('SIGKILL')
  for (const rig of rigs.splice(0)) {
    await endLeftoverProcesses(rig.runtimeDir)
    await rig.remove()
  }
})

function aRig(behaviour: string): Rig {
  const rig = claudeRig(behaviour, { containment: 'marker' })
  rigs.push(rig)
  return rig
}

/** Another daemon over the same folders, killed in the middle of a turn, or between two turns of a session. */
async function killedDaemon(rig: Rig, containment: string, session?: string): Promise<void> {
  const claude = fakeClaude(rig.dir, session ? 'converses and stays when nobody is left' : 'stops mid text')
  const args = ['--import', 'tsx', daemonScript, rig.dir, claude, containment, ...(session ? [session] : [])]
  const daemon = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  daemons.push(daemon)
  await once(daemon.stdout, 'data')
  expect(rig.survivors()).not.toEqual([])
  daemon.kill('SIGKILL')
  await once(daemon, 'exit')
}

const inATurn = ['in the middle of a turn', undefined] as const
const betweenTurns = ['between two turns', 'a2b6a1ce-6f0f-4d6a-9a63-7a3f5ee9a0c1'] as const

test.skipIf(!bwrapWorks).each([inATurn, betweenTurns])('under bwrap it dies with its daemon %s', async (_, session) => {
  const rig = aRig('answers')
  await killedDaemon(rig, 'bwrap', session)
  await until(() => expect(rig.survivors()).toEqual([]))
})

test.each([inATurn, betweenTurns])(
  'what a daemon left when it was killed %s is ended by the next',
  async (_, session) => {
    const rig = aRig('answers')
    await killedDaemon(rig, 'marker', session)
    expect(rig.survivors()).not.toEqual([])
    expect(filesIn(rig.runtimeDir)).toHaveLength(1)

    expect(await endLeftoverProcesses(rig.runtimeDir)).toBeGreaterThan(0)
    expect(rig.survivors()).toEqual([])
    expect(filesIn(rig.runtimeDir)).toEqual([])
  },
)

test('the turns of another data directory are not leftovers', async () => {
  const busy = aRig('stops mid text')
  const other = aRig('answers')
  for await (const _ of busy.brain.run(aTurn(), never)) {
    expect(await endLeftoverProcesses(other.runtimeDir)).toBe(0)
    expect(await endLeftoverProcesses(join(busy.runtimeDir, 'deeper'))).toBe(0)
    expect(busy.survivors()).not.toEqual([])
    break
  }
})

test('nothing to reap is nothing done', async () => {
  const rig = aRig('answers')
  expect(await endLeftoverProcesses(rig.runtimeDir)).toBe(0)
  await read(rig.brain)
  expect(await endLeftoverProcesses(rig.runtimeDir)).toBe(0)
})
