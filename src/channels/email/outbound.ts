import { z } from 'zod'
import { parseMarkdown, withoutControls } from '../../lib/markdown.ts'
import { splitText } from '../../lib/text/text.ts'
import type { AnswerFooter } from '../channel.ts'
import { footerParagraphs } from '../shared/answer-footer.ts'
import { isPage, pageOf } from './send/html.ts'

/** One mail of ours as the outbox keeps it: drawn once, so that its next copy is the same after an update, too. */
export type Parcel = z.infer<typeof parcel>

const parcel = z.object({
  /** In Markdown, which is what a program that shows no HTML shows. */
  text: z.string(),
  /** A whole page, and nothing in it but what `send/html.ts` draws. */
  html: z.string().refine(isPage),
  /** An answer too long for a mail, as a file; the text is then its beginning. */
  document: z.object({ name: z.string(), content: z.string() }).optional(),
})

/** Characters. More than this no program shows with joy. */
const TEXT_LIMIT = 500_000
const BEGINNING = 20_000

/** The one body of a text: a mail is not cut. A text that is empty still has one, because files may hang on it. */
export function toParts(text: string, foot: AnswerFooter = {}): string[] {
  const clean = withoutControls(text.toWellFormed())
  const whole = [...(clean.trim() === '' ? [] : [clean]), ...footerParagraphs(foot)].join('\n\n')
  return [JSON.stringify(toParcel(whole))]
}

/** A body that is no parcel was written while the channel was not set up; it is Markdown. */
export function readParcel(body: string): Parcel {
  try {
    return parcel.parse(JSON.parse(body))
  } catch {
    return toParcel(withoutControls(body.toWellFormed()))
  }
}

function toParcel(markdown: string): Parcel {
  if (markdown.length <= TEXT_LIMIT) return drawn(markdown)
  const [start = ''] = splitText(markdown, BEGINNING)
  // Above it: the beginning may end inside of anything, where a note would be read as a part of it.
  const text = `*(This is how it begins; the whole answer is in the file answer.md.)*\n\n${start.trimEnd()}`
  return { ...drawn(text), document: { name: 'answer.md', content: markdown } }
}

function drawn(text: string): Parcel {
  return { text, html: pageOf(parseMarkdown(text)) }
}
