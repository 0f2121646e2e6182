import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import type { Said } from '../peers/ledger.ts'
import { type FakeAnthropic, startAnthropic } from '../peers/providers/anthropic-api.ts'
import { calls, type ScriptedReply, type SeenRequest, says } from '../peers/providers/script.ts'
import { createSpeaker, type Speaker } from '../peers/speaker.ts'
import { hasBwrap } from '../spawner/claude/real-cli.ts'
import { until } from '../support/until.ts'

// The daemon dies in the middle of work with tools: the turn goes on, or its person is told; nothing is done twice.

const chat = 'web:home'
let build: Build

vi.setConfig({ maxConcurrency: 2 })
beforeAll(() => {
  build = createBuild()
})

/** Two steps that only look, two that change something, the answer: what comes next is told by what has come back. */
const steps: ScriptedReply[] = [
  calls({ name: 'search_messages', input: { query: 'harbour' } }, { name: 'list_files', input: {} }),
  calls({ name: 'search_messages', input: { query: 'boat' } }),
  calls({ name: 'run_command', input: { command: 'echo one >> ran.txt' } }),
  calls({ name: 'run_command', input: { command: 'echo two >> ran.txt; sleep 0.2' } }),
  says('It is done.'),
]

const doneIn = ({ messages }: SeenRequest) => messages.filter(({ calls: made }) => made.length > 0).length

interface World {
  api: FakeAnthropic
  daemon: DaemonPeer
  speaker: Speaker
  ran(): string[]
  lines(): Promise<string[]>
}

const nextStep = (request: SeenRequest) => steps[doneIn(request)] as ScriptedReply

async function inWorld(work: (world: World) => Promise<void>, reply = nextStep): Promise<void> {
  const api = await startAnthropic({ key: 'k' }, reply)
  const provider = `[providers.box]\nkind = "anthropic"\napi_key = "k"\nbase_url = "${api.url}"\n`
  const allow = '[native.allow]\nowner = ["run_command"]\n'
  const config = `[workers]\nsafe_mode_after = 0\n[disk]\nballast_mb = 0\n${provider}${allow}`
  const daemon = createDaemon({ build, config, brain: 'box' })
  const speaker = createSpeaker(daemon.socket)
  const folder = join(daemon.data, 'workspaces')
  const ran = () => {
    const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, 'ran.txt')) : []
    return files.filter((file) => existsSync(file)).flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  }
  const lines = async () => {
    const { body } = await speaker.call('GET', `/lines?chat=${chat}&limit=100`)
    return (body as { text: string }[]).map(({ text }) => text)
  }
  try {
    await work({ api, daemon, speaker, ran, lines })
    expect(api.refusals).toEqual([])
  } finally {
    speaker.close()
    await daemon.remove()
    await api.close()
  }
}

const isTold = (text: string) => text.includes('I was interrupted after I had started to make changes')

