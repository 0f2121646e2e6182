import { startMessagesApi } from '../../peers/messages-api.ts'
import { brainContract } from '../contract.ts'
import { findRealClaude } from './real-cli.ts'
import { claudeRig } from './rig.ts'

// Each takes a few seconds; the machine may be busy with other things.

const command = findRealClaude()

brainContract('claude', {
  asks: true,
  open: command === undefined ? undefined : () => aWorld(command),
})

async function aWorld(cli: string) {
  const api = await startMessagesApi({ kind: 'text', pieces: ['OK'] })
  const rig = claudeRig(cli, { apiKey: 'sk-test-key', baseUrl: api.url, retries: 0 })
  return {
    brain: rig.brain,
    answers: (...texts: string[]) => api.script(...texts.map((text) => ({ kind: 'text' as const, pieces: [text] }))),
    stalls: (text: string) => api.script({ kind: 'stall', pieces: [text] }),
    breaks: () => api.script({ kind: 'error', status: 401, type: 'authentication_error', message: 'no such key' }),
    seen: () =>
      [api.requests.at(-1)?.system, ...(api.requests.at(-1)?.messages ?? []).map(({ text }) => text)].join('\n'),
    requests: () => api.requests.length,
    leftovers: () => rig.survivors().length,
    async remove() {
      await rig.remove()
      await api.close()
    },
  }
}
