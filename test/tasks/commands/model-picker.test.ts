import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { createBrains } from '../../../src/spawner/brains.ts'
import { anthropicFacts } from '../../../src/spawner/model-prices.ts'
import type { Brain } from '../../../src/spawner/spawner.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

const never = new AbortController().signal
const web = makeChatId('web', 'plans')

function brain(name: string, models: Record<string, string>, more: Partial<Brain> = {}): Brain {
  const modelFor = (role: string) => models[role] ?? (['fast', 'general', 'smart'].includes(role) ? undefined : role)
  const scripted = createScriptedBrain((turn) => [{ kind: 'done', text: `${name} ${turn.model}` }])
  return { ...scripted, name, modelFor, hasSessions: true, ...more }
}

function openWorld(more: Partial<Brain> = {}) {
  const claude = brain('claude', { fast: 'haiku' }, { hasEffort: true, modelFacts: async () => ({ window: 200_000 }) })
  const facts = { price: { input: 1, output: 2 }, window: 8192 }
  const local = brain(
    'local',
    { general: 'grain-7', fast: 'grain-7', smart: 'grain-70' },
    {
      modelFacts: async () => facts,
      ...more,
    },
  )
  const world = createRoadWorld({ brains: () => createBrains(claude, [local]) })
  const place = { chat: web, person: world.owner }
  const { models } = world.commands
  return {
    world,
    place,
    models,
    async say(text: string) {
      const before = world.web.sent.length
      world.say(text, { chat: web, keys: [text], remoteId: text })
      await world.settle()
      return world.web.sent
        .slice(before)
        .map(({ body }) => body)
        .join(' ')
    },
  }
}

describe('the model picker', () => {
  test('lists each model once, with its price and window, and says which one answers', async () => {
    const { models, place } = openWorld()
    const { offers, refusal } = await models.list(place, never)
    expect(refusal).toBeUndefined()
    expect(
      offers.map(({ name, role, model, window, price, isCurrent }) => [
        name,
        role,
        model,
        window,
        price?.input,
        isCurrent,
      ]),
    ).toEqual([
      ['claude/general', 'general', undefined, undefined, undefined, true],
      ['claude/fast', 'fast', 'haiku', 200_000, undefined, false],
      ['local/general', 'general', 'grain-7', 8192, 1, false],
      ['local/smart', 'smart', 'grain-70', 8192, 1, false],
    ])
    expect(models.current(place)).toEqual({ brain: 'claude', model: undefined, effort: undefined, isChosen: false })
  })

  test('chooses as /model and /brain do, in this chat alone, and resets both', async () => {
    const { models, place, say } = openWorld()
    expect(models.choose(place, 'local/smart')).toMatchObject({
      en: expect.stringContaining('**local** with `smart` (grain-70) answers from your next message on'),
    })
    expect(models.current(place)).toMatchObject({ brain: 'local', model: 'grain-70', isChosen: true })
    expect(models.current({ ...place, chat: makeChatId('web', 'other') })).toMatchObject({
      brain: 'claude',
      isChosen: false,
    })
    expect(await say('hello')).toBe('local smart')
    expect(await say('/brain')).toContain('**local** answers here with `smart` (grain-70), as chosen for this chat.')
    models.choose(place, 'claude/fast high')
    expect(models.current(place)).toMatchObject({ brain: 'claude', model: 'haiku', effort: 'high' })
    expect(await say('and now?')).toBe('claude fast high')
    models.choose(place, undefined)
    expect(models.current(place)).toMatchObject({ brain: 'claude', model: undefined, isChosen: false })
    expect(await say('and at last?')).toBe('claude general')
  })

  test('shows a model that a command named, also if it is in no role', async () => {
    const { models, place, say } = openWorld()
    await say('/model local/rare-1')
    const { offers } = await models.list(place, never)
    expect(offers.filter(({ isCurrent }) => isCurrent)).toMatchObject([
      { name: 'local/rare-1', role: undefined, model: 'rare-1' },
    ])
    // Choosing it again changes nothing.
    models.choose(place, 'local/rare-1')
    expect(models.current(place)).toMatchObject({ brain: 'local', model: 'rare-1' })
  })

  test('says why a model cannot answer, and to others than the owner only that something is wrong', async () => {
    const { models, place, world } = openWorld({ probe: async () => 'No answer at 127.0.0.1:11434.' })
    const problems = async (person: typeof place.person) => {
      const { offers } = await models.list({ ...place, person }, never)
      return offers.map(({ problem }) => problem)
    }
    const why = 'No answer at 127.0.0.1:11434.'
    expect(await problems(place.person)).toEqual([undefined, undefined, why, why])
    const [, , forMember] = await problems(world.member(5))
    expect(forMember).toMatchObject({ en: 'Something is wrong.' })
  })

  test('refuses whom /model refuses', async () => {
    const { models, place, world } = openWorld()
    const member = { chat: web, person: world.member(5) }
    expect((await models.list(member, never)).refusal).toBeDefined()
    expect(models.choose(member, 'local/smart')).toMatchObject({ en: expect.stringContaining('only my owner') })
    expect(models.current(place)).toMatchObject({ brain: 'claude' })
  })
})

test('the window of a Claude model is known by its name, and nothing is said about an unknown one', () => {
  expect(anthropicFacts('sonnet', '5m')).toMatchObject({ window: 200_000, price: { input: 3, output: 15 } })
  expect(anthropicFacts('haiku', '5m')).toMatchObject({ price: { input: 1, output: 5 } })
  expect(anthropicFacts('sonnet[1m]', '5m')).toMatchObject({ window: 1_000_000 })
  expect(anthropicFacts('my-own', '5m')).toEqual({})
})
