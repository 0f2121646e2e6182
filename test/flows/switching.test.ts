import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectDaemon } from '../../src/cli/daemon.ts'
import { calls } from '../../src/web/control/calls.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { startMessagesApi } from '../peers/messages-api.ts'
import { startAnthropic } from '../peers/providers/anthropic-api.ts'
import { startOpenAi } from '../peers/providers/openai-api.ts'
import { fails, says } from '../peers/providers/script.ts'
import { findRealClaude } from '../spawner/claude/real-cli.ts'

const claude = findRealClaude()

describe.skipIf(!claude)('a conversation with one model after the other', { timeout: 120_000 }, () => {
  let build: Build
  beforeAll(() => {
    build = createBuild()
  })

  /** Two providers, each of its own kind, and the real CLI; each says by its answer that it was asked. */
  async function open() {
    const cli = await startMessagesApi({ kind: 'text', pieces: ['The CLI heard it.'] })
    const ant = await startAnthropic({ models: ['large-1'] }, says('Ant heard it.'))
    const grain = await startOpenAi({ models: ['grain-7', 'grain-70'] }, says('Grain heard it.'))
    const daemon = createDaemon({
      build,
      brain: 'claude',
      config: `[brain.claude]
command = ${JSON.stringify(claude)}
api_key = "sk-canary"
base_url = "${cli.url}"
[providers.ant]
kind = "anthropic"
base_url = "${ant.url}"
api_key = "sk-canary"
models = { general = "large-1" }
[providers.grain]
kind = "openai-compatible"
base_url = "${grain.url}/v1"
models = { general = "grain-7", smart = "grain-70" }
`,
    })
    onTestFinished(async () => {
      await daemon.remove()
      for (const api of [cli, ant, grain]) await api.close()
    })
    const written = readFileSync(daemon.config, 'utf8')
    writeFileSync(daemon.config, written.replace('[brain]\n', '[brain]\nfailover = ["ant"]\n'))
    await daemon.start()
    const say = async (text: string) => {
      const { message } = await connectDaemon(daemon.data).ask(calls.send, {
        chat: 'web:dogs',
        key: randomUUID(),
        text,
      })
      for (;;) {
        const outcome = await connectDaemon(daemon.data).ask(calls.outcome, { message: message ?? 0 })
        if (outcome) return outcome.replies.join('\n')
      }
    }
    return { cli, ant, grain, daemon, say }
  }

  test('each of them is shown what was said to the others, and a restart changes nothing of it', async () => {
    const { cli, ant, grain, daemon, say } = await open()
    expect(await say('the gate code is 4711')).toBe('The CLI heard it.')

    expect(await say('/brain ant')).toContain('**ant** answers from your next message on')
    expect(await say('which code was it?')).toBe('Ant heard it.')
    expect(ant.requests.at(-1)).toMatchObject({
      model: 'large-1',
      system: expect.stringContaining('the gate code is 4711'),
    })

    expect(await say('/model grain/smart')).toContain(
      '**grain** with `smart` (grain-70) answers from your next message on',
    )
    expect(await say('and which one is it now?')).toBe('Grain heard it.')
    expect(grain.requests.at(-1)).toMatchObject({
      model: 'grain-70',
      system: expect.stringContaining('the gate code is 4711'),
    })
    expect(grain.requests.at(-1)?.system).toContain('Ant heard it.')

    await daemon.stop()
    await daemon.start()
    expect(await say('do you still know it?')).toBe('Grain heard it.')
    expect(grain.requests.at(-1)?.model).toBe('grain-70')
    expect(grain.requests.at(-1)?.raw).toContain('the gate code is 4711')

    // It cannot answer any more: another does, and says so.
    grain.script(fails(401, 'No such key.'))
    const answered = await say('can anybody tell me?')
    expect(answered).toContain('Ant heard it.')
    expect(answered).toContain('grain is not available right now, so ant is answering instead.')
    expect(ant.requests.at(-1)?.system).toContain('the gate code is 4711')
    expect(ant.requests.at(-1)?.raw).not.toContain('is answering instead')

    expect(await say('/brain claude')).toContain('**claude** answers from your next message on')
    const before = cli.requests.length
    expect(await say('and you?')).toBe('The CLI heard it.')
    const seen = cli.requests.slice(before).find(({ raw }) => raw.includes('and you?'))
    expect(seen?.raw).toContain('the gate code is 4711')
    expect(seen?.raw).toContain('Grain heard it.')
    expect(seen?.raw).not.toContain('is answering instead')
    expect([...ant.refusals, ...grain.refusals]).toEqual([])
  })
})
