import type { Config } from '../config/config.ts'
import type { Lane } from '../domain/ids.ts'
import { createGateway } from '../gateway/gateway.ts'
import type { PastLine } from '../gateway/history.ts'
import type { Clock } from '../lib/clock.ts'
import type { Turn } from '../spawner/spawner.ts'
import { anewSince } from '../store/chats.ts'
import type { Claim } from '../store/claims.ts'
import type { Database } from '../store/database.ts'
import { recentTalk, type StoredMessage, taskMessages } from '../store/messages.ts'
import { readPerson } from '../store/people.ts'

/** Joins store and gateway: from a claimed task to the turn a brain is given. */
export function createAssembler(db: Database, clock: Clock, config: () => Config): (claim: Claim) => Turn {
  const gateway = createGateway(
    {
      recent: (lane, before, limit) => recentTalk(db, lane as Lane, before, limit).map(toPastLine),
      anewSince: (lane) => anewSince(db, lane as Lane),
    },
    () => {
      const { conversation, timezone } = config()
      return {
        enabled: conversation.enabled,
        lookback: conversation.lookbackCount,
        maxTokens: conversation.maxTokens,
        botChars: conversation.contextTruncation,
        activeMs: conversation.activeMinutes * 60_000,
        timezone,
      }
    },
  )
  return ({ task }) => {
    const person = readPerson(db, task.personId)
    const messages = taskMessages(db, task.id).map(toPastLine)
    const assembly = gateway.assemble({ lane: task.lane, messages, now: clock.now() })
    return {
      task: task.id,
      kind: task.kind,
      chat: task.chat,
      person: { id: person.id, name: person.name },
      system: assembly.system,
      text: assembly.text,
      question: messages.map((message) => message.text).join('\n'),
    }
  }
}

function toPastLine(row: StoredMessage): PastLine {
  return { id: row.id, author: row.author, name: row.name, at: new Date(row.at), text: row.text }
}
