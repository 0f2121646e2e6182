import { withoutControls } from '../../../lib/markdown.ts'
import { truncate } from '../../../lib/text/text.ts'
import type { MailFacts } from '../facts.ts'
import { nameBeside } from './header-words.ts'
import { drawQuoted } from './html.ts'

/** Characters. They have the whole of it, in their own mail. */
const LONGEST_QUOTE = 10_000

/** The words that are answered, as they stand below the answer. */
export interface Quote {
  text: string
  html: string
}

export function quoteOf({ quoted, quotedAt, toName, to }: MailFacts): Quote | undefined {
  const words = truncate(withoutControls((quoted ?? '').toWellFormed()).trim(), LONGEST_QUOTE)
  if (words === '') return undefined
  const name = nameBeside(toName ?? '')
  const intro = `${quotedAt ? `On ${dayOf(quotedAt)}, ` : ''}${name ? `${name} <${to}>` : to} wrote:`
  const lines = words.split('\n').map((line) => (line.startsWith('>') || line === '' ? `>${line}` : `> ${line}`))
  return { text: [intro, '', ...lines].join('\n'), html: drawQuoted(intro, words) }
}

/** "Sat, 14 Mar 2026 at 10:00 UTC": the same wherever and whenever it is written. */
function dayOf(at: Date): string {
  const [, day, time] = /^(.*) (\d\d:\d\d):\d\d GMT$/.exec(at.toUTCString()) ?? []
  return `${day} at ${time} UTC`
}
