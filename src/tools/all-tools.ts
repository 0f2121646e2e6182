import { z } from 'zod'
import { formatSizeEnglish } from '../domain/file.ts'
import { parseMessageReference } from '../domain/message-reference.ts'
import { quoted } from '../lib/text/visible.ts'
import { dateAndTime } from '../lib/time/calendar.ts'
import { permissionMessages } from '../messages/permission-messages.ts'
import { type Asides, beginAsideTool } from './aside.ts'
import { type Memories, memoryTools } from './memory.ts'
import { describeLine, type MessageReader } from './message-reader.ts'
import { type ProfileEditor, profileTools, type Skills } from './profile.ts'
import { type Jobs, scheduleTools } from './schedule.ts'
import { type LibraryReader, searchLibrary } from './search-library.ts'
import { searchMessages } from './search-messages.ts'
import { defineTool, type Scope, type Tool } from './tool.ts'

/** The services that the tools use. */
export interface ToolServices {
  messages: MessageReader
  library: LibraryReader
  files: OutgoingFiles
  jobs: Jobs
  asides: Asides
  memories: Memories
  silence: SilenceRules
  profiles: ProfileEditor
  skills: Skills
}

/** All tools, in the order in which the model sees them. */
export function allTools({
  messages,
  library,
  files,
  jobs,
  asides,
  memories,
  silence,
  profiles,
  skills,
}: ToolServices): Tool[] {
  return [
    searchMessages(messages),
    getConversation(messages),
    searchLibrary(library),
    ...memoryTools(memories),
    ...scheduleTools(jobs),
    beginAsideTool(asides),
    ...profileTools(profiles, skills),
    sendFile(files),
    contextStatus(messages),
    staySilent(silence),
  ]
}

export function contextStatus(messages: MessageReader) {
  return defineTool({
    name: 'context_status',
    description: 'Shows how full your context is.',
    input: z.object({}),
    hasEffects: false,
    minRole: 'guest',
    line: () => 'looking at how full the conversation is',
    run(_input, scope) {
      const { turns, contextTokens, windowTokens, storedMessages, epochOpenedAt } = messages.status(scope)
      const since = epochOpenedAt ? ` since ${dateAndTime(epochOpenedAt, scope.timezone)}` : ''
      const share = windowTokens ? ` of ${windowTokens}` : ''
      return `${turns} turns${since}; ${contextTokens}${share} tokens in the last request; ${storedMessages} messages of this chat are stored, and search_messages searches all of them.`
    },
  })
}

const MAX_LINES_AROUND = 60

export function getConversation(messages: MessageReader) {
  return defineTool({
    name: 'get_conversation',
    description: 'Shows a message in full and those around it.',
    input: z.object({
      message: z
        .union([z.number(), z.string()])
        .transform(parseMessageReference)
        .pipe(z.number('message: a reference such as m613').positive('message: a reference such as m613'))
        .describe('such as m613'),
      count: z
        .number()
        .int()
        .min(1, `count: 1 to ${MAX_LINES_AROUND}`)
        .max(MAX_LINES_AROUND, `count: 1 to ${MAX_LINES_AROUND}`)
        .default(12)
        .describe('how many on each side'),
      cleared: z.boolean().default(false),
    }),
    hasEffects: false,
    minRole: 'guest',
    line: ({ message }) => `reading around message ${quoted(message)}`,
    run({ message, ...options }, scope) {
      const lines = messages.around(scope, message, options)
      if (lines.length === 0) return `There is no message m${message} to read.`
      return [`Times are in ${scope.timezone}.`, ...lines.map((line) => describeLine(line, scope.timezone))].join('\n')
    },
  })
}

/** Collects files for an answer. Only files in the workspace of the scope's chat are accepted. */
export interface OutgoingFiles {
  /** Whether the file is in the workspace. */
  contains(scope: Scope, path: string): Promise<boolean>
  attach(
    scope: Scope,
    path: string,
    name: string | undefined,
  ): Promise<{ name: string; bytes: number } | { refused: string }>
}

export function sendFile(files: OutgoingFiles) {
  return defineTool({
    name: 'send_file',
    description: 'Attaches a file from your workspace to your answer.',
    input: z.object({
      path: z.string().min(1).max(4096),
      name: z.string().min(1).max(200).optional().describe('shown to the person'),
    }),
    // Without file tools, the model can neither create a file nor find one.
    isOffered: ({ hasFileTools }) => hasFileTools === true,
    // It is sent with the answer, in the same transaction. A turn that runs again starts without it.
    hasEffects: false,
    minRole: 'guest',
    async preview({ path, name }, scope) {
      if (!(await files.contains(scope, path))) return undefined
      return {
        what: permissionMessages.effects.sendFile,
        shown: name === undefined ? [path] : [path, `called ${name}`],
        isInOwnWords: ({ holds }) => holds(path) && (name === undefined || holds(name)),
      }
    },
    line: ({ path, name }) => `attaching ${quoted(name ?? path)}`,
    async run({ path, name }, scope) {
      const attached = await files.attach(scope, path, name)
      if ('refused' in attached) return attached.refused
      return `${JSON.stringify(attached.name)} (${formatSizeEnglish(attached.bytes)}) will be sent with your answer. Say there what it is.`
    },
  })
}

/** Whether a task may end without a message. */
export interface SilenceRules {
  isAllowed(task: number): boolean
  staySilent(task: number, why: string): void
}

function staySilent(silence: SilenceRules) {
  return defineTool({
    name: 'stay_silent',
    description:
      'Ends this background task without sending anything. Call it if there is nothing the person has to act on, then answer with one word, which nobody reads. If there is something, do not call it: your answer is sent.',
    input: z.object({ why: z.string().min(1).max(300).describe('in one sentence, for the record') }),
    // Calling it twice makes no difference.
    hasEffects: false,
    minRole: 'guest',
    isOffered: ({ task }) => silence.isAllowed(task),
    line: () => 'finding nothing to report',
    run({ why }, { task }) {
      if (!silence.isAllowed(task)) return 'This task must be answered.'
      silence.staySilent(task, why)
      return 'Nothing will be sent.'
    },
  })
}
