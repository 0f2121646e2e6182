import { setImmediate } from 'node:timers/promises'
import type { Language } from '../../../messages/languages.ts'
import { textIn } from '../../../messages/localized.ts'
import { type ImportLine, isName, type ParsedLine } from '../../../store/messages/import-messages.ts'
import type { ImportInput } from './import-input.ts'

/** What an import would bring, before anything is written. */
export interface ImportPreview {
  formats: string[]
  files: number
  /** Files of a folder that no format recognises. */
  otherFiles: number
  messages: number
  /** Pictures, calls, notes of the program, calls of tools. */
  withoutText: number
  bad: number
  /** The first problems. */
  problems: string[]
  first?: Date
  last?: Date
  chatCount: number
  /** The largest chats. */
  chats: { title: string; messages: number }[]
  /** The people, those who wrote most first. */
  people: { name: string; messages: number; isYou: boolean }[]
  /** The files do not say which of the people is the owner. */
  isOwnerUnknown: boolean
  /** The beginning of the largest chat. */
  sample: { title: string; lines: { at: Date; from: string; text: string }[] }
}

export interface PreviewOptions {
  /** The owner's name here. */
  owner: string
  /** The names under which the owner wrote, as far as they are known. */
  ownersNames: string[]
  /** The language in which problems are described; English by default. */
  language?: Language
  signal: AbortSignal
  progress?(lines: number): void
}

const MAX_CHATS_SHOWN = 20
export const MAX_PEOPLE_SHOWN = 50
const MAX_PROBLEMS_SHOWN = 5
const SAMPLE_LINES = 3
const SAMPLE_CHARS = 160
/** More than the senders of any mailbox; further names and chats are only counted together. */
const MAX_COUNTED = 100_000

interface SeenChat {
  title: string
  messages: number
  start: ImportLine[]
}

/** Reads everything once, with flat memory, and writes nothing. */
export async function previewImport(input: ImportInput, options: PreviewOptions): Promise<ImportPreview> {
  const { formats, files, otherFiles } = input
  const survey = createSurvey(options.language ?? 'en')
  for await (const entries of input.read()) {
    for (const entry of entries) {
      options.signal.throwIfAborted()
      survey.add(entry)
    }
    options.progress?.(survey.lines())
    // Lets a daemon answer others between two pieces.
    await setImmediate()
  }
  return { formats, files, otherFiles, ...survey.result(input.hasNames, options) }
}

function createSurvey(language: Language) {
  const chats = new Map<string, SeenChat>()
  const people = new Map<string, number>()
  const problems: string[] = []
  const counts = { lines: 0, messages: 0, withoutText: 0, bad: 0, ownersLines: 0 }
  let knownOwner: string | undefined
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

  function addLine(line: ImportLine): void {
    counts.messages++
    first = Math.min(first, line.at.getTime())
    last = Math.max(last, line.at.getTime())
    const chat = chats.get(line.chat) ?? {
      title: line.title ?? line.chat.slice(line.chat.indexOf(':') + 1),
      messages: 0,
      start: [],
    }
    if (chat.messages === 0 && chats.size < MAX_COUNTED) chats.set(line.chat, chat)
    chat.messages++
    if (chat.start.length < SAMPLE_LINES) chat.start.push({ ...line, text: line.text.slice(0, SAMPLE_CHARS) })
    if (line.role === 'bot') return
    if (line.isOwners) {
      counts.ownersLines++
      knownOwner ||= line.from
      return
    }
    if (people.size < MAX_COUNTED || people.has(line.from)) people.set(line.from, (people.get(line.from) ?? 0) + 1)
  }

  return {
    lines: () => counts.lines,
    add(entry: ParsedLine | undefined): void {
      counts.lines++
      if (entry?.status === 'ok') return addLine(entry.line)
      if (!entry) {
        counts.withoutText++
        return
      }
      counts.bad++
      if (problems.length < MAX_PROBLEMS_SHOWN) problems.push(textIn(entry.problem, language))
    },
    result(
      hasNames: boolean,
      { owner, ownersNames }: PreviewOptions,
    ): Omit<ImportPreview, 'formats' | 'files' | 'otherFiles'> {
      const isOwners = (name: string) => [owner, ...ownersNames].some((one) => isName(one, name))
      const named = [...people].map(([name, messages]) => ({ name, messages, isYou: isOwners(name) }))
      const you = { name: knownOwner || owner, messages: counts.ownersLines, isYou: true }
      const all = counts.ownersLines > 0 ? [...named, you] : named
      const byCount = [...chats.values()].toSorted((a, b) => b.messages - a.messages)
      const [largest] = byCount
      return {
        messages: counts.messages,
        withoutText: counts.withoutText,
        bad: counts.bad,
        problems,
        ...(counts.messages > 0 && { first: new Date(first), last: new Date(last) }),
        chatCount: chats.size,
        chats: byCount.slice(0, MAX_CHATS_SHOWN).map(({ title, messages }) => ({ title, messages })),
        people: all.toSorted((a, b) => b.messages - a.messages),
        isOwnerUnknown: hasNames && named.length > 0 && !knownOwner,
        sample: {
          title: largest?.title ?? '',
          lines: (largest?.start ?? []).map(({ at, from, text }) => ({ at, from: from || owner, text })),
        },
      }
    },
  }
}
