import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'

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
const placeSchema = z.object({ chat: z.string(), id: z.string() })

export type RecallQuestion = z.infer<typeof questionSchema>

/** Conversations, what is asked about them, and the texts that must be in sight. */
export interface RecallSet {
  name: string
  /** The lines of each chat as `skein import` takes them, in order. */
  chats: Map<string, { id: string; line: string }[]>
  questions: RecallQuestion[]
  gold: Map<string, string[]>
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
  for (const line of linesOf(dir, 'messages')) {
    const { chat, id } = placeSchema.parse(JSON.parse(line))
    chats.set(chat, [...(chats.get(chat) ?? []), { id, line }])
  }
  const gold = linesOf(dir, 'gold').map((line) => goldSchema.parse(JSON.parse(line)))
  return {
    name: basename(dir),
    chats,
    questions: linesOf(dir, 'questions').map((line) => questionSchema.parse(JSON.parse(line))),
    gold: new Map(gold.map(({ id, texts }) => [id, texts])),
  }
}

function linesOf(dir: string, name: string): string[] {
  return readFileSync(join(dir, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
}
