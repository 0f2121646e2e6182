import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Trust } from '../../domain/person.ts'
import type { FactsQuery } from '../../gateway/history-source.ts'
import type { Fact } from '../../gateway/past.ts'
import { type NoteLine, parseDayNote } from '../../memory/day-note.ts'
import { noteMessages } from '../../messages/memory-messages.ts'
import type { Database } from '../../store/database.ts'
import { linesOnOtherBranches } from '../../store/messages/branch-path.ts'
import { laneMarks } from '../../store/messages/chats.ts'
import { areDeleted } from '../../store/messages/deletions.ts'
import { readMessages } from '../../store/messages/messages.ts'
import { readPerson } from '../../store/people/people.ts'
import { readProfileText } from '../../store/profile/profile-folder.ts'
import { canRead } from '../../store/recall/readable.ts'

/** Where day notes are in the data folder: a folder for each person, a file for each day. */
export function notesFolder(dataDir: string): string {
  return join(dataDir, 'notes')
}

export interface DayNotes {
  /** The lines of a person's day notes that fit a question in one of their private chats, best first. */
  find(query: FactsQuery): Fact[]
}

const MAX_DAYS = 400
const MAX_LINES_SHOWN = 3
/** One shared word is often chance. */
const MIN_SHARED_WORDS = 2
/** Words in a larger share of all lines say nothing about one of them. */
const MAX_COMMON_SHARE = 0.1

interface DatedLine extends NoteLine {
  day: string
  words: ReadonlySet<string>
}

export function createDayNotes(db: Database, dataDir: string): DayNotes {
  const folder = notesFolder(dataDir)
  const cache = new Map<string, { version: string; lines: DatedLine[] }>()

  function linesOf(personId: number): DatedLine[] {
    const days = listDayNotes(dataDir, personId).slice(0, MAX_DAYS)
    return days.flatMap((name) => readLines(`${personId}/${name}`))
  }

  /** A person may edit or delete a note at any time. */
  function readLines(file: string): DatedLine[] {
    const stats = statSync(join(folder, file), { throwIfNoEntry: false })
    if (!stats) return []
    const version = `${stats.mtimeMs} ${stats.size}`
    const cached = cache.get(file)
    if (cached?.version === version) return cached.lines
    const read = readProfileText(folder, file)
    const day = file.slice(-13, -3)
    const parsed = 'text' in read ? parseDayNote(read.text) : []
    const lines = parsed.map((line) => ({ ...line, day, words: new Set(db.words(line.text)) }))
    cache.set(file, { version, lines })
    return lines
  }

  function isVisible({ sources }: DatedLine, { chats }: FactsQuery): boolean {
    if (sources.length === 0 || areDeleted(db, sources) || linesOnOtherBranches(db, sources).size > 0) return false
    return readMessages(db, sources).every((message) => {
      const { clearedAt } = laneMarks(db, message.lane)
      return canRead(db, chats, message.chat) && !(clearedAt && message.at <= clearedAt.getTime())
    })
  }

  function toFact({ text, day, sources }: DatedLine, trust: Trust): Fact {
    const at = new Date(`${day}T12:00:00Z`)
    const [line, ...others] = readMessages(db, sources)
    // Where the message itself is shown, its line in the note is not needed.
    const said = line && others.length === 0 ? { saidIn: line.text } : {}
    return { text, at, trust, reason: noteMessages.fromDay(day), noted: sources, ...said }
  }

  return {
    find(query) {
      const { privateFactsOf: owner, bound } = query
      // A session that goes on has seen them.
      if (owner === undefined || query.since) return []
      const sought = new Set(db.words(query.text))
      if (sought.size < MIN_SHARED_WORDS) return []
      const lines = linesOf(owner).filter(({ day }) => endOf(day) <= bound.asOf)
      const limit = Math.max(2, lines.length * MAX_COMMON_SHARE)
      const weights = new Map(
        [...sought].flatMap((word) => {
          const count = lines.filter(({ words }) => words.has(word)).length
          return count === 0 || count > limit ? [] : [[word, Math.log(1 + lines.length / count)] as const]
        }),
      )
      const { role } = readPerson(db, owner)
      return lines
        .map((line) => ({ line, shared: [...weights.keys()].filter((word) => line.words.has(word)) }))
        .filter(({ shared }) => shared.length >= MIN_SHARED_WORDS)
        .map(({ line, shared }) => ({ line, score: shared.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) }))
        .sort((a, b) => b.score - a.score || (a.line.day < b.line.day ? 1 : -1))
        .filter(({ line }) => isVisible(line, query))
        .slice(0, MAX_LINES_SHOWN)
        .map(({ line }) => toFact(line, role))
    },
  }
}

/** The names of a person's notes, newest first. */
export function listDayNotes(dataDir: string, personId: number): string[] {
  try {
    const names = readdirSync(join(notesFolder(dataDir), String(personId)))
    return names
      .filter((name) => /^\d{4}-\d\d-\d\d\.md$/.test(name))
      .sort()
      .reverse()
  } catch {
    return []
  }
}

function endOf(day: string): Date {
  return new Date(`${day}T23:59:59Z`)
}
