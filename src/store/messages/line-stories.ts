import type { Database } from '../database.ts'

/** What became of a line after it was said, and what it is a part of. */
export interface LineStory {
  /** Others can speak where it was said. */
  isAmongOthers: boolean
  conversation: number | undefined
  /** When it was taken back where it was said. */
  deletedAt: Date | undefined
  /** What it said before, oldest first: an edit is a later row under the same name. */
  earlier: { text: string; at: Date }[]
  /** The row that holds what it says now. */
  later: number | undefined
}

/** For the lines of one page, in four questions. */
export function storiesOf(db: Database, lines: number[]): (line: number) => LineStory {
  const ids = JSON.stringify(lines)
  const pairs = (query: string) => new Map(db.statement(query).raw().all(ids) as [number, number][])
  const among = pairs(amongOthers)
  const conversations = pairs(conversationsOf)
  const deleted = pairs(deletionsOf)
  const versions = new Map<number, Version[]>()
  for (const version of db.statement(versionsOf).all(ids) as Version[])
    versions.set(version.line, [...(versions.get(version.line) ?? []), version])
  return (line) => {
    const others = versions.get(line) ?? []
    const deletedAt = deleted.get(line)
    return {
      isAmongOthers: among.get(line) === 1,
      conversation: conversations.get(line),
      deletedAt: deletedAt === undefined ? undefined : new Date(deletedAt),
      earlier: others.filter(({ id }) => id < line).map(({ text, at }) => ({ text, at: new Date(at) })),
      later: others.findLast(({ id }) => id > line)?.id,
    }
  }
}

interface Version {
  line: number
  id: number
  text: string
  at: number
}

const wanted = 'FROM json_each(?) AS wanted CROSS JOIN'
const amongOthers = `SELECT message.id, chat.audience = 'group' ${wanted} message ON message.id = wanted.value
  CROSS JOIN chat ON chat.id = message.chat`
const conversationsOf = `SELECT message_id, conversation_id ${wanted} conversation_message ON message_id = wanted.value`
const deletionsOf = `SELECT message_id, deleted_message.at ${wanted} deleted_message ON message_id = wanted.value`
const versionsOf = `SELECT said.id AS line, other.id, other.text, other.at ${wanted} message AS said ON said.id = wanted.value
  CROSS JOIN message AS other INDEXED BY message_remote ON other.chat = said.chat AND other.remote_id = said.remote_id
  WHERE said.author = 'human' AND other.author = 'human' AND other.id <> said.id ORDER BY other.id`
