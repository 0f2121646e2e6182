import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { UsageError } from '../../domain/errors.ts'
import { type ChatId, examples } from '../../domain/ids.ts'
import { calls } from '../../web/control/calls.ts'
import { chatOption } from '../arguments.ts'
import { connectDaemon, type Daemon } from '../daemon.ts'
import { globalOptions } from '../global-options.ts'
import { confirm } from '../prompts.ts'
import { type ChatConsole, createPipedView } from './chat-view.ts'
import { type Conversation, createConversation } from './conversation.ts'
import { openTerminal } from './terminal/terminal.ts'
import { terminalHelp } from './typed-commands.ts'

export function addChat(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('chat')
    .description('chat with the running daemon in this terminal (Ctrl-C stops an answer, Ctrl-D exits)')
    .option(...chatOption)
    .option('--new', 'start a new chat if none has this name')
    .option('--save <folder>', 'folder for files that come with an answer (existing files are never overwritten)', '.')
    .addHelpText(
      'after',
      `\nIn it:\n${terminalHelp}\n\nExample:\n  skein chat --chat ${examples.local} --save ~/Downloads`,
    )
    .action(async ({ chat, save, new: mayBeNew }: ChatOptions, command: Command) => {
      const daemon = connectDaemon(globalOptions(command, env).dataDir)
      const isTerminal = process.stdin.isTTY && process.stdout.isTTY
      const isDefault = command.getOptionValueSource('chat') === 'default'
      if (!mayBeNew && !isDefault && !(await isWanted(daemon, chat, isTerminal))) return
      // A dumb terminal can move no cursor.
      const screen = isTerminal && env.TERM !== 'dumb' ? openTerminal(daemon, env) : openPipe()
      try {
        await converse({ daemon, save, screen }, chat)
      } finally {
        screen.close()
      }
    })
}

interface ChatOptions {
  chat: ChatId
  save: string
  new?: boolean
}

/** A chat that does not exist is more often a typing error than a new chat. */
async function isWanted(daemon: Daemon, chat: ChatId, isTerminal: boolean): Promise<boolean> {
  const { isNew } = await daemon.ask(calls.chat, { chat })
  if (!isNew) return true
  const nobodyThere = `There is no chat ${chat} yet`
  if (!isTerminal) throw new UsageError(`${nobodyThere}. "skein chats" lists all chats, and --new opens a new one.`)
  return confirm(`${nobodyThere}. Open a new one?`, { input: process.stdin, output: process.stdout })
}

/** Runs one chat after another until the person leaves. */
async function converse(deps: { daemon: Daemon; save: string; screen: ChatConsole }, chat: ChatId): Promise<void> {
  const { daemon, save, screen } = deps
  const { view, showPrompt } = screen
  let next: ChatId | undefined = chat
  while (next !== undefined) {
    const conversation: Conversation = createConversation({ daemon, save, view, showPrompt }, next)
    screen.remember(await conversation.open())
    const ended = new AbortController()
    screen.onInterrupt(() => {
      if (!view.isWorking()) return false
      conversation.stop().catch((error: unknown) => view.trouble(error))
      return true
    })
    const listening = conversation.listen(ended.signal)
    next = await handleTypedLines(conversation, screen)
    ended.abort()
    await listening
  }
}

/** Handles typed lines until the person leaves or switches chats. Returns the next chat, if any. */
async function handleTypedLines(conversation: Conversation, screen: ChatConsole): Promise<ChatId | undefined> {
  for (;;) {
    const { value, done } = await screen.lines.next()
    if (done) return undefined
    const outcome = await conversation.handleTyped(value, screen.left)
    if (typeof outcome === 'object') return outcome.chat
    if (outcome === 'done') screen.showPrompt()
  }
}

/** For pipes and dumb terminals: lines in, text out. */
function openPipe(): ChatConsole {
  const input = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
  const leaving = new AbortController()
  input.once('close', () => leaving.abort())
  return {
    left: leaving.signal,
    view: createPipedView(),
    lines: input[Symbol.asyncIterator](),
    showPrompt: () => input.prompt(),
    remember() {},
    onInterrupt(stop) {
      input.removeAllListeners('SIGINT').on('SIGINT', () => stop() || input.close())
    },
    close: () => input.close(),
  }
}
