import { openAiWire, sendJson } from './openai-api.ts'
import type { Scripted } from './script.ts'
import { type FakeOptions, type FakeProvider, startScripted } from './scripted-server.ts'

export interface OllamaOptions extends FakeOptions {
  /** With how much each model is loaded, or would be. */
  contextLength?: number
  /** None is loaded at first. */
  cold?: boolean
  /** An old one, whose list of loaded models does not tell how they were loaded. */
  tellsNoContext?: boolean
  /** `num_ctx` in the parameters of a model. */
  numCtx?: number
}

export interface FakeOllama extends FakeProvider {
  /** What is loaded now; to be changed by a test. */
  loaded: Map<string, number>
}

/** Ollama on loopback: its own paths under /api, and chat completions under /v1. */
export async function startOllama(options: OllamaOptions, ...replies: Scripted[]): Promise<FakeOllama> {
  const models = options.models ?? ['qwen3:8b']
  const length = options.contextLength ?? 4096
  const loaded = new Map(options.cold ? [] : models.map((model) => [model, length]))
  const wire = openAiWire((path, body, response) => {
    switch (path) {
      case '/api/tags':
        return sendJson(response, { models: models.map((name) => ({ name, model: name })) })
      case '/api/ps':
        return sendJson(response, {
          models: [...loaded].map(([name, context_length]) => ({
            name,
            model: name,
            ...(options.tellsNoContext ? {} : { context_length }),
          })),
        })
      case '/api/generate': {
        const { model } = JSON.parse(body) as { model: string }
        if (!models.includes(model)) return sendJson(response, { error: `model '${model}' not found` }, 404)
        loaded.set(model, length)
        return sendJson(response, { model, response: '', done: true, done_reason: 'load' })
      }
      case '/api/show':
        return sendJson(response, {
          parameters:
            options.numCtx === undefined ? 'stop "x"' : `stop "x"\nnum_ctx                        ${options.numCtx}`,
          // What it was made for; nothing that is loaded has so much.
          model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 262_144 },
        })
      case '/v1/models':
        return sendJson(response, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) })
    }
    return false
  })
  const fake = await startScripted({ ...wire, usualOverflow: 'ollama' }, options, replies)
  return { ...fake, loaded }
}
