import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { examples } from '../../domain/ids.ts'
import { chatOption } from '../arguments.ts'
import { connectDaemon, type Daemon } from '../daemon.ts'
import { globalOptions } from '../global-options.ts'
import { type ChatConsole, createPipedView } from './chat-view.ts'
import { type Conversation, createConversation } from './conversation.ts'
import { openTerminal } from './terminal/terminal.ts'
import { terminalHelp } from './typed-commands.ts'

export function addChat(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('chat')
    .description('chat with the running daemon in this terminal (Ctrl-C stops an answer, Ctrl-D exits)')
    .option(...chatOption)
    .option('--save <folder>', 'folder for files that come with an answer (existing files are never overwritten)', '.')
    .addHelpText(
      'after',
      `\nIn it:\n${terminalHelp}\n\nExample:\n  skein chat --chat ${examples.local} --save ~/Downloads`,
    )
    .action(async ({ chat, save }: { chat: string; save: string }, command: Command) => {
      const daemon = connectDaemon(globalOptions(command, env).dataDir)
      const isScreen = process.stdin.isTTY && process.stdout.isTTY
      const screen = isScreen ? openTerminal(daemon, env) : openPipe()
      try {
        await converse({ daemon, save, screen }, chat)
      } finally {
        screen.close()
      }
    })
}

/** Runs one chat after another until the person leaves. */
async function converse(deps: { daemon: Daemon; save: string; screen: ChatConsole }, chat: string): Promise<void> {
  const { daemon, save, screen } = deps
  const { view, showPrompt } = screen
  let next: string | undefined = chat
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
async function handleTypedLines(conversation: Conversation, screen: ChatConsole): Promise<string | undefined> {
  for (;;) {
    const { value, done } = await screen.lines.next()
    if (done) return undefined
    const outcome = await conversation.handleTyped(value, screen.left)
    if (typeof outcome === 'object') {
      screen.view.note(`Now in ${outcome.chat}.`)
      return outcome.chat
    }
    if (outcome === 'done') screen.showPrompt()
  }
}

/** For input that is not a terminal: lines in, text out. */
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
