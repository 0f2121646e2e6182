import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { examples } from '../../domain/ids.ts'
import { connectDaemon, type Daemon } from '../daemon.ts'
import { placeOf } from '../place.ts'
import { chatToSayIn } from './chat-option.ts'
import { createPipedView } from './chat-view.ts'
import { terminalHelp } from './chat-words.ts'
import { type Conversation, createConversation } from './conversation.ts'
import type { Desk } from './desk.ts'
import { openTerminal } from './terminal/terminal.ts'

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
    .action(async ({ chat, save }: { chat: string; save: string }, command: Command) => {
      const daemon = connectDaemon(placeOf(command, env).dataDir)
      const isScreen = process.stdin.isTTY && process.stdout.isTTY
      const desk = isScreen ? openTerminal(daemon, env) : openPipe()
      try {
        await converse({ daemon, save, desk }, chat)
      } finally {
        desk.close()
      }
    })
}

/** One chat after another, until they leave. */
async function converse(deps: { daemon: Daemon; save: string; desk: Desk }, chat: string): Promise<void> {
  const { daemon, save, desk } = deps
  const { view, invite } = desk
  let next: string | undefined = chat
  while (next !== undefined) {
    const conversation: Conversation = createConversation({ daemon, save, view, invite }, next)
    desk.remember(await conversation.open())
    const over = new AbortController()
    desk.onInterrupt(() => {
      if (!view.isWorking()) return false
      conversation.stop().catch((error: unknown) => view.trouble(error))
      return true
    })
    const listening = conversation.listen(over.signal)
    next = await talk(conversation, desk)
    over.abort()
    await listening
  }
}

/** Line by line; answers which chat is next, if any. */
async function talk(conversation: Conversation, desk: Desk): Promise<string | undefined> {
  for (;;) {
    const { value, done } = await desk.lines.next()
    if (done) return undefined
    const outcome = await conversation.obey(value, desk.left)
    if (typeof outcome === 'object') {
      desk.view.note(`Now in ${outcome.chat}.`)
      return outcome.chat
    }
    if (outcome === 'done') desk.invite()
  }
}

/** What is no terminal: lines in, text out. */
function openPipe(): Desk {
  const input = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
  const left = new AbortController()
  input.once('close', () => left.abort())
  return {
    left: left.signal,
    view: createPipedView(),
    lines: input[Symbol.asyncIterator](),
    invite: () => input.prompt(),
    remember() {},
    onInterrupt(stop) {
      input.removeAllListeners('SIGINT').on('SIGINT', () => stop() || input.close())
    },
    close: () => input.close(),
  }
}
