import type { Transcriber } from '../../../channels/shared/transcription.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { TranscriptionState, WireTranscript } from '../../page/wire/chat-wire.ts'
import { failure, parseBody } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import { type Uploads, uploadReferenceSchema } from '../../server/uploads.ts'

export interface VoiceApiDeps {
  uploads: Uploads
  /** Undefined if transcription is not set up. */
  transcribe?: Transcriber | undefined
}

/** Transcribes an uploaded recording. No message is sent. */
export function addVoiceRoutes(routes: Routes, { uploads, transcribe }: VoiceApiDeps): void {
  routes.get('signed-in', '/voice', (c) => c.json({ hears: transcribe !== undefined } satisfies TranscriptionState))

  routes.post('signed-in', '/voice', async (c) => {
    if (!transcribe) return failure(c, 404, webMessages.noTranscription)
    const body = await parseBody(c, uploadReferenceSchema)
    if ('refused' in body) return body.refused
    const files = uploads.resolve([body.value], c.get('person'))
    if ('error' in files) return failure(c, files.status, files.error)
    const { hash, name } = body.value
    const transcript = await transcribe(uploads.fileStore.pathOf(hash), name, c.req.raw.signal)
    if (transcript.status === 'unheard') return failure(c, 422, webMessages.notHeard(transcript.reason))
    return c.json({ text: transcript.text } satisfies WireTranscript)
  })
}
