import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../src/domain/ids.ts'
import { chooseBrains, createLiveBrains } from '../../src/spawner/brain-choice.ts'
import { createBrains, parseModel, withChoice, wrapBrains } from '../../src/spawner/brains.ts'
import { modelFor } from '../../src/spawner/claude/command-line.ts'
import type { Brain } from '../../src/spawner/spawner.ts'
import { createScriptedBrain, echo } from '../support/scripted-brain.ts'

const never = new AbortController().signal
const demo = { search: () => [], languageIn: () => 'en' as const, timezone: () => 'UTC', pieceMs: 0 }
const task = { id: 1, kind: 'reply', chat: makeChatId('web', 'a'), personId: 1 } as const

function named(name: string, more: Partial<Brain> = {}): Brain {
  return { ...createScriptedBrain(echo), name, ...more }
}

async function choose(wanted: string | undefined, problem: string | undefined, more: Record<string, string> = {}) {
  const asked: string[] = []
  const real = Object.entries({ real: problem, ...more }).map(([name, said]) =>
    named(name, {
      async probe() {
        asked.push(name)
        return said || undefined
      },
    }),
  )
  const make = await chooseBrains({ wanted, real, aliases: new Map([['alias', 'second']]), demo }, never)
  const brains = make(real)
  return { asked, real: real[0], brains, chosen: { name: brains.for(task).name, banner: brains.banner } }
}

describe('who answers', () => {
  test('is the real one where it can, and the demo where it cannot, which says how to connect the other', async () => {
    expect((await choose(undefined, undefined)).chosen).toEqual({ name: 'real', banner: undefined })
    const banner = {
      en: 'This is the demo, not a model. Sign in first.',
      de: 'Das ist die Demo, kein Modell. Sign in first.',
    }
    expect((await choose(undefined, 'Sign in first.')).chosen).toEqual({ name: 'demo', banner })
  })

  test('is the one the configuration names, also when it cannot, and the demo without asking the other', async () => {
    expect((await choose('real', 'Sign in first.')).chosen).toEqual({ name: 'real', banner: 'Sign in first.' })
    const { asked, chosen } = await choose('demo', undefined)
    expect(asked).toEqual([])
    expect(chosen.banner).toMatchObject({
      en: expect.stringContaining('[brain] default = "real"'),
      de: expect.stringContaining('[brain] default = "real"'),
    })
  })

  test('is the next of the real ones that can, where the first cannot', async () => {
    const { asked, chosen } = await choose(undefined, 'Sign in first.', { second: 'No key.', third: '' })
    expect(chosen).toEqual({ name: 'third', banner: undefined })
    expect(asked).toEqual(['real', 'second', 'third'])
    const none = await choose(undefined, 'Sign in first.', { second: 'No key.' })
    expect(none.chosen).toMatchObject({ name: 'demo', banner: { en: 'This is the demo, not a model. No key.' } })
  })

  test('is what the configuration names by what stands for a name, and no other is asked', async () => {
    const { asked, chosen, brains } = await choose('alias', undefined, { second: 'No key.' })
    expect(chosen).toEqual({ name: 'second', banner: 'No key.' })
    expect(asked).toEqual(['second'])
    expect(brains.named('alias')?.name).toBe('second')
  })

  test('leaves the other there for what it left open', async () => {
    const { brains, real } = await choose('demo', undefined)
    expect(brains.named('real')).toBe(real)
    expect(brains.named('gone')).toBeUndefined()
  })

  test('has the demo there for whoever asks for it', async () => {
    expect((await choose(undefined, undefined)).brains.named('demo')?.name).toBe('demo')
  })

  test('is who was chosen for the task, unless that one is gone', () => {
    const brains = createBrains(named('one'), [named('other')])
    expect(withChoice(brains, () => 'other').for(task).name).toBe('other')
    expect(withChoice(brains, () => 'gone').for(task).name).toBe('one')
    expect(withChoice(brains, () => undefined).for(task).name).toBe('one')
  })
})

test('what is put around brains leaves the choice among them as it was', () => {
  const [one, other] = [named('one'), named('other')]
  const brains = { ...createBrains(one, [other]), for: ({ id }: { id: number }) => (id === 1 ? one : other) }
  const around = wrapBrains(brains, (brain) => ({ ...brain, maxAttempts: 7 }))
  expect(around.usual).toMatchObject({ name: 'one', maxAttempts: 7 })
  expect(around.for({ ...task, id: 2 })).toMatchObject({ name: 'other', maxAttempts: 7 })
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
  expect(modelFor({ ...configured, smartModel: 'largest' }, 'smart')).toBe('largest')
})

test('a model is named with its brain before it, or the brain alone, or as it is', () => {
  const brains = createBrains(named('claude'), [named('local')], new Map([['native', 'local']]))
  const read = (words: string) => parseModel(brains, words)
  expect(read('smart')).toEqual({ model: 'smart' })
  expect(read('native')).toEqual({ brain: 'local' })
  expect(read('local/smart')).toEqual({ brain: 'local', model: 'smart' })
  expect(read('local/maker/large:free')).toEqual({ brain: 'local', model: 'maker/large:free' })
  expect(read('maker/large:free')).toEqual({ model: 'maker/large:free' })
})

test('brains that are replaced are used at once, also where they were wrapped before', () => {
  const { brains, replace } = createLiveBrains(createBrains(named('demo')))
  const chosen = withChoice(brains, () => undefined)
  const around = wrapBrains(chosen, (brain) => ({ ...brain, maxAttempts: 7 }))
  const before = around.usual
  expect([before.name, before === around.usual]).toEqual(['demo', true])
  replace({ ...createBrains(named('one'), [named('other')]), banner: 'It is slow.' })
  expect([around.usual.name, around.all.map(({ name }) => name), around.for(task).name]).toEqual([
    'one',
    ['one', 'other'],
    'one',
  ])
  expect([around.named('other')?.maxAttempts, around.named('demo'), around.banner]).toEqual([
    7,
    undefined,
    'It is slow.',
  ])
})
