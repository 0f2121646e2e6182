import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { UsageError } from '../../domain/errors.ts'
import { examples } from '../../domain/ids.ts'
import { sleep } from '../../lib/time/sleep.ts'
import type { Line } from '../../web/control/chat-wire.ts'
import { calls } from '../../web/control/wire.ts'
import { connectDaemon, type Daemon } from '../daemon.ts'
import { placeOf } from '../place.ts'
import { chatToSayIn } from './chat-option.ts'
import { type ChatView, createChatView } from './chat-view.ts'
import { parseTyped, type Said, terminalHelp } from './chat-words.ts'
import { describeSaved, saveFiles } from './save-files.ts'

const SHOWN_LINES = 20
/** A line that is asked for by its number is looked for among so many. */
const SEARCHED_LINES = 1000

export function addChat(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('chat')
    .description('talk with the running daemon in this terminal; Ctrl-C stops an answer, Ctrl-D leaves')
    .option(...chatToSayIn)
    .option('--save <folder>', 'where files go that come with an answer; nothing there is ever overwritten', '.')
    .addHelpText(
      'after',
      `\nIn it:\n${terminalHelp}\n\nExample:\n  skein chat --chat ${examples.local} --save ~/Downloads`,
    )
    .action(async (options: { chat: string; save: string }, command: Command) => {
      const { dataDir } = placeOf(command, env)
      await converse({ ...options, daemon: connectDaemon(dataDir), view: createChatView() })
    })
}

interface Conversation {
  daemon: Daemon
  chat: string
  /** The folder for files. */
  save: string
  view: ChatView
}

async function converse(conversation: Conversation): Promise<void> {
  const { daemon, chat, view } = conversation
  for (const line of await readLines(conversation, SHOWN_LINES)) view.line(line)

  const leave = new AbortController()
  const input = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
  input.on('SIGINT', () => {
    if (!view.isWorking()) return input.close()
    daemon.ask(calls.stop, { chat }).catch((error: unknown) => view.trouble(error))
  })
  input.on('close', () => leave.abort())
  const listening = listen(conversation, () => input.prompt(), leave.signal)

  for await (const text of input) {
    const isAnswered = await obey(conversation, text, leave.signal)
    if (!isAnswered) input.prompt()
  }
  leave.abort()
  await listening
}

/** True when the daemon has something to answer. */
async function obey(conversation: Conversation, text: string, signal: AbortSignal): Promise<boolean> {
  const { view } = conversation
  const typed = parseTyped(text)
  switch (typed.kind) {
    case 'nothing':
      return false
    case 'wrong':
      view.note(typed.hint)
      return false
    case 'lines':
      await list(conversation).catch((error: unknown) => view.trouble(error))
      return false
    case 'save':
      await saveAgain(conversation, typed.line).catch((error: unknown) => view.trouble(error))
      return false
    case 'help':
      view.note(`here also:\n${terminalHelp}`)
      return say(conversation, { text }, signal)
    case 'said':
      return say(conversation, typed, signal)
  }
}

/** The same key at every try, so that a line whose answer got lost is not said twice. */
async function say(
  { daemon, chat, view }: Conversation,
  said: Omit<Said, 'kind'>,
  signal: AbortSignal,
): Promise<boolean> {
  const key = randomUUID()
  view.typed(key)
  while (!signal.aborted) {
    try {
      await daemon.ask(calls.send, { chat, key, ...said })
      return true
    } catch (error) {
      view.trouble(error)
      // It will not become right by saying it again.
      if (error instanceof UsageError) return false
      await sleep(2000, signal)
    }
  }
  return false
}

async function list(conversation: Conversation): Promise<void> {
  for (const line of await readLines(conversation, SHOWN_LINES)) conversation.view.listed(line)
}

async function saveAgain(conversation: Conversation, id: number): Promise<void> {
  const line = (await readLines(conversation, SEARCHED_LINES)).find((one) => one.id === id)
  if (!line || line.files.length === 0) return conversation.view.note(`There is no file on line ${id}.`)
  await saveAll(conversation, line)
}

async function saveAll({ daemon, save, view }: Conversation, { id, files }: Line): Promise<void> {
  const sent = files.map(({ name, bytes }, seq) => ({ message: id, seq, name, bytes }))
  for (const saved of await saveFiles(daemon, sent, save)) view.note(describeSaved(saved))
}

function readLines({ daemon, chat }: Conversation, limit: number): Promise<Line[]> {
  return daemon.ask(calls.lines, { chat, limit })
}

async function listen(conversation: Conversation, prompt: () => void, signal: AbortSignal): Promise<void> {
  const { daemon, chat, view } = conversation

  async function show(line: Line): Promise<void> {
    if (!view.line(line) || line.author === 'human') return
    await saveAll(conversation, line)
    prompt()
  }

  while (!signal.aborted) {
    try {
      for await (const event of daemon.stream(calls.events, { chat }, signal)) {
        switch (event.kind) {
          case 'hello':
            // What was said while nobody listened.
            for (const line of await readLines(conversation, SHOWN_LINES)) await show(line)
            prompt()
            break
          case 'line':
            await show(event.line)
            break
          case 'draft':
            view.draft(event.text)
            break
          case 'tool':
            view.tool(event.line)
            break
          case 'settled':
            view.note(event.shrunk?.instead ?? event.outcome)
            break
          case 'state':
            view.state(event.state, event.reason)
            break
        }
      }
    } catch (error) {
      if (!signal.aborted) view.trouble(error)
    }
    await sleep(1000, signal)
  }
}
