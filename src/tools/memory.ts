import { z } from 'zod'
import { type FactKind, factKinds } from '../domain/fact.ts'
import { quoted } from '../lib/text/visible.ts'
import { type ActionPreview, defineTool, type Scope, type Tool } from './tool.ts'

/** What the model remembers for the person of a scope. Each answer is a sentence for the model. */
export interface Memories {
  remember(scope: Scope, wanted: WantedFact): string
  correct(scope: Scope, wanted: WantedCorrection): string
  forget(scope: Scope, wanted: WantedForgetting): string
  list(scope: Scope, about: string): string
  /** What the person is asked before each of these; undefined if nothing would be changed. */
  remembering(scope: Scope, wanted: WantedFact): ActionPreview | undefined
  correcting(scope: Scope, wanted: WantedCorrection): ActionPreview | undefined
  forgetting(scope: Scope, wanted: WantedForgetting): ActionPreview | undefined
}

export interface WantedFact {
  text: string
  kind?: FactKind | undefined
  /** A day, as the model wrote it. */
  until?: string | undefined
  replaces?: string | undefined
  /** Shown in all chats, which only the owner may want. */
  allChats?: boolean | undefined
}

export interface WantedCorrection {
  fact: string
  text: string
}

export interface WantedForgetting {
  /** A number such as f12, or words. */
  fact: string
  /** Also erases the messages in which it was said. */
  withMessages?: boolean | undefined
}

const minRole = 'member'

export function memoryTools(memories: Memories): Tool[] {
  return [remember(memories), correct(memories), forget(memories), listMemories(memories)]
}

function remember(memories: Memories) {
  return defineTool({
    name: 'remember',
    description: 'Keeps a fact, if asked or if it matters for weeks. replaces: one it makes untrue.',
    input: z.object({
      text: z.string().min(1).max(2000).describe('one sentence, clear alone'),
      kind: z.enum(factKinds).exclude(['fact']).optional(),
      until: z.string().max(40).optional(),
      replaces: z.string().max(20).optional(),
      allChats: z.boolean().optional(),
    }),
    hasEffects: true,
    minRole,
    preview: (input, scope) => memories.remembering(scope, input),
    line: ({ text }) => `remembering ${quoted(text)}`,
    run: (input, scope) => memories.remember(scope, input),
  })
}

function correct(memories: Memories) {
  return defineTool({
    name: 'correct',
    description: 'Corrects a fact.',
    input: z.object({
      fact: z.string().min(1).max(20),
      text: z.string().min(1).max(2000),
    }),
    hasEffects: true,
    minRole,
    preview: (input, scope) => memories.correcting(scope, input),
    line: ({ fact, text }) => `correcting ${quoted(fact)}: ${quoted(text)}`,
    run: (input, scope) => memories.correct(scope, input),
  })
}

function forget(memories: Memories) {
  return defineTool({
    name: 'forget',
    description: 'Deletes a fact for good.',
    input: z.object({
      fact: z.string().min(1).max(200).describe('f12 or words'),
      withMessages: z.boolean().optional(),
    }),
    hasEffects: true,
    minRole,
    preview: (input, scope) => memories.forgetting(scope, input),
    line: ({ fact }) => `forgetting ${quoted(fact)}`,
    run: (input, scope) => memories.forget(scope, input),
  })
}

function listMemories(memories: Memories) {
  return defineTool({
    name: 'list_memories',
    description: 'Lists facts.',
    input: z.object({ about: z.string().max(200).default('').describe('words or f12') }),
    hasEffects: false,
    minRole,
    line: ({ about }) =>
      about ? `looking up what it remembers about ${quoted(about)}` : 'looking up what it remembers',
    run: ({ about }, scope) => memories.list(scope, about),
  })
}
