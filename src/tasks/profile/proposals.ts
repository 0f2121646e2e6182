import type { ChatId } from '../../domain/ids.ts'
import type { Person } from '../../domain/person.ts'
import { type ProfileFile, roomFile, userFile } from '../../domain/profile.ts'
import { type Proposal, type ProposalDecision, type ProposalState, type ShownProposal } from '../../domain/proposal.ts'
import { diffLines } from '../../lib/text/line-diff.ts'
import { findSection, parseSections, replaceSection } from '../../lib/text/markdown-sections.ts'
import { oneLine } from '../../lib/text/text.ts'
import { spanAround } from '../../lib/time/calendar.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { type AnyText, type LocalizedText, textIn } from '../../messages/localized.ts'
import { proposalMessages } from '../../messages/proposal-messages.ts'
import type { Database } from '../../store/database.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import { areDeleted } from '../../store/messages/deletions.ts'
import { mayOpenChat } from '../../store/messages/listed-chats.ts'
import { readMessages } from '../../store/messages/messages.ts'
import { readPerson } from '../../store/people/people.ts'
import {
  addProposal,
  decideProposal,
  hasProposalSince,
  type NewProposal,
  openProposals,
  readProposal,
  wasDeclined,
} from '../../store/profile/proposals.ts'
import type { Profiles } from './profiles.ts'

type Decider = Pick<Person, 'id' | 'role'>

/** Changes that a model proposed. None of them is applied before a person accepts it. */
export interface Proposals {
  /** Keeps a proposal. The answer is a sentence for the model. */
  propose(proposal: NewProposal, timezone: string): string
  /** The open proposals that this person may decide, newest first; with a chat, only those that may be shown there. */
  list(person: Decider, chat?: ChatId): ShownProposal[]
  decide(id: number, decision: ProposalDecision, person: Decider): { said: LocalizedText } | { problem: AnyText }
}

const MAX_SOURCE_CHARS = 300

export function createProposals({
  db,
  clock,
  profiles,
}: {
  db: Database
  clock: Pick<Clock, 'now'>
  profiles: Pick<Profiles, 'read' | 'change' | 'problemWith'>
}): Proposals {
  function apply(proposal: Proposal, text: string, person: Decider): ReturnType<Profiles['change']> {
    const { file, section, taskId } = proposal
    const present = profiles.read(file)
    const isUndone = text === proposal.before
    if (partOf(proposal, present) !== (isUndone ? proposal.text : proposal.before))
      return { problem: isUndone ? proposalMessages.undoOutdated : proposalMessages.outdated }
    return profiles.change(file, {
      text: withPart(file, present, section, text),
      origin: isUndone ? 'undo' : 'model',
      personId: person.id,
      taskId,
    })
  }

  return {
    propose(proposal, timezone) {
      const { file, section, before, text, reason } = proposal
      if (before === text) return 'It says so already.'
      const problem = profiles.problemWith(file, text) ?? profiles.problemWith(file, reason)
      if (problem !== undefined) return `Not proposed. ${textIn(problem, 'en')}`
      if (wasDeclined(db, { file, section, text }))
        return 'Not proposed: exactly this was declined before. Do not propose it again.'
      const now = clock.now()
      return db.transaction(() => {
        if (hasProposalSince(db, spanAround(now, 'day', timezone).from))
          return 'Not proposed: there was a proposal today, and one a day is enough. If it matters now, tell the person what you would change.'
        const id = addProposal(db, proposal, now)
        return `Proposal ${id} waits under Activity and in the list of the command "proposals". Nothing changes until a person accepts it. Tell the person in one sentence.`
      })
    },

    list: (person, chat) => listProposals({ db, profiles }, person, chat),

    decide: (id, decision, person) =>
      db.transaction(() => {
        const proposal = readProposal(db, id)
        if (!proposal || !mayDecide(proposal, person)) return { problem: proposalMessages.noSuch(id) }
        const { from, to } = steps[decision]
        if (decision !== 'decline' && isPrivateFrom(proposal, person))
          return { problem: proposalMessages.hidden(readPerson(db, proposal.personId).name) }
        if (proposal.state !== from) return { problem: proposalMessages.already[proposal.state](id) }
        if (decision !== 'decline') {
          const changed = apply(proposal, decision === 'accept' ? proposal.text : proposal.before, person)
          if ('problem' in changed) return changed
        }
        decideProposal(db, id, { state: to, personId: person.id }, clock.now())
        return { said: proposalMessages.decided[decision](id) }
      }),
  }
}

