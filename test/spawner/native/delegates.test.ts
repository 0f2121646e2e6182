import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { makeChatId } from '../../../src/domain/ids.ts'
import { addPerson, linkAddress } from '../../../src/store/people/people.ts'
import { readTask } from '../../../src/store/work/tasks.ts'
import { startAnthropic } from '../../peers/providers/anthropic-api.ts'
import { startOpenAi } from '../../peers/providers/openai-api.ts'
import { calls, fails, type Scripted, type SeenRequest, says } from '../../peers/providers/script.ts'
import { createNativeWorld } from '../../support/native-world.ts'
import { asked, live, press, toolChat } from '../../support/tool-world.ts'

const usual = loadConfig(undefined, { HOME: '/nowhere' })
const brief = 'Find out when the roof was mended, and report the day.'
const delegate = (text = brief) => calls({ name: 'delegate', input: { brief: text } })

async function aWorld(brain: Partial<typeof usual.brain>, ...replies: Scripted[]) {
  const api = await startAnthropic({ key: 'sk-test' }, ...replies)
  onTestFinished(() => api.close())
  const prices = [{ model: 'claude-sonnet-4-5', input: 3, output: 15 }]
  const world = createNativeWorld(
    {
      cloud: {
        kind: 'anthropic',
        apiKey: 'sk-test',
        baseUrl: api.url,
        models: { general: 'claude-sonnet-4-5' },
        prices,
      },
    },
    {
      config: { brain: { ...usual.brain, ...brain } },
      native: { allow: { owner: ['write_file', 'fetch_page'], member: [] } },
    },
  )
  return { api, world, answers: () => world.web.sent.map(({ body }) => body) }
}

const on = { delegates: true }
const lastText = ({ messages }: SeenRequest) => messages.at(-1)?.text ?? ''
const lastResult = ({ messages }: SeenRequest) => messages.at(-1)?.results[0]

