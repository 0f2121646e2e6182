import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../src/domain/ids.ts'
import { createBrains, eachBrain } from '../../src/spawner/brains.ts'
import { chooseBrains } from '../../src/spawner/choose.ts'
import { modelFor } from '../../src/spawner/claude/command-line.ts'
import { createScriptedBrain, echo } from '../support/scripted-brain.ts'

const never = new AbortController().signal
const demo = { search: () => [], timezone: () => 'UTC', pieceMs: 0 }
const task = { id: 1, kind: 'reply', chat: makeChatId('web', 'a'), personId: 1 } as const

async function choose(wanted: string | undefined, problem: string | undefined) {
  const asked: string[] = []
  const real = {
    ...createScriptedBrain(echo),
    name: 'real',
    async probe() {
      asked.push('probe')
      return problem
    },
  }
  const make = await chooseBrains({ wanted, real, demo }, never)
  const brains = make(real)
  return { asked, real, brains, chosen: { name: brains.for(task).name, banner: brains.banner } }
}

describe('who answers', () => {
  test('is the real one where it can, and the demo where it cannot, which says how to connect the other', async () => {
    expect((await choose(undefined, undefined)).chosen).toEqual({ name: 'real', banner: undefined })
    const banner = 'This is the demo, not a model. Sign in first.'
    expect((await choose(undefined, 'Sign in first.')).chosen).toEqual({ name: 'demo', banner })
  })

  test('is the one the configuration names, also when it cannot, and the demo without asking the other', async () => {
    expect((await choose('real', 'Sign in first.')).chosen).toEqual({ name: 'real', banner: 'Sign in first.' })
    const { asked, chosen } = await choose('demo', undefined)
    expect(asked).toEqual([])
    expect(chosen.banner).toContain('[brain] default = "real"')
  })

  test('leaves the other there for what it left open', async () => {
    const { brains, real } = await choose('demo', undefined)
    expect(brains.named('real')).toBe(real)
    expect(brains.named('gone')).toBeUndefined()
  })
})

test('what is put around brains leaves the choice among them as it was', () => {
  const [one, other] = ['one', 'other'].map((name) => ({ ...createScriptedBrain(echo), name }))
  if (!one || !other) throw new Error('no brains')
  const brains = { ...createBrains(one, [other]), for: ({ id }: { id: number }) => (id === 1 ? one : other) }
  const around = eachBrain(brains, (brain) => ({ ...brain, attempts: 7 }))
  expect(around.usual).toMatchObject({ name: 'one', attempts: 7 })
  expect(around.for({ ...task, id: 2 })).toMatchObject({ name: 'other', attempts: 7 })
  expect(around.for({ ...task, id: 2 })).toBe(around.named('other'))
  expect(around.all).toHaveLength(2)
})

test('a role comes to the model the configuration names, anything else is a model by its name', () => {
  const configured = { model: 'large', fastModel: 'small' }
  expect(['fast', 'general', 'smart', 'other-1'].map((role) => modelFor(configured, role))).toEqual([
    'small',
    'large',
    'large',
    'other-1',
  ])
  expect(['fast', 'general'].map((role) => modelFor({}, role))).toEqual(['haiku', undefined])
})
