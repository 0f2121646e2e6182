import { expect, test } from 'vitest'
import type { RunnerErasure } from '../../../src/domain/erasure.ts'
import { createHostedSessions } from '../../../src/spawner/remote/hosted-sessions.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'
import { silentLog } from '../../support/silent-log.ts'
import { until } from '../../support/until.ts'

const erasure: RunnerErasure = { token: 'a'.repeat(32), chats: [], files: [], sentIn: [] }

/** Sessions whose disk is a list. */
function open({ fails = 0 } = {}) {
  const disk = new Set<string>()
  const forgotten: string[] = []
  const brain = { ...createScriptedBrain(echo), forget: (session: string) => void forgotten.push(session) }
  let failures = fails
  const sessions = createHostedSessions({
    brains: new Map([[brain.name, brain]]),
    log: silentLog,
    copies: {
      removeSession: (session) => void disk.delete(session),
      async remove(_, inUse) {
        for (const session of disk) if (!inUse.has(session)) disk.delete(session)
        if (failures-- > 0) throw new Error('the disk is broken')
      },
    },
  })
  const begin = (session: string) => {
    disk.add(session)
    return sessions.begin(brain.name, session)
  }
  return { sessions, begin, forgotten, left: () => [...disk] }
}

test('sessions that are not in use go at once, and the others when their turns have ended', async () => {
  const { sessions, begin, forgotten, left } = open()
  begin('idle')()
  const [first, second] = [begin('used'), begin('used')]
  const other = begin('other')
  sessions.erase(erasure)
  expect(left()).toEqual(['used', 'other'])
  first()
  expect(left()).toEqual(['used', 'other'])
  second()
  expect(left()).toEqual(['other'])
  expect(sessions.erased()).toBeUndefined()
  other()
  expect(left()).toEqual([])
  await until(() => expect(sessions.erased()).toBe(erasure.token))
  expect(forgotten).toEqual(['idle', 'used', 'other'])
})

test('a session that is continued before it was removed is removed all the same', async () => {
  const { sessions, begin, left } = open()
  const first = begin('used')
  sessions.erase(erasure)
  const second = begin('used')
  first()
  expect(sessions.erased()).toBeUndefined()
  second()
  expect(left()).toEqual([])
  await until(() => expect(sessions.erased()).toBe(erasure.token))
})

test('an erasure is done once, and again if the disk failed', async () => {
  const { sessions, begin, left } = open({ fails: 1 })
  sessions.erase(erasure)
  await until(() => {
    sessions.erase(erasure)
    expect(sessions.erased()).toBe(erasure.token)
  })
  begin('new')()
  sessions.erase(erasure)
  expect(left()).toEqual(['new'])
})

test('a session that the daemon does not need any more is removed from the disk, in use only after its turn', () => {
  const { sessions, begin, left } = open()
  begin('idle')()
  const used = begin('used')
  for (const session of ['idle', 'used', 'unknown']) sessions.forget(session)
  expect(left()).toEqual(['used'])
  used()
  expect(left()).toEqual([])
  expect(sessions.count()).toBe(0)
})
