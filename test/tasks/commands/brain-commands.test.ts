import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { InboundMessage } from '../../../src/domain/message.ts'
import { createBrains } from '../../../src/spawner/brains.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from '../../support/road-world.ts'
import { createScriptedBrain, type ScriptedBrain } from '../../support/scripted-brain.ts'
import { placeStore } from '../../support/template-store.ts'

interface Talk {
  world: RoadWorld
  main: ScriptedBrain
  local: ScriptedBrain
  /** What is said to it in the end. */
  say(text: string, extra?: Partial<InboundMessage>): Promise<string>
}

function brain(name: string, models: Record<string, string>): ScriptedBrain {
  const scripted = createScriptedBrain((turn) => [{ kind: 'done', text: `${name}: ${turn.question}` }])
  const modelFor = (role: string) => models[role] ?? (['fast', 'general', 'smart'].includes(role) ? undefined : role)
  return { ...scripted, name, modelFor, hasSessions: true }
}

function talk(options: WorldOptions = {}, probe?: () => Promise<string | undefined>): Talk {
  const [main, local] = [
    { ...brain('main', { fast: 'small-1' }), hasEffort: true },
    brain('local', { general: 'grain-7', smart: 'grain-70' }),
  ]
  const world = createRoadWorld({
    ...options,
    brains: () => createBrains(main, [{ ...local, ...(probe && { probe }) }], new Map([['native', 'local']])),
  })
  return {
    world,
    main,
    local,
    async say(text, extra) {
      const before = [world.web.sent.length, world.telegram.sent.length]
      // No key of another life of the same store.
      const key = randomUUID()
      world.say(text, { keys: [key], remoteId: key, ...extra })
      await world.settle()
      const said = [...world.web.sent.slice(before[0]), ...world.telegram.sent.slice(before[1])]
      return said.map(({ body }) => body).join(' ')
    },
  }
}

const group = makeChatId('telegram', '-5')

function fromMember(id: number, chat = makeChatId('telegram', String(id))): Partial<InboundMessage> {
  return { channel: 'telegram', chat, sender: { channel: 'telegram', id: String(id) }, senderName: `Member ${id}` }
}

describe('/brain', () => {
  test('shows who answers here and who else is there', async () => {
    const { say } = talk()
    const told = await say('/brain')
    expect(told).toContain('**main** answers here with `general` (chosen by the provider).')
    expect(told).toContain('- **main** (default).')
    expect(told).toContain('- **local**.')
  })

  test('chooses who answers from the next message on, in this chat alone, with the conversation before it', async () => {
    const { say, main, local } = talk()
    await say('the gate code is 4711')
    expect(await say('/brain local')).toContain('**local** answers from your next message on')
    expect(await say('what is the gate code?')).toBe('local: what is the gate code?')
    expect(local.turns[0]?.system).toContain('the gate code is 4711')
    expect(local.turns[0]?.system).toContain('main: the gate code is 4711')
    expect(await say('and elsewhere?', { chat: makeChatId('web', 'b') })).toBe('main: and elsewhere?')
    expect(await say('/brain default')).toContain('**main** answers here again')
    expect(await say('and now?')).toBe('main: and now?')
    expect(main.turns.at(-1)?.session?.isNew).toBe(true)
    expect(main.turns.at(-1)?.system).toContain('local: what is the gate code?')
  })

  test('knows what stands for a name, and answers what is no name with the nearest', async () => {
    const { say } = talk()
    expect(await say('/brain native')).toContain('**local** answers from your next message on')
    const told = await say('/brain locla')
    expect(told).toContain('There is no provider "locla". Did you mean local?')
    expect(told).toContain('- **main** (default).')
    expect(await say('/brain')).toMatch(/^\*\*local\*\* answers here with .+, as chosen for this chat\./u)
  })

  test('tells what keeps the chosen one from answering, at once or when it was asked', async () => {
    const { say, world } = talk({}, async () => 'It has no key. Set it in the configuration.')
    expect(await say('/brain local')).toContain('**local** cannot answer at the moment. It has no key.')
    const failure = { class: 'billing', what: 'The account is empty.', retry: false } as const
    world.breakers.of('local').observe({ kind: 'failed', failure })
    expect(await say('/brain')).toContain(
      '- **local**. It is not available right now. The account is empty. I will try again',
    )
  })

  test('is the owner’s anywhere, a member’s where nobody reads along, and no guest’s', async () => {
    const { say, world } = talk()
    world.member(7)
    world.db.raw.prepare("UPDATE person SET role = 'guest' WHERE id = ?").run(world.member(8).id)
    expect(await say('/brain local', fromMember(7, group))).toContain('only my owner can choose the model')
    expect(await say('/brain local', fromMember(7))).toContain('**local** answers from your next message on')
    expect(await say('hello', fromMember(7))).toBe('local: hello')
    expect(await say('/brain local', fromMember(8))).toContain('Only my owner can choose the model.')
    expect(await say('/brain local', fromMember(1, group))).toContain('**local** answers from your next message on')
  })

  test('what was chosen is there after a restart, and a brain that is gone is no choice', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'skein-brain-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    placeStore(dataDir)
    const before = talk({ dataDir })
    await before.say('/brain local')
    await before.say('/model smart')
    const after = talk({ dataDir })
    expect(await after.say('hello')).toBe('local: hello')
    expect(after.local.turns[0]?.model).toBe('smart')
    const bare = createRoadWorld({ dataDir, brains: () => createBrains(after.main) })
    bare.say('still there?', { keys: ['still there'] })
    await bare.settle()
    expect(bare.web.sent.at(-1)?.body).toBe('main: still there?')
    bare.say('/brain', { keys: ['brain'] })
    await bare.settle()
    expect(bare.web.sent.at(-1)?.body).toContain('local is no longer available.')
  })
})

