import { onTestFinished } from 'vitest'
import { startAnthropic } from '../../peers/providers/anthropic-api.ts'
import { breaksOff, calls, says } from '../../peers/providers/script.ts'
import { createNativeWorld } from '../../support/native-world.ts'
import { toolContract } from '../tool-contract.ts'

toolContract('native', {
  write: { tool: 'write_file', input: { path: 'a.txt', content: 'a' } },
  delegate: { tool: 'delegate', input: { brief: 'Mend it.' } },
  async open(config) {
    const api = await startAnthropic({ key: 'sk-test' })
    onTestFinished(() => api.close())
    const world = createNativeWorld({ cloud: { kind: 'anthropic', apiKey: 'sk-test', baseUrl: api.url } }, { config })
    return {
      world,
      script: (...steps) =>
        api.script(
          ...steps.map((step) => () => {
            step.first?.()
            if ('breaksOff' in step) return breaksOff({ how: 'hang up' }, step.breaksOff)
            return 'says' in step ? says(step.says) : calls({ name: step.tool, input: step.input })
          }),
        ),
      requests: () =>
        api.requests.map(({ tools, messages, raw }) => ({
          tools,
          raw,
          result: messages.flatMap(({ results }) => results).at(-1),
          text: messages.map(({ text }) => text).join('\n'),
        })),
    }
  },
})
