import { z } from 'zod'

const attachments = z.object({
  allowed: z.boolean().catch(true),
  folder: z.string().catch('/Talk'),
  'conversation-subfolders': z.boolean().catch(false),
})
const chat = z.object({ 'max-length': z.coerce.number().int().positive().catch(1000) })
/** A missing section counts as an empty one. */
const config = z.object({
  attachments: z.preprocess(objectOrEmpty, attachments),
  chat: z.preprocess(objectOrEmpty, chat),
})

/** The capabilities of the server for our account. */
export const capabilities = z
  .object({
    version: z.object({ string: z.string().catch('') }).catch({ string: '' }),
    capabilities: z.object({
      spreed: z
        .object({
          features: z.array(z.string()).catch([]),
          config: z.preprocess(objectOrEmpty, config),
          version: z.string().catch(''),
        })
        .optional(),
    }),
  })
  .transform(({ version, capabilities: { spreed } }): Capabilities | undefined => {
    if (!spreed) return undefined
    const features = new Set(spreed.features)
    const { config } = spreed
    return {
      server: version.string,
      talk: spreed.version,
      has: (feature) => features.has(feature),
      maxLength: config.chat['max-length'],
      attachments: {
        allowed: config.attachments.allowed,
        folder: config.attachments.folder,
        subfolders: config.attachments['conversation-subfolders'],
      },
    }
  })

function objectOrEmpty(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

export interface Capabilities {
  /** Versions are only for display; decisions use features. */
  server: string
  talk: string
  has(feature: string): boolean
  /** The most characters in one message. */
  maxLength: number
  attachments: { allowed: boolean; folder: string; subfolders: boolean }
}
