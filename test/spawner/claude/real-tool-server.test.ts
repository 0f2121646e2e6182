import { describe, expect, test } from 'vitest'
import { textIn } from '../../../src/messages/localized.ts'
import { startMessagesApi } from '../../peers/messages-api.ts'
import { findRealClaude } from './real-cli.ts'
import { claudeRig, endOf, read } from './rig.ts'

const command = findRealClaude()

describe.skipIf(!command)('a tool server that the real CLI cannot reach', () => {
  test('is told to the owner, and the answer comes all the same', async () => {
    const api = await startMessagesApi({ kind: 'text', pieces: ['Hello.'] })
    const told: string[] = []
    const pass = { token: 'a-pass-for-a-door-that-is-shut', bind() {}, unbind() {}, revoke() {} }
    const rig = claudeRig(command ?? '', {
      apiKey: 'k',
      baseUrl: api.url,
      retries: 0,
      // Nobody listens there.
      tools: { url: 'http://127.0.0.1:1/mcp', issue: () => pass, line: () => '' },
      trouble: (sentence) => told.push(textIn(sentence, 'en')),
    })
    try {
      expect(endOf(await read(rig.brain))).toEqual({ kind: 'done', text: 'Hello.' })
      expect(told).toEqual([
        expect.stringMatching(
          /^Claude is running without its tools, because it could not reach their server \((failed|pending)\)\.$/,
        ),
      ])
    } finally {
      await rig.remove()
      await api.close()
    }
  })
})
