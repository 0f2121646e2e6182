import { randomUUID } from 'node:crypto'
import { UsageError } from '../../domain/errors.ts'
import { sleep } from '../../lib/time/timers.ts'
import type { Line } from '../../web/control/chat-wire.ts'
import { calls } from '../../web/control/wire.ts'
import type { Daemon } from '../daemon.ts'
import { aChat } from './chat-option.ts'
import type { ChatView } from './chat-view.ts'
import { parseTyped, type Said, terminalHelp } from './chat-words.ts'
import { describeSaved, saveFiles } from './save-files.ts'

const SHOWN_LINES = 20
/** A line that is asked for by its number is looked for among so many. */
const SEARCHED_LINES = 1000

export interface ConversationDeps {
  daemon: Daemon
  /** The folder for files. */
  save: string
  view: ChatView
  /** Something was shown: whoever types may be invited again. */
  invite(): void
}

export type Conversation = ReturnType<typeof createConversation>

/** One chat as it is talked in: what was said there, what is said now, what arrives. */
export function createConversation(deps: ConversationDeps, chat: string) {
  const { daemon, view, save } = deps
  /** The line that waits for a yes or a no. */
  let question: number | undefined

  const readLines = (limit: number): Promise<Line[]> => daemon.ask(calls.lines, { chat, limit })

  function show(line: Line): boolean {
    if (line.author === 'bot') question = line.question?.state === 'open' ? line.id : question
    return view.line(line)
  }

  async function saveAll({ id, files }: Line): Promise<void> {
    const sent = files.map(({ name, bytes }, seq) => ({ message: id, seq, name, bytes }))
    for (const saved of await saveFiles(daemon, sent, save)) view.note(describeSaved(saved))
  }

  async function saveAgain(id: number): Promise<void> {
    const line = (await readLines(SEARCHED_LINES)).find((one) => one.id === id)
    if (!line || line.files.length === 0) return view.note(`There is no file on line ${id}.`)
    await saveAll(line)
  }

  /** The same key at every try, so that a line whose answer got lost is not said twice. */
  async function say(said: Omit<Said, 'kind'>, signal: AbortSignal): Promise<boolean> {
    const key = randomUUID()
    view.typed(key)
    do {
      try {
        await daemon.ask(calls.send, { chat, key, ...said })
        return true
      } catch (error) {
        view.trouble(error)
        // It will not become right by saying it again.
        if (error instanceof UsageError) return false
        await sleep(2000, signal)
      }
    } while (!signal.aborted)
    return false
  }

  async function arrived(line: Line): Promise<void> {
    if (!show(line) || line.author === 'human') return
    await saveAll(line)
    deps.invite()
  }

  async function follow(signal: AbortSignal): Promise<void> {
    for await (const event of daemon.stream(calls.events, { chat }, signal)) {
      switch (event.kind) {
        case 'hello':
          // What was said while nobody listened.
          for (const line of await readLines(SHOWN_LINES)) await arrived(line)
          deps.invite()
          break
        case 'line':
          await arrived(event.line)
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
    /** What was said last; answers what the person said of it. */
    async open(): Promise<string[]> {
      const lines = await readLines(SHOWN_LINES)
      for (const line of lines) show(line)
      return lines.filter(({ author }) => author === 'human').map(({ text }) => text)
    },
    async listen(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        try {
          await follow(signal)
        } catch (error) {
          if (!signal.aborted) view.trouble(error)
        }
        await sleep(1000, signal)
      }
    },
    stop: () => daemon.ask(calls.stop, { chat }),
    /** What comes of a typed line: an answer that is on its way, nothing more, or another chat. */
    async obey(text: string, signal: AbortSignal): Promise<'asked' | 'done' | { chat: string }> {
      const asked = async (said: Omit<Said, 'kind'>) => ((await say(said, signal)) ? 'asked' : 'done')
      const done = async (act: () => Promise<void>) => {
        await act().catch((error: unknown) => view.trouble(error))
        return 'done' as const
      }
      const typed = parseTyped(text, question)
      switch (typed.kind) {
        case 'nothing':
          return 'done'
        case 'wrong':
          view.note(typed.hint)
          return 'done'
        case 'lines':
          return done(async () => (await readLines(SHOWN_LINES)).forEach((line) => view.listed(line)))
        case 'chats':
          return done(async () => {
            for (const { id, title } of await daemon.ask(calls.chats, {})) view.note(`${id}  ${title}`)
          })
        case 'chat':
          return namedChat(typed.name, view)
        case 'save':
          return done(() => saveAgain(typed.line))
        case 'help':
          view.note(`here also:\n${terminalHelp}`)
          return asked({ text })
        case 'said':
          return asked(typed)
      }
    },
  }
}

function namedChat(name: string, view: ChatView): 'done' | { chat: string } {
  try {
    return { chat: aChat(name) }
  } catch (error) {
    view.trouble(error)
    return 'done'
  }
}
