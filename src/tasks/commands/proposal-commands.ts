import type { Button } from '../../domain/delivery.ts'
import { type ProposalDecision, proposalDecisions, proposalTarget, type ShownProposal } from '../../domain/proposal.ts'
import { visible } from '../../lib/text/visible.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import { commandHelp } from '../../messages/command-help.ts'
import { type AnyText, joinTexts } from '../../messages/localized.ts'
import { proposalMessages as messages } from '../../messages/proposal-messages.ts'
import { block, inlineShort } from '../permissions/action-effect.ts'
import type { Proposals } from '../profile/proposals.ts'
import type { Command, CommandContext, Reply } from './command.ts'

/** More of them would not fit into one message. */
const MAX_SHOWN = 3

/** /proposals shows what the model proposes to change, each with its difference to the present text, and decides about it. */
export function createProposalsCommand(proposals: Proposals): Command {
  return {
    name: 'proposals',
    usage: commandHelp.usages.proposals,
    summary: commandHelp.summaries.proposals,
    run(args, context) {
      if (args === '') return describeOpen(context)
      const [, verb, number] = /^([a-z]+)\s+#?(\d{1,15})$/i.exec(args) ?? []
      const decision = proposalDecisions.find((known) => known === verb?.toLowerCase())
      if (decision === undefined) return messages.usage(context.prefix)
      return decide(Number(number), decision, context)
    },
    isSettled: () => true,
  }

  function decide(id: number, decision: ProposalDecision, { person, prefix }: CommandContext): AnyText {
    const decided = proposals.decide(id, decision, person)
    if ('problem' in decided) return decided.problem
    if (decision !== 'accept') return decided.said
    return joinTexts([decided.said, messages.undoHint(`${prefix}proposals undo ${id}`)], ' ')
  }

  function describeOpen({ person, chat, timezone, prefix }: CommandContext): AnyText | Reply {
    const open = proposals.list(person, chat)
    if (open.length === 0) return messages.none
    const shown = open.slice(0, MAX_SHOWN)
    const rest = open.length > shown.length ? [messages.more(open.length - shown.length)] : []
    return {
      text: joinTexts([...shown.map((one) => describe(one, timezone)), ...rest, messages.usage(prefix)], '\n\n'),
      buttons: shown.flatMap(buttonsOf),
    }
  }
}

function buttonsOf({ id, isOutdated, isPrivate }: ShownProposal): Button<AnyText>[] {
  const decline = { label: messages.decline(id), data: `proposals decline ${id}` }
  return isOutdated || isPrivate ? [decline] : [{ label: messages.accept(id), data: `proposals accept ${id}` }, decline]
}

function describe(proposal: ShownProposal, timezone: string): AnyText {
  const { id, person, at, reason, source, changes, isOutdated, isPrivate } = proposal
  const day = dateAndTime(at, timezone).slice(0, '2026-03-14'.length)
  const head = joinTexts([messages.title(id, proposalTarget(proposal)), messages.about(person, day)], '. ')
  if (isPrivate) return joinTexts([head, messages.hidden(person)], '\n\n')
  const difference = changes.map(({ kind, text }) => `${kind === 'added' ? '+' : '-'} ${visible(text)}`).join('\n')
  return joinTexts(
    [
      head,
      messages.reason(inlineShort(reason)),
      source ? messages.source(source.name, inlineShort(source.text)) : [],
      block(difference),
      isOutdated ? messages.outdated : [],
    ].flat(),
    '\n\n',
  )
}
