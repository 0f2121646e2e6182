import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import { type Language, languageOf } from '../../messages/languages.ts'
import { type AnyText, numberText } from '../../messages/localized.ts'
import { webMessages } from '../../messages/web-messages.ts'

/** Maximum characters of a message. */
export const MAX_TEXT_CHARS = 100_000
const MAX_BODY_BYTES = 256 * 1024

/** Every error of the server is one sentence in JSON, in the language of the client. */
export function failure(c: Context, status: ContentfulStatusCode, error: AnyText): Response {
  return c.json({ error: textFor(c, error) }, status)
}

/** The page names its language with every request; a browser names those it prefers. */
export function textFor(c: Context, text: AnyText): string {
  return typeof text === 'string' ? text : text[languageFor(c)]
}

export function languageFor(c: Context): Language {
  const tags = (c.req.header('accept-language') ?? '').slice(0, 200).split(',')
  return languageOf(
    null,
    tags.map((tag) => tag.split(';')[0]?.trim() ?? ''),
  )
}

/** Runs before anything reads the body. */
export const limitBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: (c) => failure(c, 413, webMessages.tooLong(numberText(MAX_TEXT_CHARS))),
})

/** Parses the body of a POST, or returns the error response. */
export async function parseBody<T>(c: Context, schema: z.ZodType<T>): Promise<{ value: T } | { refused: Response }> {
  let body: unknown
  try {
    body = await c.req.json()
  } catch {
    return { refused: failure(c, 400, 'The body of this request is not JSON.') }
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return { value: parsed.data }
  const issue = parsed.error.issues[0]
  return {
    refused: failure(c, 400, `The body of this request is wrong at "${issue?.path.join('.')}": ${issue?.message}.`),
  }
}
