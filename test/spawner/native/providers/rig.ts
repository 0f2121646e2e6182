import { systemClock } from '../../../../src/lib/time/clock.ts'
import { createProvider } from '../../../../src/spawner/native/providers/configured-provider.ts'
import type { ModelRequest, Provider, ProviderAnswer } from '../../../../src/spawner/native/providers/provider.ts'
import type { ProviderSettings } from '../../../../src/spawner/native/providers/provider-settings.ts'

/** Long enough for any machine: what runs out of it hangs. */
const patient = { firstEventMs: 60_000, idleMs: 60_000 }

export function provider(settings: Pick<ProviderSettings, 'kind'> & Partial<ProviderSettings>): Provider {
  return createProvider({
    name: 'box',
    models: { general: 'test-model' },
    prices: [],
    clock: systemClock,
    timers: patient,
    ...settings,
  })
}

export const lookTool = {
  name: 'look',
  description: 'Looks something up.',
  inputSchema: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
}

export function request(...more: Partial<ModelRequest>[]): ModelRequest {
  const usual = {
    model: 'test-model',
    system: 'You are short.',
    messages: [{ role: 'user' as const, content: 'Hello' }],
    tools: [lookTool],
  }
  return Object.assign(usual, ...more)
}

export function ask(asked: Provider, ...more: Partial<ModelRequest>[]): Promise<ProviderAnswer> {
  return asked.ask(request(...more), () => {}, new AbortController().signal)
}

/** In one line, for an expectation: "reply stop: Hello", "failed rate_limit". */
export function told(answered: ProviderAnswer): string {
  if (answered.kind === 'failed') return `failed ${answered.failure.class}`
  const { finish, text, calls } = answered.reply
  return [`reply ${finish}: ${text}`, ...calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`)].join(' | ')
}