export interface ProposalReading {
  db: Database
  profiles: Pick<Profiles, 'read'>
}

/** What `Proposals.list` returns, also for a command outside the daemon. */
export function listProposals(reading: ProposalReading, person: Decider, chat?: ChatId): ShownProposal[] {
  const { db } = reading
  const isShownIn = ({ file }: Proposal) =>
    chat === undefined || isPrivateTo(db, chat, person.id) || isOfRoom(file, chat)
  return openProposals(db)
    .filter((proposal) => mayDecide(proposal, person) && isShownIn(proposal))
    .map((proposal) => describe(reading, proposal, person))
}

function describe({ db, profiles }: ProposalReading, proposal: Proposal, reader: Decider): ShownProposal {
  const { file, personId, before, text } = proposal
  const present = partOf(proposal, profiles.read(file))
  const shared = { person: readPerson(db, personId).name, isOutdated: present !== before }
  if (isPrivateFrom(proposal, reader)) {
    const unread = { section: '', before: '', text: '', reason: '', changes: [], source: undefined }
    return { ...proposal, ...shared, ...unread, isPrivate: true }
  }
  const changes = diffLines(present, text).filter((line) => line.kind !== 'same' && line.text !== '')
  return { ...proposal, ...shared, isPrivate: false, changes, source: sourceOf(db, proposal, reader) }
}

function sourceOf(db: Database, { messageId, chat, personId }: Proposal, { id }: Decider): ShownProposal['source'] {
  const isReadable = personId === id || mayOpenChat(db, id, chat)
  if (messageId === undefined || !isReadable || areDeleted(db, [messageId])) return undefined
  const [message] = readMessages(db, [messageId])
  if (!message) return undefined
  const { name, at, text } = message
  return { id: messageId, name, at: new Date(at), text: oneLine(text, MAX_SOURCE_CHARS) }
}

function mayDecide({ file }: Proposal, { id, role }: Decider): boolean {
  return role === 'owner' || file === userFile(id)
}

/** Nobody reads or accepts words for the profile of somebody else. */
function isPrivateFrom({ file, personId }: Proposal, { id }: Decider): boolean {
  return file === userFile(personId) && personId !== id
}

const steps: Record<ProposalDecision, { from: ProposalState; to: ProposalState }> = {
  accept: { from: 'open', to: 'accepted' },
  decline: { from: 'open', to: 'declined' },
  undo: { from: 'accepted', to: 'undone' },
}

/** Whether a file or skill belongs to this group. */
function isOfRoom(file: ProfileFile, chat: ChatId): boolean {
  return file.startsWith(roomFile(chat).slice(0, -'ROOM.md'.length))
}

function isSkill(file: ProfileFile): boolean {
  return file.endsWith('/SKILL.md')
}

/** The text of a section, or of a skill as a whole. */
export function partOf({ file, section }: Pick<Proposal, 'file' | 'section'>, text: string): string {
  return isSkill(file) ? text.trim() : (findSection(parseSections(text), section)?.body ?? '')
}

/** The text of a file with another text for a section, or for a skill as a whole. */
export function withPart(file: ProfileFile, text: string, section: string, part: string): string {
  if (!isSkill(file)) return replaceSection(text, section, part)
  return part === '' ? '' : `${part}\n`
}