describe.skipIf(!hasBwrap).concurrent('killed', () => {
  test.each([1, 2, 3])(
    'while the model is asked for step %i, before anything was changed: it goes on from there',
    async (step) => {
      await inWorld(async ({ api, daemon, speaker, ran }) => {
        await daemon.start()
        let isDead = false
        api.script((request) => {
          const reply = steps[doneIn(request)] as ScriptedReply
          if (isDead || doneIn(request) < step - 1) return reply
          daemon.signal('SIGKILL')
          isDead = true
          return { kind: 'silence' }
        })
        const line = await speaker.say(chat, 'do it')
        await daemon.exited()
        const before = api.requests.length
        await daemon.start()
        expect(await speaker.outcome(line)).toMatchObject({ state: 'answered', replies: ['It is done.'] })
        // What was looked up before is not looked up again.
        expect(doneIn(api.requests[before] as SeenRequest)).toBe(step - 1)
        expect(ran()).toEqual(['one', 'two'])
      })
    },
  )

  test.each([4, 5])(
    'while the model is asked for step %i, after a change: the person is told, nothing runs twice',
    async (step) => {
      await inWorld(async ({ api, daemon, speaker, ran, lines }) => {
        await daemon.start()
        api.script((request) => {
          if (doneIn(request) < step - 1) return steps[doneIn(request)] as ScriptedReply
          daemon.signal('SIGKILL')
          return { kind: 'silence' }
        })
        await speaker.say(chat, 'do it')
        await daemon.exited()
        api.script(says('And now this.'))
        await daemon.start()
        await until(async () => expect((await lines()).filter(isTold)).toHaveLength(1))
        expect(ran()).toEqual(['one', 'two'].slice(0, step - 3))
        // It waits for the person and is in nobody's way.
        expect(await speaker.outcome(await speaker.say(chat, 'and now?'))).toMatchObject({ state: 'answered' })
        expect(ran()).toHaveLength(step - 3)
      })
    },
  )

  test('in the middle of a change: the same', async () => {
    await inWorld(async ({ api, daemon, speaker, ran, lines }) => {
      await daemon.start()
      await speaker.say(chat, 'do it')
      await until(() => expect(ran()).toContain('two'))
      await daemon.kill()
      api.script(says('And now this.'))
      await daemon.start()
      // Dead before the result, or after the answer: told, or answered; never both and never twice.
      await until(async () =>
        expect((await lines()).filter((text) => isTold(text) || text === 'It is done.')).toHaveLength(1),
      )
      expect(ran()).toEqual(['one', 'two'])
    })
  })

  test('stopped in good order in the middle of looking: it goes on after the start', async () => {
    await inWorld(async ({ api, daemon, speaker, ran }) => {
      await daemon.start()
      let stopped: Promise<unknown> | undefined
      api.script((request) => {
        if (stopped || doneIn(request) < 2) return steps[doneIn(request)] as ScriptedReply
        stopped = daemon.stop()
        return { kind: 'silence' }
      })
      const line = await speaker.say(chat, 'do it')
      await until(() => expect(stopped).toBeDefined())
      expect(await stopped).toMatchObject({ code: 0 })
      await daemon.start()
      expect(await speaker.outcome(line)).toMatchObject({ state: 'answered', replies: ['It is done.'] })
      expect(ran()).toEqual(['one', 'two'])
    })
  })
})

// The turn hands everything to a delegate, which looks, changes two things and reports.
const isDelegate = ({ system }: SeenRequest) => system.includes('Your last reply is your report.')
const handedOver = calls({ name: 'delegate', input: { brief: 'Do it.' } })
const delegated = (request: SeenRequest): ScriptedReply =>
  isDelegate(request) ? nextStep(request) : doneIn(request) === 0 ? handedOver : says('All is done.')

describe.skipIf(!hasBwrap).concurrent('killed in the middle of a delegate', () => {
  /** Its requests, and then that of the turn, which has its report. */
  const stepOf = (request: SeenRequest) => (isDelegate(request) ? doneIn(request) + 1 : doneIn(request) === 0 ? 0 : 6)

  async function killedAt(step: number, work: (world: World, line: Said) => Promise<void>): Promise<void> {
    const hasChanged = step > 3
    await inWorld(async (world) => {
      const { api, daemon, speaker } = world
      await daemon.start()
      await speaker.outcome(await speaker.say(chat, '/config brain.delegates true'))
      let isDead = false
      api.script((request) => {
        if (isDead || stepOf(request) !== step) return delegated(request)
        daemon.signal('SIGKILL')
        isDead = true
        return { kind: 'silence' }
      })
      const line = await speaker.say(chat, 'do it')
      await daemon.exited()
      if (hasChanged) api.script(says('And now this.'))
      await daemon.start()
      await work(world, line)
    }, delegated)
  }

  test.each([1, 2, 3])('before its step %i, and before it has changed anything: it is begun again', async (step) => {
    await killedAt(step, async ({ speaker, ran }, line) => {
      expect(await speaker.outcome(line)).toMatchObject({ state: 'answered', replies: ['All is done.'] })
      expect(ran()).toEqual(['one', 'two'])
    })
  })

  test.each([4, 5, 6])('before step %i, after a change: the person is told, nothing runs twice', async (step) => {
    await killedAt(step, async ({ speaker, ran, lines }) => {
      await until(async () => expect((await lines()).filter(isTold)).toHaveLength(1))
      expect(ran()).toEqual(['one', 'two'].slice(0, step - 3))
      expect(await speaker.outcome(await speaker.say(chat, 'and now?'))).toMatchObject({ state: 'answered' })
      expect(await lines()).not.toContain('All is done.')
    })
  })
})
