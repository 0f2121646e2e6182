import { z } from 'zod'
import { type ChatId, parseChatId } from './ids.ts'

const chatId = z.custom<ChatId>((value) => typeof value === 'string' && parseChatId(value) !== undefined)
const rowId = z.int().positive()
const MAX_SOURCES = 1000

/**
 * What a person wants to have erased. It contains ids and a date and never any words, so that it can be kept for ever. A
 * chat or a person together with a date means their lines before that date.
 */
export const erasureScopeSchema = z.object({
  chat: chatId.optional(),
  person: rowId.optional(),
  message: rowId.optional(),
  fact: rowId.optional(),
  /** Messages that the fact comes from; only together with it. */
  sources: z.array(rowId).max(MAX_SOURCES).optional(),
  /** Lines from before this time in milliseconds. */
  before: z.int().optional(),
})
export type ErasureScope = z.infer<typeof erasureScopeSchema>

/**
 * The steps of an erasure, each of which can be repeated after a kill. `hiding`: the lines are still in the store, but
 * nothing shows or finds them, and copies of their words are removed. `emptying`: the lines lose their words. `rewriting`:
 * the index and the database file are rewritten, so that no free space holds the words.
 */
export const erasureStates = ['hiding', 'emptying', 'rewriting', 'done'] as const
export type ErasureState = (typeof erasureStates)[number]

/** How much is erased. */
export const erasureCountsSchema = z.object({
  messages: z.number(),
  /** How many of them are ours. */
  answers: z.number(),
  chats: z.number(),
  files: z.number(),
  summaries: z.number(),
  tasks: z.number(),
  jobs: z.number(),
  facts: z.number(),
})
export type ErasureCounts = z.infer<typeof erasureCountsSchema>

/** Whether a chat or a person is erased as a whole, with everything that is not a line. */
export function isWhole({ before, message, fact }: ErasureScope): boolean {
  return before === undefined && message === undefined && fact === undefined
}

/**
 * What a runner must erase from its own disk in addition to all of its sessions. It contains ids and hashes and never
 * any words, because it is kept until the runner has confirmed it.
 */
export const runnerErasureSchema = z.object({
  /** Random. The runner confirms with it. */
  token: z.string().regex(/^[0-9a-f]{32}$/),
  /** Chats that are erased as a whole, with their workspaces. */
  chats: z.array(chatId),
  /** The contents of files, by their SHA-256 and size. */
  files: z.array(z.tuple([z.string().regex(/^[0-9a-f]{64}$/), z.int().nonnegative()])),
  /** The chats in which these files were sent. Their workspaces may have copies of them. */
  sentIn: z.array(chatId),
})
export type RunnerErasure = z.infer<typeof runnerErasureSchema>
