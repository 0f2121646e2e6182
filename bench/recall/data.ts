import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { GoldLine } from './grade.ts'

const questionSchema = z.object({
  id: z.string(),
  chat: z.string(),
  /** The last message there is when it is asked. */
  after: z.string(),
  at: z.iso.datetime(),
  from: z.string(),
  text: z.string(),
  category: z.string(),
})
const goldSchema = z.object({ id: z.string(), evidence: z.array(z.string()), texts: z.array(z.string()) })
const lineSchema = z.object({
  chat: z.string(),
  id: z.string(),
  at: z.iso.datetime(),
  from: z.string().optional(),
  role: z.string(),
  text: z.string(),
})
type Line = z.infer<typeof lineSchema>

export type RecallQuestion = z.infer<typeof questionSchema>

/** Conversations, what is asked about them, and the texts that must be in sight. */
export interface RecallSet {
  name: string
  /** The lines of each chat as `skein import` takes them, in order. */
  chats: Map<string, { id: string; line: string }[]>
  questions: RecallQuestion[]
  gold: Map<string, GoldLine[]>
}

/** Sets of one kind of conversation begin alike: "locomo-dev", "locomo-pool-dev". */
export function kindOf({ name }: RecallSet): string {
  return name.split('-')[0] ?? name
}

/** The folder itself, or the folders in it, that hold messages, questions and gold. */
export function readRecallSets(dir: string): RecallSet[] {
  const isSet = (folder: string) => existsSync(join(folder, 'gold.jsonl'))
  const folders = isSet(dir) ? [dir] : readdirSync(dir).map((name) => join(dir, name))
  return folders.filter(isSet).map(readSet)
}

function readSet(dir: string): RecallSet {
  const chats = new Map<string, { id: string; line: string }[]>()
  const said = new Map<string, Line[]>()
  for (const line of linesOf(dir, 'messages')) {
    const parsed = lineSchema.parse(JSON.parse(line))
    const { chat, id } = parsed
    chats.set(chat, [...(chats.get(chat) ?? []), { id, line }])
    said.set(chat, [...(said.get(chat) ?? []), parsed])
  }
  const questions = linesOf(dir, 'questions').map((line) => questionSchema.parse(JSON.parse(line)))
  const chatOf = new Map(questions.map(({ id, chat }) => [id, chat]))
  const gold = linesOf(dir, 'gold').map((line) => goldSchema.parse(JSON.parse(line)))
  const goldLines = ({ id, evidence, texts }: (typeof gold)[number]) => {
    const lines = said.get(chatOf.get(id) ?? '') ?? []
    return texts.map((text, at) => ({ text, partner: partnerOf(lines, evidence[at]) }))
  }
  return { name: basename(dir), chats, questions, gold: new Map(gold.map((one) => [one.id, goldLines(one)])) }
}

/** Longer after a line, what somebody else says has nothing to do with it. */
const EXCHANGE_MS = 30 * 60_000

/** The answer to a question; else the line that it follows. */
function partnerOf(lines: Line[], id: string | undefined): string | undefined {
  const at = lines.findIndex((line) => line.id === id)
  const line = lines[at]
  if (!line) return undefined
  const isPartner = (other: Line | undefined): other is Line =>
    other !== undefined &&
    (other.from !== line.from || other.role !== line.role) &&
    Math.abs(Date.parse(other.at) - Date.parse(line.at)) <= EXCHANGE_MS
  const [before, after] = [lines[at - 1], lines[at + 1]]
  const [first, second] = line.text.includes('?') ? [after, before] : [before, after]
  return [first, second].find(isPartner)?.text
}

function linesOf(dir: string, name: string): string[] {
  return readFileSync(join(dir, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
}
