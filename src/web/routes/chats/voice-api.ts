import type { Transcriber } from '../../../channels/shared/transcription.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Heard, Hearing } from '../../page/wire/voice-wire.ts'
import { failure, readBody } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import { claimedFileSchema, type Uploads } from '../../server/uploads.ts'

export interface VoiceApiDeps {
  uploads: Uploads
  /** Turns a recording into words; undefined where nothing is set up for it. */
  transcribe?: Transcriber | undefined
}

/** Speech for the field on the page: what was handed in as a file comes back as words. Nothing is said by it. */
export function addVoiceRoutes(routes: Routes, { uploads, transcribe }: VoiceApiDeps): void {
  routes.get('signed-in', '/voice', (c) => c.json({ hears: transcribe !== undefined } satisfies Hearing))

  routes.post('signed-in', '/voice', async (c) => {
    if (!transcribe) return failure(c, 404, webMessages.noTranscription)
    const body = await readBody(c, claimedFileSchema)
    if ('refused' in body) return body.refused
    const files = uploads.claim([body.value])
    if ('error' in files) return failure(c, files.status, files.error)
    const { hash, name } = body.value
    const transcript = await transcribe(uploads.shelf.pathOf(hash), name, c.req.raw.signal)
    if (transcript.status === 'unheard') return failure(c, 422, webMessages.notHeard(transcript.reason))
    return c.json({ text: transcript.text } satisfies Heard)
  })
}
