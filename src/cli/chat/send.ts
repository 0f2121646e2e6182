import { randomUUID } from 'node:crypto'
import { text as readAll } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { z } from 'zod'
import { TryLaterError } from '../../domain/errors.ts'
import { examples } from '../../domain/ids.ts'
import { printable } from '../../lib/text/visible.ts'
import type { outcomeShape, Uploaded } from '../../web/control/chat-wire.ts'
import { calls } from '../../web/control/wire.ts'
import { connectDaemon, type Daemon } from '../daemon.ts'
import { placeOf } from '../place.ts'
import { whole } from '../whole.ts'
import { ask } from './ask.ts'
import { chatToSayIn } from './chat-option.ts'
import { describeSaved, saveFiles } from './save-files.ts'
import { uploadFile } from './upload.ts'

export function addSend(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('send [text]')
    .description('say something in a chat of the running daemon; without a text, or with "-", what is piped in')
    .option(...chatToSayIn)
    .option(
      '--file <path>',
      'a file to send along; can be given several times',
      (path, all: string[]) => [...all, path],
      [],
    )
    .option('--reply-to <line>', 'the number of the line this answers, as "skein chat" shows it', whole)
    .option(
      '--wait',
      'wait for the answer and print it; files that come with it are saved. A question is asked on the terminal; without one the command prints it and exits with 75',
    )
    .option('--save <folder>', 'where such files go; nothing there is ever overwritten', '.')
    .addHelpText(
      'after',
      `\nExamples:\n  skein send "What is on this picture?" --file roof.jpg --chat ${examples.local} --wait\n  git diff | skein send --wait`,
    )
    .action(async (text: string | undefined, options: SendOptions, command: Command) => {
      const { dataDir, json } = placeOf(command, env)
      const daemon = connectDaemon(dataDir)
      const files: Uploaded[] = []
      for (const path of options.file) files.push(await uploadFile(daemon, path))
      const { chat, replyTo } = options
      const said = { chat, key: randomUUID(), text: await wordsOf(text, files), files, replyTo }
      const accepted = await daemon.ask(calls.send, said)
      if (!options.wait || accepted.message === undefined) {
        return console.log(json ? JSON.stringify(accepted) : `stored as message ${accepted.message}`)
      }
      const outcome = await waitFor(daemon, chat, accepted.message)
      const saved = await saveFiles(daemon, outcome.files, options.save)
      if (json) console.log(JSON.stringify({ ...accepted, ...outcome, files: saved }))
      else if (outcome.replies.length + saved.length > 0)
        console.log([...outcome.replies, ...saved.map(describeSaved)].map(printable).join('\n\n'))
      if (outcome.question) throw new TryLaterError(unanswered(outcome.question, chat))
      const isAnswered = outcome.state === 'answered' || outcome.state === 'command'
      process.exitCode = isAnswered && saved.every((file) => 'path' in file) ? 0 : 1
    })
}

interface SendOptions {
  chat: string
  file: string[]
  replyTo?: number
  wait?: boolean
  save: string
}

type Outcome = z.output<typeof outcomeShape>
type Question = NonNullable<Outcome['question']>

/** Asks the person at the terminal whatever has to be answered on the way. Where nobody can be asked, it ends with the question. */
async function waitFor(daemon: Daemon, chat: string, message: number): Promise<Outcome> {
  for (;;) {
    const outcome = await daemon.ask(calls.outcome, { message })
    if (!outcome) continue
    if (!outcome.question) return outcome
    const said = await askPerson(outcome.question)
    if (said === undefined) return outcome
    const text = `/${said} ${outcome.question.number}`
    await daemon.ask(calls.send, { chat, key: randomUUID(), text, files: [] })
  }
}

/** Undefined when there is no terminal, or when the person left without an answer. */
async function askPerson({ text }: Question): Promise<'yes' | 'no' | undefined> {
  const { stdin: input, stderr: output } = process
  if (!input.isTTY || !output.isTTY) return undefined
  output.write(`${printable(text)}\n\n`)
  const typed = await ask('Yes or no? [y/N] ', { input, output })
  if (typed === undefined) return undefined
  return /^(?:y|yes|j|ja)$/i.test(typed) ? 'yes' : 'no'
}

function unanswered({ number, text }: Question, chat: string): string {
  const answer = `skein send "/yes ${number}" --chat ${chat}`
  return `It waits for your answer to this question:\n\n${printable(text)}\n\nAnswer with ${answer}, or with /no.`
}

/** A file needs no words, and whoever sends one may have an input that never ends. */
async function wordsOf(text: string | undefined, files: Uploaded[]): Promise<string> {
  const isPiped = text === '-' || (text === undefined && files.length === 0 && !process.stdin.isTTY)
  return isPiped ? (await readAll(process.stdin)).trimEnd() : (text ?? '')
}
