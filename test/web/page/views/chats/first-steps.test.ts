import { expect, test } from 'vitest'
import { dismissStep, openSteps, readGone } from '../../../../../src/web/page/views/chats/first-run/first-steps.ts'
import { type Connection, connectionNames } from '../../../../../src/web/page/wire/settings-wire.ts'

const none = connectionNames.map((name): Connection => ({ name, isSet: false, isWaiting: false }))
const withOne = (name: string, isWaiting: boolean) =>
  none.map((one) => (one.name === name ? { ...one, isSet: true, isWaiting } : one))
const fresh = { brain: 'demo', connections: none, chats: 0, gone: [] }
const names = (known: Parameters<typeof openSteps>[0]) => openSteps(known).map(({ step }) => step)

test('a step goes when it is done, not wanted, or its time is over', () => {
  expect(names(fresh)).toEqual(['brain', 'channel', 'import'])
  expect(names({ ...fresh, brain: 'claude' })).toEqual(['channel', 'import'])
  expect(names({ ...fresh, connections: withOne('talk', false) })).toEqual(['brain', 'import'])
  expect(names({ ...fresh, gone: ['brain', 'import'] })).toEqual(['channel'])
  expect(names({ ...fresh, chats: 5 })).toEqual(['brain'])
})

test('what is saved and waits for a start is said, and leads to where it stands', () => {
  expect(openSteps({ ...fresh, connections: withOne('provider', true) })[0]).toEqual({
    step: 'brain',
    place: 'provider',
    isWaiting: true,
  })
  expect(openSteps({ ...fresh, connections: withOne('email', true) })[1]).toMatchObject({ place: 'email' })
})

test('what was dismissed stays so', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  dismissStep(storage, 'import')
  dismissStep(storage, 'brain')
  dismissStep(storage, 'import')
  expect(readGone(storage)).toEqual(['brain', 'import'])
})
