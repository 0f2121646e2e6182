import { proposalTarget, type ShownProposal } from '../../domain/proposal.ts'
import { withoutControls } from '../../lib/markdown.ts'
import type { DiffLine } from '../../lib/text/line-diff.ts'
import type { WireChange, WireProposal } from '../page/wire/activity-wire.ts'

const MAX_CHANGED_LINES = 200

/** A proposal for the page. */
export function toWireProposal(proposal: ShownProposal): WireProposal {
  const { id, person, at, chat, isPrivate, reason, changes, isOutdated, source } = proposal
  return {
    id,
    target: withoutControls(proposalTarget(proposal)),
    person: withoutControls(person),
    at: at.getTime(),
    isPrivate,
    reason: withoutControls(reason),
    changes: toWireChanges(changes),
    isOutdated,
    ...(source && {
      source: { chat, line: source.id, name: withoutControls(source.name), text: withoutControls(source.text) },
    }),
  }
}

/** The lines that are different, without empty ones. */
export function toWireChanges(lines: DiffLine[]): WireChange[] {
  return lines
    .flatMap(({ kind, text }) => (kind === 'same' ? [] : { kind, text: withoutControls(text) }))
    .filter(({ text }) => text !== '')
    .slice(0, MAX_CHANGED_LINES)
}
