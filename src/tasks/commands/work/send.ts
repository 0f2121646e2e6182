import { truncate } from '../../../lib/text/text.ts'
import { later } from '../../../lib/time/clock.ts'
import { readMessages } from '../../../store/messages/messages.ts'
import { approveDraft, listDrafts, type OutboxRow } from '../../../store/work/outbox.ts'
import type { Road } from '../../road.ts'
import type { Command } from '../command.ts'

const MOST_SHOWN = 20
const DAY_MS = 86_400_000

/** Lets an answer go that lay where somebody was to read it first. */
export function createSend({ db, channels }: Pick<Road, 'db' | 'channels'>): Command {
  const firstWords = ({ messageId }: OutboxRow) =>
    truncate((readMessages(db, [messageId])[0]?.text ?? '').replace(/\s+/g, ' ').trim(), 60)

  return {
    name: 'send',
    usage: '[number]',
    summary: 'send an answer that lies in the drafts',
    german: 'eine Antwort abschicken, die bei den Entwürfen liegt',
    ownerOnly: true,
    run(args, { prefix, steady }) {
      const drafts = listDrafts(db)
      if (args === '') return listed(drafts, prefix)
      const draft = drafts.find(({ id }) => String(id) === args.replace(/^#/, ''))
      if (!draft) return `There is no draft ${truncate(args, 20)}. ${listed(drafts, prefix)}`
      const { retryForMs = DAY_MS } = channels.get(draft.channel)?.manners ?? {}
      approveDraft(db, draft.id, { dueAt: steady, deadAt: later(steady, retryForMs) })
      return `Sending draft ${draft.id}: “${firstWords(draft)}”.`
    },
  }

  function listed(drafts: OutboxRow[], prefix: string): string {
    if (drafts.length === 0) return 'Nothing waits to be sent.'
    const lines = drafts.slice(-MOST_SHOWN).map((draft) => `- ${draft.id}: “${firstWords(draft)}” in ${draft.error}`)
    const rest = drafts.length > MOST_SHOWN ? [`- and ${drafts.length - MOST_SHOWN} older ones`] : []
    return ['Waiting to be sent:', ...lines, ...rest, `\`${prefix}send <number>\` sends one.`].join('\n')
  }
}
