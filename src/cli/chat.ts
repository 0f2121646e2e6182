import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { z } from 'zod'
import { isEnd, taskStates } from '../domain/task.ts'
import { printable } from '../lib/printable.ts'
import { sleep } from '../lib/sleep.ts'
import { connectDaemon, type Daemon } from './daemon.ts'
import { placeOf } from './place.ts'
import { acceptedShape } from './send.ts'

const lineShape = z.object({
  id: z.number(),
  author: z.enum(['human', 'bot']),
  name: z.string(),
  text: z.string(),
  key: z.string().optional(),
  /** What stands in the place of a question that is over. */
  question: z.object({ settled: z.string().nullable() }).optional(),
  actions: z.array(z.object({ line: z.string(), failed: z.boolean() })),
  unfinished: z.string().optional(),
})
type Line = z.output<typeof lineShape>

const eventShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('line'), line: lineShape }),
  z.object({ kind: z.literal('draft'), text: z.string() }),
  z.object({ kind: z.literal('tool'), line: z.string() }),
  z.object({
    kind: z.literal('settled'),
    outcome: z.string(),
    shrunk: z.object({ instead: z.string() }).optional(),
  }),
  z.object({ kind: z.literal('state'), state: z.enum(taskStates), reason: z.string().optional() }),
])

const HISTORY = 20

export function addChat(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('chat')
    .description('talk with the running daemon in this terminal; Ctrl-C stops an answer, Ctrl-D leaves')
    .option('--chat <chat>', 'the chat; an unknown web: chat is opened', 'web:terminal')
    .addHelpText('after', '\nExample:\n  skein chat --chat web:house')
    .action(async (options: { chat: string }, command: Command) => {
      const { dataDir } = placeOf(command, env)
      await converse(connectDaemon(dataDir), options.chat)
    })
}

async function converse(daemon: Daemon, chat: string): Promise<void> {
  const view = createView()
  const path = `/lines?chat=${encodeURIComponent(chat)}&limit=${HISTORY}`
  for (const line of await daemon.get(path, z.array(lineShape))) view.line(line)

  const leave = new AbortController()
  const input = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
  input.on('SIGINT', () => {
    if (!view.isWorking()) return input.close()
    daemon.post('/stop', { chat }, acceptedShape).catch((error: unknown) => view.trouble(error))
  })
  input.on('close', () => leave.abort())
  const listening = listen(daemon, chat, view, () => input.prompt(), leave.signal)

  for await (const text of input) {
    if (text.trim() === '') {
      input.prompt()
      continue
    }
    const key = randomUUID()
    view.typed(key)
    await say(daemon, { chat, key, text }, view, leave.signal)
  }
  leave.abort()
  await listening
}

/** The same key at every try, so that a line whose answer got lost is not said twice. */
async function say(
  daemon: Daemon,
  line: { chat: string; key: string; text: string },
  view: View,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await daemon.post('/send', line, acceptedShape)
      return
    } catch (error) {
      view.trouble(error)
      await sleep(2000, signal)
    }
  }
}

async function listen(
  daemon: Daemon,
  chat: string,
  view: View,
  prompt: () => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of daemon.stream(`/events?chat=${encodeURIComponent(chat)}`, eventShape, signal)) {
        switch (event.kind) {
          case 'hello':
            prompt()
            break
          case 'line':
            view.line(event.line)
            if (event.line.author === 'bot') prompt()
            break
          case 'draft':
            view.draft(event.text)
            break
          case 'tool':
            view.tool(event.line)
            break
          case 'settled':
            view.tool(event.shrunk?.instead ?? event.outcome)
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

type View = ReturnType<typeof createView>

/** What stands on the screen: a draft grows in place, and its final line adds only what is missing. */
function createView() {
  const ownKeys = new Set<string>()
  let shown = ''
  /** What the tools do was told while they did it. */
  let isTold = false
  let working = false
  let lastTrouble = ''
  const write = (text: string) => void process.stdout.write(printable(text))
  return {
    isWorking: () => working,
    typed(key: string) {
      ownKeys.add(key)
      lastTrouble = ''
    },
    line(line: Line) {
      if (line.author === 'human') {
        // Our own words are on the screen already, as they were typed.
        if (!line.key || !ownKeys.has(line.key)) write(`> ${line.text}\n`)
        return
      }
      const text = line.question?.settled ?? line.text
      const rest = shown !== '' && text.startsWith(shown) ? text.slice(shown.length) : `${shown && '\n'}${text}`
      write(`${[rest, ...footOf(line, isTold)].join('\n')}\n\n`)
      shown = ''
      isTold = false
    },
    draft(text: string) {
      write(text.startsWith(shown) ? text.slice(shown.length) : `\n${text}`)
      shown = text
    },
    tool(line: string) {
      write(`${shown && '\n'}  (${line})\n`)
      isTold = true
    },
    state(state: (typeof taskStates)[number], reason: string | undefined) {
      working = !isEnd(state) && state !== 'interrupted'
      if (state === 'retry') write(`  (${reason ?? 'that did not work'} Trying again.)\n`)
    },
    trouble(error: unknown) {
      const text = error instanceof Error ? error.message : String(error)
      if (text !== lastTrouble) write(`  (${text})\n`)
      lastTrouble = text
    },
  }
}

/** That it ends here, and what was done for it. */
function footOf({ actions, unfinished }: Line, isTold: boolean): string[] {
  const done = isTold ? [] : actions.map(({ line, failed }) => `  (${line}${failed ? ', which failed' : ''})`)
  return [...(unfinished ? [`  (${unfinished})`] : []), ...done]
}
