import { joinSignals } from '../../../lib/time/joined-signal.ts'
import { completionPrompt } from '../../model-notes.ts'
import type { Brain, Completion, Limits, Usage } from '../../spawner.ts'
import { createFailures } from './failures/failure.ts'
import type { Provider, ProviderAnswer } from './provider.ts'
import type { ProviderSettings } from './provider-settings.ts'

export interface ProviderCompleterDeps extends Pick<ProviderSettings, 'name' | 'apiKey' | 'clock'> {
  /** Aborted when the brain is closed. */
  closing: AbortSignal
}

/** One request for one answer, without tools. Its usage is always reported. */
export function createCompleter(provider: Provider, deps: ProviderCompleterDeps): NonNullable<Brain['complete']> {
  const failures = createFailures(deps.name, deps.apiKey, () => deps.clock.now())

  function toCompletion(answered: ProviderAnswer, limits: Limits, cut: string | undefined): Completion {
    if (answered.kind === 'failed') {
      const spent = answered.usage ? { usage: answered.usage } : {}
      if (cut === 'long')
        return { ...failedCompletion(failures.as('flood', `more than ${limits.maxChars} characters`)), ...spent }
      if (cut === 'late')
        return { ...failedCompletion(failures.as('hang', `no answer in ${limits.timeoutMs} ms`)), ...spent }
      return { kind: 'failed', failure: answered.failure, ...spent }
    }
    const { text, finish, usage } = answered.reply
    const fail = (...args: Parameters<typeof failures.as>) => ({ ...failedCompletion(failures.as(...args)), usage })
    if (finish === 'refusal') return fail('refusal', 'the model declined')
    if (text.length > limits.maxChars) return fail('flood', `more than ${limits.maxChars} characters`)
    // Half a summary or list is useless.
    if (finish === 'length') return fail('flood', 'the answer was cut by the limit of its tokens')
    if (text.trim() === '') return fail('broken', 'an empty answer')
    return { kind: 'text', text, usage }
  }

  return async (prompt, limits, signal) => {
    const model = provider.modelFor(limits.model)
    if (model === undefined) return failedCompletion(failures.as('model', `no model for "${limits.model}"`))
    const stop = new AbortController()
    let cut: 'long' | 'late' | undefined
    const stopWith = (reason: typeof cut) => {
      cut ??= reason
      stop.abort()
    }
    const timer = setTimeout(stopWith, limits.timeoutMs, 'late')
    const joined = joinSignals(signal, deps.closing, stop.signal)
    const request = {
      model,
      system: completionPrompt,
      messages: [{ role: 'user' as const, content: prompt }],
      tools: [],
      isOneOff: true,
    }
    const watch = (text: string) => text.length > limits.maxChars && stopWith('long')
    const answered = await provider.ask(request, watch, joined.signal).finally(joined.release)
    clearTimeout(timer)
    return toCompletion(answered, limits, cut)
  }
}

function failedCompletion({ failure }: { failure: Extract<Completion, { kind: 'failed' }>['failure']; usage?: Usage }) {
  return { kind: 'failed' as const, failure }
}