describe('/model', () => {
  test('shows the roles with what they come to', async () => {
    const { say } = talk()
    const told = await say('/model')
    expect(told).toContain('**main** answers here with `general` (chosen by the provider).')
    expect(told).toContain('- `fast` (small-1)')
  })

  test('chooses a role, and another session is opened for it only where it is another model', async () => {
    const { say, main } = talk()
    await say('one')
    expect(await say('/model fast')).toContain('**main** with `fast` (small-1) answers from your next message on.')
    await say('two')
    await say('three')
    await say('/model small-1')
    await say('four')
    expect(main.turns.map(({ model, session }) => [model, session?.isNew])).toEqual([
      ['general', true],
      ['fast', true],
      ['fast', false],
      ['small-1', false],
    ])
    expect(await say('/model default')).toContain(
      '**main** answers here with `general` (chosen by the provider) again.',
    )
    await say('five')
    expect(main.turns.at(-1)).toMatchObject({ model: 'general', session: { isNew: true } })
  })

  test('chooses how much the model thinks, with the model or alone, where the brain can be told', async () => {
    const { say, main, local } = talk()
    expect(await say('/model smart HIGH')).toContain(
      '**main** with `smart` (chosen by the provider), effort high answers from your next message on.',
    )
    await say('one')
    expect(await say('/model low')).toContain('`smart` (chosen by the provider), effort low')
    await say('two')
    expect(await say('/model')).toContain('effort low, as chosen for this chat.')
    expect(await say('/model local/smart high')).toBe('How much **local** thinks cannot be chosen.')
    await say('/brain local')
    await say('three')
    await say('/brain default')
    await say('four')
    await say('/model main high')
    await say('five')
    await say('/model default')
    await say('six')
    expect(main.turns.map(({ model }) => model)).toEqual([
      'smart high',
      'smart low',
      'smart low',
      'general high',
      'general',
    ])
    expect(main.turns.map(({ session }) => session?.isNew)).toEqual([true, true, true, true, true])
    expect(local.turns.map(({ model }) => model)).toEqual(['smart'])
  })

  test('a model by its own name holds for its brain alone', async () => {
    const { say, main, local } = talk()
    expect(await say('/model local/maker/large')).toContain(
      '**local** with `maker/large` answers from your next message on.',
    )
    await say('one')
    expect(local.turns[0]?.model).toBe('maker/large')
    await say('/brain main')
    await say('two')
    expect(main.turns[0]?.model).toBe('general')
    expect(await say('/model local/smart')).toContain(
      '**local** with `smart` (grain-70) answers from your next message on.',
    )
  })

  test('takes a slip for a slip, and lets a member name no model', async () => {
    const { say, world } = talk()
    expect(await say('/model smrat')).toContain('There is no model "smrat". Did you mean smart?')
    expect(await say('/model one two')).toBe('The name of a model is a single word.')
    world.member(7)
    expect(await say('/model maker/large', fromMember(7))).toContain('Only my owner can choose a model by its name.')
    expect(await say('/model local/smart', fromMember(7))).toContain('answers from your next message on')
  })
})
