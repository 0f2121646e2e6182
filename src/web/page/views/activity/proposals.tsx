import { useSignal } from '@preact/signals'
import type { Api } from '../../api.ts'
import { dateOf } from '../../text/format.ts'
import type { ProposalDecision, WireProposal } from '../../wire/activity-wire.ts'
import { proposalWords } from '../../words/activity-words.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { ChangedLines } from '../changed-lines.tsx'
import { type ActivityAction, ChatLink } from './activity-rows.tsx'

interface ProposalProps {
  act: ActivityAction
  api: Pick<Api, 'decideProposal'>
}

/** Changes of profiles and skills that a model proposed. They wait as long as nobody decides. */
export function ProposalList({ proposals, ...props }: ProposalProps & { proposals: WireProposal[] }) {
  const words = useWords(proposalWords)
  if (proposals.length === 0) return null
  return (
    <section aria-label={words.title}>
      <h2>{words.title}</h2>
      {proposals.map((proposal) => (
        <ProposalCard key={proposal.id} proposal={proposal} {...props} />
      ))}
    </section>
  )
}

function ProposalCard({ proposal, act, api }: ProposalProps & { proposal: WireProposal }) {
  const words = useWords(proposalWords)
  const isPressed = useSignal(false)
  const { id, target, person, at, isPrivate, reason, changes, isOutdated, source } = proposal
  const date = dateOf(at, useLocale())
  const decide = (decision: ProposalDecision) => {
    isPressed.value = true
    act(api.decideProposal(id, decision))
  }
  const button = (decision: 'accept' | 'decline') => (
    <button
      type="button"
      class="answer"
      aria-description={words.proposal(id)}
      disabled={isPressed.value}
      onClick={() => decide(decision)}
    >
      {words[decision]}
    </button>
  )
  return (
    <article class="question question-card" aria-label={words.proposal(id)}>
      <div class="muted">{words.from(id, person, date)}</div>
      <p dir="auto">{words.changes(target)}</p>
      {isPrivate ? (
        <p class="muted">{words.hidden(person)}</p>
      ) : (
        <>
          <p dir="auto">{words.reason(reason)}</p>
          {source && (
            <p class="muted" dir="auto">
              <ChatLink chat={source.chat} place={words.source(source.name)} line={source.line} />
              {` ${source.text}`}
            </p>
          )}
          <ChangedLines changes={changes} />
        </>
      )}
      {isOutdated && <p role="note">{words.outdated}</p>}
      <div class="answers">
        {!isOutdated && !isPrivate && button('accept')}
        {button('decline')}
      </div>
    </article>
  )
}
