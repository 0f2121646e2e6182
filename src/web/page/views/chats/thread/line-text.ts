import type { AnyText } from '../../../../../messages/localized.ts'
import type { MessageReceipt } from '../../../wire/wire.ts'
import type { lineWords, ReceiptStates, StepsWords } from '../../../words/chats/thread-words.ts'

export interface ReceiptWords {
  text: string
  tone: 'calm' | 'busy' | 'bad'
}

/** How times and texts of the daemon are written in the language of the page. */
interface Readers {
  clockOf(ms: number): string
  textOf(text: AnyText): string
}

/**
 * The status below the person's own message, with the reason while it is still being worked on. When that has ended, a
 * line below says why.
 */
export function receiptWords(
  receipt: MessageReceipt,
  { clockOf, textOf }: Readers,
  states: ReceiptStates,
): ReceiptWords {
  const because = (text: string) => (receipt.reason ? `${text}: ${textOf(receipt.reason)}` : text)
  switch (receipt.state) {
    case 'queued':
      return { text: states.received, tone: 'calm' }
    case 'leased':
    case 'running':
      return { text: states.working, tone: 'busy' }
    case 'waiting':
      return { text: because(states.waiting), tone: 'busy' }
    case 'retry':
      return {
        text: because(receipt.retryAt ? states.tryingAgainAt(clockOf(receipt.retryAt)) : states.tryingAgain),
        tone: 'busy',
      }
    case 'interrupted':
      return { text: states.interrupted, tone: 'bad' }
    case 'answered':
      return { text: states.answered, tone: 'calm' }
    case 'refused':
      return { text: states.refused, tone: 'bad' }
    case 'cancelled':
      return { text: states.stopped, tone: 'calm' }
    case 'expired':
      return { text: states.expired, tone: 'bad' }
    case 'failed':
      return { text: states.failed, tone: 'bad' }
    case 'quarantined':
      return { text: states.setAside, tone: 'bad' }
  }
}

/** Whether Stop can end this task. */
export function isStoppable({ state }: MessageReceipt): boolean {
  return ['queued', 'leased', 'running', 'waiting', 'retry'].includes(state)
}

/** "ran 2 commands, wrote notes.md": a summary of the actions. */
export function stepsInWords(steps: { line: string; failed: boolean }[], words: StepsWords): string {
  const groups = new Map<string, string[]>()
  for (const { line } of steps) {
    // The first word tells the kind of step.
    const [, verb = '', rest = ''] = /^(\w+)(?: ([\s\S]*))?$/.exec(line) ?? []
    const kind = verb in words.kinds ? verb : ''
    groups.set(kind, [...(groups.get(kind) ?? []), kind === '' ? line : rest])
  }
  const failed = steps.filter((step) => step.failed).length
  const summaries = [...groups].map(([kind, targets]) => summarizeKind(kind, targets, words))
  return [...summaries, ...(failed > 0 ? [words.failed(failed)] : [])].join(', ')
}

function summarizeKind(kind: string, targets: string[], words: StepsWords): string {
  const labels = words.kinds[kind]
  const [onlyTarget = ''] = targets
  if (!labels) return targets.length === 1 ? onlyTarget : words.others(targets.length)
  return targets.length === 1 ? labels.one(onlyTarget) : labels.many(targets.length)
}

type DayWords = Pick<(typeof lineWords)['en'], 'today' | 'yesterday'>

/** The label of a day separator. */
export function dayOf(at: number, now: number, words: DayWords, locale: string): string {
  const day = new Date(at)
  const age = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000)
  if (age === 0) return words.today
  if (age === 1) return words.yesterday
  const isThisYear = day.getFullYear() === new Date(now).getFullYear()
  return day.toLocaleDateString(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

export function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0)
}
