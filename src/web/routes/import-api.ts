import { setImmediate } from 'node:timers/promises'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { webMessages } from '../../messages/web-messages.ts'
import { type ImportLine, importLines } from '../../store/messages/import-messages.ts'
import type * as wire from '../page/wire/settings-wire.ts'
import { failure, parseBody } from '../server/answers.ts'
import type { Routes } from '../server/routes.ts'

/** Imports messages in small batches. */
export interface ImportService {
  write(batch: ImportLine[]): { added: number; known: number }
  /** Returns false when nothing is left to do. */
  settle(): boolean
  /** The cost of letting a model summarise the imports for which nobody has decided that yet. */
  cost(): wire.WireSummaryCost
  decide(choice: { model: boolean }): void
}

export interface ImportApiDeps {
  importer: ImportService
}

/** The page sends a file in pieces, so that it can show progress and a failed import can be repeated. */
const MAX_PIECE_BYTES = 4 * 1024 * 1024

const pieceShape = z.object({
  lines: z.array(z.string()).max(20_000),
  ownersNames: z.array(z.string().min(1).max(500)).max(20),
})

const choiceShape = z.object({ model: z.boolean() })

const limitPiece = bodyLimit({
  maxSize: MAX_PIECE_BYTES,
  onError: (c) => failure(c, 413, webMessages.lineTooLong),
})

export function addImportRoutes(routes: Routes, { importer }: ImportApiDeps): void {
  routes.post(
    'signed-in',
    '/import',
    async (c) => {
      const body = await parseBody(c, pieceShape)
      if ('refused' in body) return body.refused
      const { lines, ownersNames } = body.value
      const report = await importLines(asStream(lines), {
        ownersNames,
        signal: c.req.raw.signal,
        async write(batch) {
          // Lets other requests run between two batches.
          await setImmediate()
          return importer.write(batch)
        },
      })
      return c.json(report satisfies wire.WireImport)
    },
    limitPiece,
  )

  routes.post('signed-in', '/import/settle', (c) => c.json({ more: importer.settle() } satisfies wire.Settled))

  routes.get('signed-in', '/import/cost', (c) => c.json(importer.cost() satisfies wire.WireSummaryCost))

  routes.post('signed-in', '/import/summaries', async (c) => {
    const body = await parseBody(c, choiceShape)
    if ('refused' in body) return body.refused
    importer.decide(body.value)
    return c.json({})
  })
}

async function* asStream(lines: string[]): AsyncGenerator<string[]> {
  yield lines
}
