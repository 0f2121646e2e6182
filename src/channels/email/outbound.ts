import { z } from 'zod'
import { parseMarkdown, withoutControls } from '../../lib/markdown.ts'
import { parseJson } from '../../lib/text/json.ts'
import { splitText } from '../../lib/text/text.ts'
import { channelMessages } from '../../messages/channel-messages.ts'
import type { Language } from '../../messages/languages.ts'
import type { AnswerFooter } from '../channel.ts'
import { footerParagraphs } from '../shared/markdown-text.ts'
import { isPage, renderPage } from './send/mail-html.ts'

/** One mail as the outbox stores it. It is rendered only once, so that a resend after an update is the same mail. */
export type EmailBody = z.infer<typeof bodySchema>

const bodySchema = z.object({
  /** Markdown, shown by programs that do not display HTML. */
  text: z.string(),
  /** A complete page that contains only what `send/mail-html.ts` generates. */
  html: z.string().refine(isPage),
  /** An answer too long for a mail, attached as a file. The text is then its beginning. */
  document: z.object({ name: z.string(), content: z.string() }).optional(),
})

/** In characters. Mail programs struggle with more. */
const MAX_MAIL_CHARS = 500_000
const BEGINNING_CHARS = 20_000

/**
 * The single body of a text, because mails are not split. An empty text still gets a body, because files may be
 * attached to it.
 */
export function toParts(text: string, foot: AnswerFooter = {}): string[] {
  const clean = withoutControls(text.toWellFormed())
  const fullText = [...(clean.trim() === '' ? [] : [clean]), ...footerParagraphs(foot)].join('\n\n')
  return [JSON.stringify(toBody(fullText, foot.language))]
}

/** Bodies that do not parse were stored as plain Markdown while the channel was not configured. */
export function readBody(body: string): EmailBody {
  return bodySchema.safeParse(parseJson(body)).data ?? toBody(withoutControls(body.toWellFormed()))
}

function toBody(markdown: string, language: Language = 'en'): EmailBody {
  if (markdown.length <= MAX_MAIL_CHARS) return renderBody(markdown)
  const [start = ''] = splitText(markdown, BEGINNING_CHARS)
  // The note comes first: the beginning may end inside any construct, and a note there would become part of it.
  const text = `*${channelMessages.beginningOnly[language]}*\n\n${start.trimEnd()}`
  return { ...renderBody(text), document: { name: 'answer.md', content: markdown } }
}

function renderBody(text: string): EmailBody {
  return { text, html: renderPage(parseMarkdown(text)) }
}
