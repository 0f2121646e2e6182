import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

// A thread of its own, because a line takes some tens of milliseconds of pure computing. It is started by
// src/memory/local-embedder.ts and stands here, not in src, because a thread needs a file that Node runs as it is.

const require = createRequire(workerData.embeddings)
const { initModel } = require(workerData.embeddings)
const { modelSource } = require(workerData.weights)
const loading = backend().then(() => initModel(modelSource))

parentPort.on('message', (asked) => void answer(asked))

async function answer({ id, text }) {
  try {
    const model = await loading
    const [vector] = await model.embed([text])
    parentPort.postMessage({ id, vector: Float32Array.from(vector) })
  } catch (error) {
    parentPort.postMessage({ id, problem: String(error) })
  }
}

/** The package starts its backend without waiting for it, so that the first line fails on a busy machine. */
async function backend() {
  try {
    await require('@energetic-ai/core').ready()
  } catch {
    // Without a backend the model itself says what is wrong.
  }
}