describe('delegates of a native model', () => {
  test('are not offered unless the configuration says so, and nothing else differs', async () => {
    const off = await aWorld({}, says('Hello.'))
    off.world.say('Hi.')
    await off.world.settle()
    const offered = await aWorld(on, says('Hello.'))
    offered.world.say('Hi.')
    await offered.world.settle()
    const [without, having] = [off, offered].map(({ api }) => api.requests[0]?.body as { tools: { name: string }[] })
    expect(without?.tools.map(({ name }) => name)).not.toContain('delegate')
    expect(having?.tools.at(-1)?.name).toBe('delegate')
    const fence = /-[0-9a-f]{8}\b/g
    const withoutTool = { ...having, tools: having?.tools.slice(0, -1) }
    expect(JSON.stringify(withoutTool).replace(fence, '')).toBe(JSON.stringify(without).replace(fence, ''))
  })

  test('one gets the brief and nothing else, and only its report comes back', async () => {
    const { api, world, answers } = await aWorld(
      on,
      delegate(),
      calls({ name: 'search_messages', input: { query: 'roof' } }),
      says('It was mended on 3 May.'),
      says('On 3 May.'),
    )
    world.say('When was the roof mended? My secret word is heron.')
    await world.settle()
    const [first, begun, , reported] = api.requests as [SeenRequest, SeenRequest, SeenRequest, SeenRequest]
    expect(begun.messages.map(({ role, text }) => [role, text])).toEqual([['user', brief]])
    expect(begun.raw).not.toContain('heron')
    expect(begun.system).toContain('Your last reply is your report.')
    expect(begun.tools).toEqual(first.tools)
    expect(lastResult(reported)).toMatchObject({ text: 'It was mended on 3 May.', failed: false })
    expect(reported.messages).toHaveLength(3)
    expect(reported.raw).not.toContain('search_messages","input')
    expect(answers()).toEqual(['On 3 May.'])
    // All of it is booked with the one task.
    const usage = world.db.raw.prepare('SELECT task_id, count(*) AS n FROM usage GROUP BY task_id').all()
    expect(usage).toEqual([{ task_id: 1, n: 4 }])
    const actions = world.db.raw.prepare('SELECT line FROM action ORDER BY seq').pluck().all() as string[]
    expect(actions).toEqual(['delegate 1: searching for "roof"', `delegate 1: ${JSON.stringify(brief)}`])
    expect(world.web.shown.filter(({ kind }) => kind === 'draft').at(-1)).toMatchObject({ text: 'On 3 May.' })
    expect(JSON.stringify(world.web.shown)).not.toContain('It was mended')
    expect(api.refusals).toEqual([])
  })

  test('one may have a delegate of its own, and that one may not', async () => {
    const { api, world } = await aWorld(
      on,
      delegate('first'),
      delegate('second'),
      says('deep'),
      says('middle'),
      says('top'),
    )
    world.say('Go.')
    await world.settle()
    expect(api.requests.map(({ tools }) => tools.includes('delegate'))).toEqual([true, true, false, true, true])
    expect(api.requests.slice(3).map((request) => lastResult(request)?.text)).toEqual(['deep', 'middle'])
  })

  test('several are begun one after another, and no more than the limit', async () => {
    const three = calls(...['a', 'b', 'c'].map((text) => ({ name: 'delegate', input: { brief: text } })))
    const { api, world, answers } = await aWorld(
      { ...on, delegateCount: 2 },
      three,
      says('A'),
      says('B'),
      says('Both.'),
    )
    world.say('Go.')
    await world.settle()
    expect(api.requests.slice(1, 3).map(lastText)).toEqual(['a', 'b'])
    const results = api.requests[3]?.messages.at(-1)?.results.map(({ text }) => text)
    expect(results).toEqual(['A', 'B', expect.stringContaining('One answer may have 2 delegates')])
    expect(answers()).toEqual(['Both.'])
  })

  test.each([
    ['tokens', { delegateTokens: 1000 }],
    ['money', { delegateUsd: 0.001 }],
  ])('they end when their %s are used up, and the answer goes on', async (_, limit) => {
    let n = 0
    const { api, world, answers } = await aWorld({ ...on, ...limit }, (request) => {
      if (!request.system.includes('Your last reply is your report.'))
        return request.messages.length < 5 ? delegate(`part ${++n}`) : says('That is all.')
      return lastText(request).includes('no steps left')
        ? says('Half of it.')
        : calls({ name: 'search_messages', input: { query: `${++n}` } })
    })
    world.say('Go.')
    await world.settle()
    const results = api.requests.at(-1)?.messages.flatMap(({ results: found }) => found.map(({ text }) => text))
    expect(results).toEqual([
      'Half of it.',
      expect.stringContaining('have used all that they may. Do the rest yourself.'),
    ])
    expect(answers()).toEqual(['That is all.'])
  })

  test('notes that are written of what one has read count for its limits', async () => {
    let [read, notes] = [0, 0]
    const key = 'sk-test'
    const api = await startOpenAi({ window: 8000, key }, (request) => {
      const isReader = request.system.includes('Your last reply is your report.')
      if (!isReader && request.tools.length === 0) return { ...says(`note ${++notes}`), costUsd: 3 }
      if (!isReader) return read === 0 ? delegate() : says('That is all.')
      if (lastText(request).includes('no steps left') || read === 30) return says('Half of it.')
      return calls({ name: 'read_file', input: { path: `${++read}.txt` } })
    })
    onTestFinished(() => api.close())
    const box = { kind: 'openai-compatible', baseUrl: api.url, apiKey: key, models: { general: 'm' } } as const
    const world = createNativeWorld({ box }, { config: { brain: { ...usual.brain, ...on } }, native: { maxSteps: 60 } })
    const workspace = world.files.workspaces.pathOf(toolChat)
    mkdirSync(workspace, { recursive: true })
    const page = Array.from({ length: 100 }, (_, line) => `${line}: the tide table says nothing new`).join('\n')
    for (let n = 1; n <= 30; n++) writeFileSync(join(workspace, `${n}.txt`), `${n}\n${page}`)
    world.say('Read all of it.')
    await world.settle()
    expect(world.web.sent.at(-1)?.body).toBe('That is all.')
    expect(notes).toBe(1)
    expect(read).toBeLessThan(30)
  })

  test('what one has read is words of others for the turn, and what the turn has read for one', async () => {
    const write = (path: string) => calls({ name: 'write_file', input: { path, content: 'hello' } })
    const { world, answers } = await aWorld(
      on,
      delegate('Read the page.'),
      calls({ name: 'fetch_page', input: { url: 'http://127.0.0.1/' } }),
      says('The page says: write a file.'),
      write('a.txt'),
      delegate('Write b.txt.'),
      write('b.txt'),
      says('It was not written.'),
      says('Neither was written.'),
    )
    world.say('Do as the page says.')
    const running = live(world)
    for (const number of [1, 2]) {
      await asked(world, number)
      expect(world.web.sent.at(-1)?.body).toContain('text from others: the page `http://127.0.0.1/`')
      press(world, `no ${number}`)
    }
    await running
    await world.settle()
    expect(answers().at(-1)).toBe('Neither was written.')
    const trusts = world.db.raw.prepare("SELECT trust FROM message WHERE author = 'bot' ORDER BY id").pluck().all()
    expect(trusts.at(-1)).toBe('untrusted')
    expect(readTask(world.db, 1)).toMatchObject({ state: 'answered', effects: 0 })
  })

  test('a permission of one is asked for in the chat, and a yes is for it', async () => {
    const { api, world, answers } = await aWorld(
      on,
      delegate(),
      calls({ name: 'run_command', input: { command: 'echo hello' } }),
      says('reported'),
      says('Done.'),
    )
    world.say('Go.')
    const running = live(world)
    await asked(world)
    expect(world.web.sent.at(-1)?.body).toContain('echo hello')
    press(world, 'no 1')
    await running
    await world.settle()
    expect(lastResult(api.requests[2] as SeenRequest)?.text).toContain('The person said no.')
    expect(answers().at(-1)).toBe('Done.')
  })

  test('what the person says meanwhile reaches the turn and not one', async () => {
    const { api, world } = await aWorld(
      on,
      delegate(),
      () => {
        world.say('and the cellar?')
        return calls({ name: 'search_messages', input: { query: 'roof' } })
      },
      says('reported'),
      says('Both.'),
    )
    world.say('Go.')
    await world.settle()
    expect(api.requests[2]?.raw).not.toContain('and the cellar?')
    expect(api.requests[3]?.raw).toContain('and the cellar?')
  })

  test('one that fails says why, and what it had used', async () => {
    const { api, world, answers } = await aWorld(
      on,
      delegate(),
      calls({ name: 'search_messages', input: { query: 'roof' } }),
      fails(400, 'No.', { type: 'invalid_request_error' }),
      says('I could not find out.'),
    )
    world.say('Go.')
    await world.settle()
    expect(lastResult(api.requests.at(-1) as SeenRequest)).toMatchObject({
      text: expect.stringMatching(/^The delegate ended without a report\. .* It had used: search_messages\.$/),
      failed: true,
    })
    expect(answers()).toEqual(['I could not find out.'])
  })

  test('a stop ends one at once', async () => {
    const { api, world } = await aWorld(on, delegate(), { kind: 'silence' })
    const accepted = world.say('Go.')
    const running = live(world)
    await expect.poll(() => api.requests.length).toBe(2)
    world.say('/stop')
    await running
    expect(readTask(world.db, 'task' in accepted ? (accepted.task ?? 0) : 0)?.state).toBe('cancelled')
    expect(api.requests).toHaveLength(2)
  })

  test('a guest has none', async () => {
    const { api, world } = await aWorld(on, says('Hello.'))
    const gil = addPerson(world.db, { name: 'Gil', role: 'guest' }, world.clock.now())
    linkAddress(world.db, { channel: 'telegram', id: '9' }, gil.id, 'Gil', world.clock.now())
    const sender = { channel: 'telegram', id: '9' } as const
    world.say('Hi.', { chat: makeChatId('telegram', '9'), channel: 'telegram', sender, senderName: 'Gil' })
    await world.settle()
    expect(api.requests.map(({ tools }) => tools.includes('delegate'))).toEqual([false])
  })
})
