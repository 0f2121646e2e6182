import { randomUUID } from 'node:crypto'
import { UsageError } from '../../domain/errors.ts'
import { type ChatId, isLocal } from '../../domain/ids.ts'
import { plainText } from '../../lib/plain-text.ts'
import { sleep } from '../../lib/time/timers.ts'
import { calls } from '../../web/control/calls.ts'
import type { ChatLine } from '../../web/control/chat-shapes.ts'
import { parseChat } from '../arguments.ts'
import type { Daemon } from '../daemon.ts'
import type { ChatView } from './chat-view.ts'
import { describeSaved, saveFiles } from './files.ts'
import { parseTypedLine, type TypedMessage, terminalHelp } from './typed-commands.ts'

const MAX_SHOWN_LINES = 20
/** For the arrow up and Ctrl-R. */
const MAX_REMEMBERED_LINES = 200
/** How many lines are searched for a line given by number. */
const MAX_SEARCHED_LINES = 1000
const RESEND_PAUSE_MS = 2000
const RECONNECT_PAUSE_MS = 1000

export interface ConversationDeps {
  daemon: Daemon
  save: string
  view: ChatView
  /** Something was shown, so the prompt may be shown again. */
  showPrompt(): void
}

export type Conversation = ReturnType<typeof createConversation>

/** One open chat: its history, what the person types, and what arrives. */
export function createConversation(deps: ConversationDeps, chat: ChatId) {
  const { daemon, view, save } = deps
  /** The id of the line that waits for a yes or no. */
  let question: number | undefined

  const readLines = (limit: number): Promise<ChatLine[]> => daemon.ask(calls.lines, { chat, limit })

  function show(line: ChatLine): boolean {
    if (line.author === 'bot') question = line.question?.state === 'open' ? line.id : question
    const isFresh = view.line(line)
    if (isFresh && !isLocal(chat) && line.author === 'bot') view.state('answered', undefined)
    return isFresh
  }

  async function saveAll({ id, files }: ChatLine): Promise<void> {
    const fileRefs = files.map(({ name, bytes }, seq) => ({ message: id, seq, name, bytes }))
    for (const saved of await saveFiles(daemon, fileRefs, save)) view.note(describeSaved(saved))
  }

  async function saveFilesOf(id: number): Promise<void> {
    const line = (await readLines(MAX_SEARCHED_LINES)).find((candidate) => candidate.id === id)
    if (!line || line.files.length === 0) return view.note(`Message ${id} has no files.`)
    await saveAll(line)
  }

  /** Every retry uses the same key, so a message is not stored twice if the response was lost. */
  async function send(message: Omit<TypedMessage, 'kind'>, signal: AbortSignal): Promise<boolean> {
    const key = randomUUID()
    view.typed(key)
    do {
      try {
        const { status } = await daemon.ask(calls.send, { chat, key, ...message })
        // Until the answer is there, events in a chat of another channel are sent to that channel only.
        if (!isLocal(chat) && status === 'stored') view.state('running', undefined)
        return true
      } catch (error) {
        view.trouble(error)
        // Sending the same message again would not help.
        if (error instanceof UsageError) return false
        await sleep(RESEND_PAUSE_MS, signal)
      }
    } while (!signal.aborted)
    return false
  }

  async function showArrived(line: ChatLine): Promise<void> {
    if (!show(line) || line.author === 'human') return
    await saveAll(line)
    deps.showPrompt()
  }

  async function follow(signal: AbortSignal): Promise<void> {
    for await (const event of daemon.stream(calls.events, { chat }, signal)) {
      switch (event.kind) {
        case 'hello':
          // Catch up on lines that arrived before the stream was open.
          for (const line of await readLines(MAX_SHOWN_LINES)) await showArrived(line)
          deps.showPrompt()
          break
        case 'line':
          await showArrived(event.line)
          break
        case 'draft':
          view.draft(event.text)
          break
        case 'tool':
          view.tool(event.line)
          break
        case 'settled':
          question = undefined
          view.note(event.shrunk?.instead ?? event.outcome)
          break
        case 'state':
          view.state(event.state, event.reason)
          break
      }
    }
  }

  return {
    /** Says where we are, shows the latest lines and returns those the person wrote. */
    async open(): Promise<string[]> {
      const [{ isNew, answeredBy }, lines] = await Promise.all([
        daemon.ask(calls.chat, { chat }),
        readLines(MAX_REMEMBERED_LINES),
      ])
      view.note(`${chat}${isNew ? ', a new chat' : ''}: ${plainText(answeredBy)}`)
      for (const line of lines.slice(-MAX_SHOWN_LINES)) show(line)
      return lines.filter(({ author }) => author === 'human').map(({ text }) => text)
    },
    async listen(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        try {
          await follow(signal)
        } catch (error) {
          if (!signal.aborted) view.trouble(error)
        }
        await sleep(RECONNECT_PAUSE_MS, signal)
      }
    },
    stop: () => daemon.ask(calls.stop, { chat }),
    /** Handles a typed line. Returns whether an answer is coming, nothing is left to do, or another chat was chosen. */
    async handleTyped(text: string, signal: AbortSignal): Promise<'asked' | 'done' | { chat: ChatId }> {
      const ask = async (message: Omit<TypedMessage, 'kind'>) => ((await send(message, signal)) ? 'asked' : 'done')
      const perform = async (action: () => Promise<void>) => {
        await action().catch((error: unknown) => view.trouble(error))
        return 'done' as const
      }
      const typed = parseTypedLine(text, question)
      switch (typed.kind) {
        case 'nothing':
          return 'done'
        case 'invalid':
          view.note(typed.hint)
          return 'done'
        case 'lines':
          return perform(async () => (await readLines(MAX_SHOWN_LINES)).forEach((line) => view.listed(line)))
        case 'chats':
          return perform(async () => {
            for (const { id, title } of await daemon.ask(calls.chats, {})) view.note(`${id}  ${title}`)
          })
        case 'chat':
          return switchChat(typed.name, view)
        case 'save':
          return perform(() => saveFilesOf(typed.line))
        case 'help':
          view.note(`only in this terminal:\n${terminalHelp}`)
          return ask({ text })
        case 'message':
          return ask(typed)
      }
    },
  }
}

function switchChat(name: string, view: ChatView): 'done' | { chat: ChatId } {
  try {
    return { chat: parseChat(name) }
  } catch (error) {
    view.trouble(error)
    return 'done'
  }
}
