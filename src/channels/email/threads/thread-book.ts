import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ChannelMemory } from '../../../domain/message.ts'
import { parseJson } from '../../../lib/text/json.ts'
import type { Inbox } from '../../channel.ts'
import { asThreadToken, type ThreadToken } from './message-ids.ts'

/**
 * What we remember about the threads of one mailbox. Reading changes nothing; the returned memories are stored together
 * with the mail.
 */
export interface ThreadBook {
  /** Who may write in the thread; empty if it is unknown. */
  people(token: ThreadToken): string[]
  /** The thread of a mail written by somebody else. */
  ofId(messageId: string): ThreadToken | undefined
  /** The thread of the last mail with this subject among these people, unless it is too old. */
  ofSubject(subject: string, people: string[], now: Date): ThreadToken | undefined
  remember(mail: RememberedMail): ChannelMemory[]
  /** Lets more people in; undefined if they already are. */
  admit(token: ThreadToken, people: string[]): ChannelMemory | undefined
}

export interface RememberedMail {
  token: ThreadToken
  messageId: string
  subject: string
  /** Everybody except us. */
  people: string[]
  /** Those who may write in the thread from now on. */
  admitted: string[]
  at: Date
}

const MAX_PEOPLE = 50
const MAX_SUBJECT_AGE_MS = 7 * 24 * 3_600_000

const thread = z.object({ people: z.array(z.string()) })
const subjectMark = z.object({ token: z.string(), at: z.coerce.date() })

export function createThreadBook(inbox: Pick<Inbox, 'memory'>, account: string): ThreadBook {
  const place = { channel: 'email', account } as const
  const readMemory = (name: string) => inbox.memory(place.channel, account, name)

  function people(token: ThreadToken): string[] {
    return thread.safeParse(parseJson(readMemory(`thread:${token}`))).data?.people ?? []
  }

  function admit(token: ThreadToken, newcomers: string[]): ChannelMemory | undefined {
    const before = people(token)
    const all = [...new Set([...before, ...newcomers])].slice(0, MAX_PEOPLE)
    if (all.length === before.length) return undefined
    return { ...place, name: `thread:${token}`, value: JSON.stringify({ people: all }) }
  }

  return {
    people,
    admit,
    ofId: (messageId) => asThreadToken(readMemory(idName(messageId))),
    ofSubject(subject, participants, now) {
      const mark = subjectMark.safeParse(parseJson(readMemory(subjectName(subject, participants)))).data
      if (!mark || Math.abs(now.getTime() - mark.at.getTime()) > MAX_SUBJECT_AGE_MS) return undefined
      return asThreadToken(mark.token)
    },
    remember({ token, messageId, subject, people: participants, admitted, at }) {
      const people = admit(token, admitted)
      return [
        ...(people ? [people] : []),
        { ...place, name: idName(messageId), value: token },
        ...(subject === ''
          ? []
          : [{ ...place, name: subjectName(subject, participants), value: JSON.stringify({ token, at }) }]),
      ]
    },
  }
}

/** Hashed, because ids and subjects can have any length. */
function idName(messageId: string): string {
  return `id:${digest(messageId)}`
}

function subjectName(subject: string, people: string[]): string {
  return `subject:${digest([subject.toLowerCase(), ...people.toSorted()].join('\n'))}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
