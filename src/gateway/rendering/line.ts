import type { Unfinished } from '../../domain/message.ts'
import { truncate } from '../../lib/text/text.ts'
import type { Labels } from '../choosing/labels.ts'
import type { PastMessage } from '../past.ts'
import { endsOf, type Pointer } from './oversized.ts'
import { escapeLines, escapeText } from './xml.ts'

/** What a line looks like, apart from who says what. */
export interface LineStyle {
  labels: Labels
  /** Characters kept of one of our own lines; 0 = all. */
  botChars: number
  /** Whether the model can look up what is left out. */
  tools: boolean
}

/** `[Ana 14:02] text`, then what hangs on it and what we did for it. `limit` is the most characters of text. */
export function renderLine(message: PastMessage, style: LineStyle, limit = Number.POSITIVE_INFINITY): string {
  const ours = message.author === 'bot'
  const text = ours && style.botChars > 0 ? truncate(message.text, style.botChars) : message.text
  const kind = message.origin === 'chat' ? '' : `, ${message.origin}`
  const end = message.unfinished ? `, ${endings[message.unfinished]}` : ''
  const head = `[${ours ? 'you' : escapeText(plainName(message.name))} ${style.labels.time(message.at)}${kind}${end}]`
  const lines = [`${head} ${bounded(text, limit, style.tools ? message.id : undefined)}`]
  if (message.files.length > 0)
    lines.push(`[file] ${message.files.map((name) => escapeText(plainName(name))).join(', ')}`)
  if (message.reactions)
    lines.push(
      `[reactions] ${message.reactions.map(({ emoji, name }) => `${escapeText(plainName(name))} ${emoji}`).join(', ')}`,
    )
  if (message.actions.length > 0) lines.push(`[you did] ${message.actions.map(actionWords).join('; ')}`)
  return lines.join('\n')
}

const endings: Record<Unfinished, string> = { stopped: 'stopped by the person', 'cut off': 'cut off' }

/** Text as it stands among our lines, head and tail of it when it is longer than its room. */
export function bounded(text: string, limit: number, pointer: Pointer): string {
  const ends = endsOf(text, limit, pointer)
  return ends ? `${escapeLines(ends.head)}\n${ends.note}${escapeLines(`\n${ends.tail}`)}` : escapeLines(text)
}

/** A name that can stand inside our brackets: nothing that closes them, breaks the line, hides, or passes for ours. */
export function plainName(name: string): string {
  const shown = truncate(plain(name.normalize('NFKC').replace(/[[\]<>]/g, ' ')), 40)
  if (shown === '') return 'someone'
  return /^(you|file|reactions)\b/i.test(shown) ? `“${shown}”` : shown
}

function actionWords({ line, failed }: PastMessage['actions'][number]): string {
  return `${escapeText(plain(line))}${failed ? ' (failed)' : ''}`
}

/** One line without marks that cannot be seen: controls, zero-width, right-to-left. */
export function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim()
}
