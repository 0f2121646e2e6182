import { makeChatId } from '../../../src/domain/ids.ts'
import { startAnthropic } from '../../peers/providers/anthropic-api.ts'
import { startOllama } from '../../peers/providers/ollama-api.ts'
import { startOpenAi } from '../../peers/providers/openai-api.ts'
import { breaksOff, fails, says } from '../../peers/providers/script.ts'
import type { FakeProvider } from '../../peers/providers/scripted-server.ts'
import { createNativeWorld } from '../../support/native-world.ts'
import { brainContract } from '../contract.ts'

const kinds = {
  anthropic: () => startAnthropic({ key: 'sk-test' }),
  'openai-compatible': () => startOpenAi({ key: 'sk-test' }),
  ollama: () => startOllama({}),
} as const

for (const kind of ['anthropic', 'openai-compatible', 'ollama'] as const) {
  brainContract(`native, ${kind}`, {
    asks: true,
    async open() {
      const api: FakeProvider = await kinds[kind]()
      api.script(says('OK'))
      const table = { kind, baseUrl: api.url, apiKey: 'sk-test', models: { general: 'some-model' } }
      const world = createNativeWorld({ box: table })
      const { brain } = world
      // Its turns are those of a task that is there.
      for (let task = 1; task <= 7; task++) world.say('hi', { chat: makeChatId('web', `c${task}`) })
      return {
        brain,
        answers: (...texts) => api.script(...texts.map((text) => says(text))),
        stalls: (text) => api.script(breaksOff({ how: 'stall' }, text)),
        breaks: () => api.script(fails(401, 'no such key', { type: 'authentication_error' })),
        seen() {
          const { system = '', messages = [] } = api.requests.at(-1) ?? {}
          return [system, ...messages.map(({ text }) => text)].join('\n')
        },
        requests: () => api.requests.length,
        leftovers: () => 0,
        async remove() {
          await brain.close()
          await api.close()
        },
      }
    },
  })
}
