import type { LanguageModel } from 'ai'
import type { Usage } from '../../spawner.ts'
import type { Address } from './address.ts'
import { createFailures, type Failed } from './failure.ts'
import { createPatience, type Lost } from './patience.ts'
import type { Answered, ModelRequest, Provider } from './provider.ts'
import { type Draft, type Ending, type Listener, readReply } from './reply.ts'
import { sdkRequest } from './request.ts'
import { loadAi, loadModel } from './sdk.ts'
import type { Price, ProviderSettings } from './settings.ts'
import { createMeter } from './usage.ts'

export interface AskingDeps extends Pick<ProviderSettings, 'name' | 'clock' | 'timers' | 'maxOutputTokens' | 'fetch'> {
  address: Address
  /** What is known of a model by now, without asking. */
  priceOf(model: string): Price | undefined
  windowOf(model: string): number | undefined
}

/** Asks a model: one request, one stream, no second try. */
export function createAsking(deps: AskingDeps): Provider['ask'] {
  const { address, clock } = deps
  const failures = createFailures(deps.name, address.apiKey, () => clock.now())

  async function stream(
    request: ModelRequest,
    [ai, model]: [Awaited<ReturnType<typeof loadAi>>, LanguageModel],
    draft: Draft,
    listener: Listener,
    signal: AbortSignal,
  ): Promise<Ending> {
    const { fullStream } = ai.streamText({
      ...sdkRequest(request, ai, address, deps.maxOutputTokens),
      model,
      maxRetries: 0,
      abortSignal: signal,
      includeRawChunks: true,
      experimental_include: { requestBody: false },
      experimental_transform: withoutWarnings,
      // It is read from the stream; the SDK would print it.
      onError: () => {},
    })
    return await readReply(fullStream, draft, listener)
  }

  return async (request, onText, signal) => {
    if (address.needsKey && !address.apiKey) return failures.as('no key', 'no api_key in the configuration')
    // Before any time is counted: the first time it takes a while.
    const sdk = await Promise.all([loadAi(), loadModel(address, request.model, deps.fetch)])
    if (signal.aborted) return failures.as('crash', 'nobody waits for it any more')
    const began = clock.mono()
    const draft: Draft = { text: '', calls: [] }
    const meter = createMeter()
    let firstTextMs: number | undefined
    const stop = new AbortController()
    let cut: (why: Lost | 'aborted') => void = () => {}
    const isCut = new Promise<Lost | 'aborted'>((resolve) => {
      cut = resolve
    })
    const onAbort = () => cut('aborted')
    signal.addEventListener('abort', onAbort, { once: true })
    const patience = createPatience(deps.timers, cut)
    const listener = {
      alive: patience.alive,
      raw: meter.read,
      text(text: string) {
        firstTextMs ??= Math.round(clock.mono() - began)
        onText(text)
      },
    }
    const ending = await Promise.race([
      stream(request, sdk, draft, listener, stop.signal).catch((error: unknown): Ending => ({ kind: 'error', error })),
      isCut,
    ])
    patience.stop()
    signal.removeEventListener('abort', onAbort)
    // Whatever is still open is closed with it.
    stop.abort()
    const facts = { model: request.model, windowTokens: deps.windowOf(request.model), firstTextMs }
    return answered(ending, draft, meter.usage(facts, deps.priceOf(request.model)), facts)
  }

  function answered(
    ending: Ending | Lost | 'aborted',
    draft: Draft,
    known: Usage | undefined,
    facts: Pick<Usage, 'model' | 'windowTokens' | 'firstTextMs'>,
  ): Answered {
    const spent = (failed: Failed): Answered => (known ? { ...failed, usage: known } : failed)
    if (ending === 'aborted') return spent(failures.as('crash', 'nobody waits for it any more'))
    if (typeof ending === 'string') return spent(failures.as('hang', `nothing came: ${ending}`))
    switch (ending.kind) {
      case 'finished':
        return { kind: 'reply', reply: { ...draft, finish: ending.finish, usage: known ?? { ...facts, ...nothing } } }
      case 'full':
        return spent(
          failures.overflow({ limit: facts.windowTokens, sent: known?.contextTokens }, 'the window was full'),
        )
      case 'error':
        return spent(failures.of(ending.error))
      case 'endless':
        return spent(failures.as('broken', 'the stream ended before the answer did'))
      case 'flood':
        return spent(failures.as('flood', 'more text than any model writes'))
    }
  }
}

const nothing = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0,
  contextTokens: 0,
}

// The SDK prints what it has to say about a request to the console; nobody asked it to.
function withoutWarnings<PART extends { type: string }>() {
  return new TransformStream<PART, PART>({
    transform(part, controller) {
      controller.enqueue(part.type === 'start-step' ? { ...part, warnings: [] } : part)
    },
  })
}
