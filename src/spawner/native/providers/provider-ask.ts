import type { Price } from '../../model-facts.ts'
import type { Usage } from '../../spawner.ts'
import { createBoundedFetch, FloodError } from './bounded-fetch.ts'
import { createFailures, type Failed } from './failures/failure.ts'
import type { Overflow, Provider, ProviderAnswer } from './provider.ts'
import type { ProviderSettings, ProviderTimeouts, ServiceAddress } from './provider-settings.ts'
import { type ReplyDraft, readReply, type StreamEnding } from './reply.ts'
import { lazySdk, sdkRequest } from './sdk-request.ts'
import { createMeter } from './usage.ts'

export interface ProviderAskDeps
  extends Pick<ProviderSettings, 'name' | 'clock' | 'timers' | 'maxOutputTokens' | 'cache' | 'fetch'> {
  address: ServiceAddress
  /** What is already known about a model, without a request. */
  priceOf(model: string): Price | undefined
  windowOf(model: string): number | undefined
}

/** The shortest time between two updates of a growing answer. */
const MIN_MS_BETWEEN_DRAFTS = 50

/** Sends one request and reads its stream, without retrying. */
export function createAsk(deps: ProviderAskDeps): Provider['ask'] {
  const { address, clock } = deps
  const sdk = lazySdk(address, createBoundedFetch(clock, deps.fetch))
  const failures = createFailures(deps.name, address.apiKey, () => clock.now())

  return async (request, onText, signal) => {
    if (address.needsKey && !address.apiKey) return failures.as('no key', 'no api_key in the configuration')
    // Loaded before any timer starts, because the first time takes a while.
    const { ai, model } = await sdk()
    if (signal.aborted) return failures.as('crash', 'the request was aborted')
    const startedAt = clock.mono()
    const draft: ReplyDraft = { text: '', thought: '', calls: [] }
    const meter = createMeter()
    let firstTextMs: number | undefined
    let shownAt = Number.NEGATIVE_INFINITY
    let shownChars = 0
    const ending = await withTimeouts(deps.timers, signal, async (alive, stop): Promise<StreamEnding> => {
      const showText = (text: string) => {
        if (stop.aborted) return
        firstTextMs ??= Math.round(clock.mono() - startedAt)
        // Each event carries the whole text, so it is not sent for every letter.
        if (clock.mono() - shownAt < MIN_MS_BETWEEN_DRAFTS) return
        shownAt = clock.mono()
        shownChars = text.length
        onText(text)
      }
      const { fullStream } = ai.streamText({
        ...sdkRequest(request, ai, address, deps),
        model: model(request.model),
        maxRetries: 0,
        abortSignal: stop,
        includeRawChunks: true,
        experimental_include: { requestBody: false },
        experimental_transform: withoutWarnings,
        // The error is read from the stream; without this the SDK would print it.
        onError: () => {},
      })
      return await readReply(fullStream, draft, { alive, raw: meter.read, text: showText }).catch(toEnding)
    })
    if (draft.text.length > shownChars && !signal.aborted) onText(draft.text)
    const facts = { model: request.model, windowTokens: deps.windowOf(request.model), firstTextMs }
    return toAnswer(ending, draft, meter.usage(facts, deps.priceOf(request.model)), facts)
  }

  function toAnswer(
    ending: StreamEnding | EarlyEnd,
    draft: ReplyDraft,
    usage: Usage | undefined,
    facts: Pick<Usage, 'model' | 'windowTokens' | 'firstTextMs'>,
  ): ProviderAnswer {
    if (typeof ending === 'object' && ending.kind === 'finished') {
      return {
        kind: 'reply',
        reply: {
          calls: draft.calls,
          text: draft.text.toWellFormed(),
          ...(draft.thought !== '' && { thought: draft.thought.toWellFormed() }),
          finish: ending.finish,
          usage: usage ?? { ...facts, ...NO_USAGE },
        },
      }
    }
    const overflow = { limit: facts.windowTokens, sent: usage?.contextTokens }
    return { ...toFailure(ending, overflow), ...(usage ? { usage } : {}) }
  }

  function flood(): Failed {
    return failures.as('flood', 'more text than any model writes')
  }

  function toFailure(ending: Exclude<StreamEnding, { kind: 'finished' }> | EarlyEnd, overflow: Overflow): Failed {
    if (ending === 'aborted') return failures.as('crash', 'the request was aborted')
    if (typeof ending === 'string') return failures.as('hang', `timeout: ${ending}`)
    switch (ending.kind) {
      case 'full':
        return failures.overflow(overflow, 'the window was full before the answer was done')
      case 'error':
        return isFlood(ending.error) ? flood() : failures.of(ending.error)
      case 'unfinished':
        return failures.as('broken', 'the stream ended before the answer did')
      case 'flood':
        return flood()
    }
  }
}

function toEnding(error: unknown): StreamEnding {
  return isFlood(error) ? { kind: 'flood' } : { kind: 'error', error }
}

/** The SDK may wrap it in an error of its own. */
function isFlood(error: unknown): boolean {
  return error instanceof FloodError || (error instanceof Error && isFlood(error.cause))
}

const NO_USAGE = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0,
  contextTokens: 0,
}

// Without this the SDK prints its warnings about a request to the console.
function withoutWarnings<PART extends { type: string }>() {
  return new TransformStream<PART, PART>({
    transform(part, controller) {
      controller.enqueue(part.type === 'start-step' ? { ...part, warnings: [] } : part)
    },
  })
}

/** Which timeout expired, or that nobody waits any more. */
type EarlyEnd = 'first event' | 'idle' | 'aborted'

/**
 * Resolves with whatever comes first: the result of the work, a timeout, or an abort. The work reports that it is alive
 * and stops at its signal; a later result is ignored.
 */
async function withTimeouts<T>(
  timers: ProviderTimeouts,
  signal: AbortSignal,
  work: (alive: () => void, signal: AbortSignal) => Promise<T>,
): Promise<T | EarlyEnd> {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<T | EarlyEnd>((resolve, reject) => {
      const wait = (ms: number, why: EarlyEnd) => {
        clearTimeout(timer)
        timer = setTimeout(resolve, ms, why)
      }
      const alive = () => {
        if (!stop.signal.aborted) wait(timers.idleMs, 'idle')
      }
      wait(timers.firstEventMs, 'first event')
      signal.addEventListener('abort', () => resolve('aborted'), { signal: stop.signal })
      work(alive, stop.signal).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}
