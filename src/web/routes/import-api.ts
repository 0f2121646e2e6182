import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { UsageError } from '../../domain/errors.ts'
import type { SteadyClock } from '../../lib/time/clock.ts'
import type { Language } from '../../messages/languages.ts'
import { webMessages } from '../../messages/web-messages.ts'
import type { ImportLine, ImportReport } from '../../store/messages/import-messages.ts'
import type * as wire from '../page/wire/settings-wire.ts'
import { failure, languageFor, parseBody, textFor } from '../server/answers.ts'
import type { Routes } from '../server/routes.ts'
import type { SignIn } from '../server/sign-in.ts'
import { streamLines } from '../server/streams.ts'

/** Imports messages in small batches. */
export interface ImportService {
  write(batch: ImportLine[]): { added: number; known: number }
  /** Returns false when nothing is left to do. */
  settle(): boolean
  /** The cost of letting a model summarise the imports for which nobody has decided that yet. */
  cost(): wire.WireSummaryCost
  decide(choice: { model: boolean }): void
}

interface ImportWork {
  language: Language
  signal: AbortSignal
  progress(share: number): void
}

/** What an import would bring. */
interface Preview extends Omit<wire.WireImportPreview, 'first' | 'last' | 'peopleCount' | 'sample'> {
  first?: Date
  last?: Date
  sample: { title: string; lines: { at: Date; from: string; text: string }[] }
}

/** Files that the page uploads to import them. */
export interface UploadedImports {
  begin(): string
  /** A Nextcloud Talk room in place of files. */
  beginRoom(room: string): string
  /** Resolves with the size of the file so far; undefined if the upload or a piece before this one is missing. */
  append(id: string, place: { path: string; at: number }, piece: Uint8Array): Promise<number | undefined>
  preview(id: string, work: ImportWork): Promise<Preview | undefined>
  run(id: string, ownersNames: string[], work: ImportWork): Promise<ImportReport | undefined>
  remove(id: string): Promise<void>
}

export interface ImportApiDeps {
  importer: ImportService
  importUploads: UploadedImports
  signIn: Pick<SignIn, 'isSignedIn'>
  clock: SteadyClock
}

/** The page sends a file in pieces, so that it can show progress and repeat what was lost. */
const MAX_PIECE_BYTES = 4 * 1024 * 1024
const MAX_FILE_BYTES = 2 ** 36
const MAX_PEOPLE = 50
const PROGRESS_EVERY_MS = 250

const idShape = z.uuid()
const placeShape = z.coerce.number().int().min(0).max(MAX_FILE_BYTES)
/** The path of a file in a chosen folder, beginning with that folder. */
const pathShape = z.string().max(2000)
const namesShape = z.object({ ownersNames: z.array(z.string().min(1).max(500)).max(20) })
const roomShape = z.object({ room: z.string().min(1).max(500) })
const choiceShape = z.object({ model: z.boolean() })

const limitPiece = bodyLimit({
  maxSize: MAX_PIECE_BYTES,
  onError: (c) => failure(c, 413, webMessages.pieceTooLarge),
})

export function addImportRoutes(routes: Routes, { importer, importUploads, signIn, clock }: ImportApiDeps): void {
  routes.post('signed-in', '/import/files', (c) => c.json({ id: importUploads.begin() } satisfies wire.WireImportFile))

  routes.post('signed-in', '/import/rooms', async (c) => {
    const body = await parseBody(c, roomShape)
    if ('refused' in body) return body.refused
    return c.json({ id: importUploads.beginRoom(body.value.room) } satisfies wire.WireImportFile)
  })

  routes.post(
    'signed-in',
    '/import/pieces',
    async (c) => {
      const id = idShape.safeParse(c.req.query('id'))
      const at = placeShape.safeParse(c.req.query('at'))
      const path = pathShape.safeParse(c.req.query('path') ?? '')
      if (!id.success || !at.success || !path.success) return failure(c, 404, webMessages.uploadGone)
      const piece = new Uint8Array(await c.req.arrayBuffer())
      const size = await importUploads.append(id.data, { path: path.data, at: at.data }, piece)
      return size === undefined ? failure(c, 404, webMessages.uploadGone) : c.json({})
    },
    limitPiece,
  )

  /** Streams the share that was read, then the result. It ends when the reader leaves. */
  const stream = <T extends object>(
    c: Parameters<typeof streamLines>[0],
    session: Parameters<SignIn['isSignedIn']>[0],
    work: (work: ImportWork) => Promise<T | undefined>,
  ) =>
    streamLines(c, {
      isAlive: () => signIn.isSignedIn(session),
      async write(line, signal) {
        let shownAt = Number.NEGATIVE_INFINITY
        const progress = (share: number) => {
          if (clock.mono() - shownAt < PROGRESS_EVERY_MS && share < 1) return
          shownAt = clock.mono()
          line({ share } satisfies wire.WireImportProgress)
        }
        try {
          const result = await work({ language: languageFor(c), signal, progress })
          line(result ?? { error: textFor(c, webMessages.uploadGone) })
        } catch (error) {
          if (!(error instanceof UsageError)) throw error
          line({ error: textFor(c, error.text) })
        }
      },
    })

  routes.post('signed-in', '/import/files/:id/preview', (c) =>
    stream(c, c.get('session'), async (work) => {
      const preview = await importUploads.preview(c.req.param('id'), work)
      return preview && { preview: toWire(preview) }
    }),
  )

  routes.post('signed-in', '/import/files/:id/run', async (c) => {
    const body = await parseBody(c, namesShape)
    if ('refused' in body) return body.refused
    return stream(c, c.get('session'), async (work) => {
      const report = await importUploads.run(c.req.param('id'), body.value.ownersNames, work)
      return report && { report }
    })
  })

  routes.post('signed-in', '/import/files/:id/remove', async (c) => {
    await importUploads.remove(c.req.param('id'))
    return c.json({})
  })

  routes.get('signed-in', '/import/cost', (c) => c.json(importer.cost() satisfies wire.WireSummaryCost))

  routes.post('signed-in', '/import/summaries', async (c) => {
    const body = await parseBody(c, choiceShape)
    if ('refused' in body) return body.refused
    importer.decide(body.value)
    return c.json({})
  })
}

function toWire({ first, last, people, sample, ...preview }: Preview): wire.WireImportPreview {
  return {
    ...preview,
    ...(first && last && { first: first.getTime(), last: last.getTime() }),
    people: people.slice(0, MAX_PEOPLE),
    peopleCount: people.length,
    sample: { ...sample, lines: sample.lines.map((line) => ({ ...line, at: line.at.getTime() })) },
  }
}
