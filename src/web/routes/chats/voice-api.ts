import { Hono } from 'hono'
import type { Transcriber } from '../../../channels/shared/voice.ts'
import type { Heard, Hearing } from '../../page/wire/voice-wire.ts'
import { failure, limitBody, readBody } from '../../server/answers.ts'
import type { Signed, SignIn } from '../../server/sign-in.ts'
import { claimedFileSchema, type Uploads } from '../../server/uploads.ts'

export interface VoiceApiDeps {
  signIn: SignIn
  uploads: Uploads
  /** Turns a recording into words; undefined where nothing is set up for it. */
  transcribe?: Transcriber | undefined
}

/** Speech for the field on the page: what was handed in as a file comes back as words. Nothing is said by it. */
export function createVoiceApi({ signIn, uploads, transcribe }: VoiceApiDeps) {
  const api = new Hono<Signed>()

  api.get('/voice', signIn.required, (c) => c.json({ hears: transcribe !== undefined } satisfies Hearing))

  api.post('/voice', signIn.required, limitBody, async (c) => {
    if (!transcribe) return failure(c, 404, 'No transcription is set up.')
    const body = await readBody(c, claimedFileSchema)
    if ('refused' in body) return body.refused
    const files = uploads.claim([body.value])
    if ('error' in files) return failure(c, files.status, files.error)
    const { hash, name } = body.value
    const transcript = await transcribe(uploads.shelf.pathOf(hash), name, c.req.raw.signal)
    if (transcript.status === 'unheard') return failure(c, 422, `I could not listen to that: ${transcript.reason}.`)
    return c.json({ text: transcript.text } satisfies Heard)
  })

  return api
}
