import { randomUUID } from 'node:crypto'
import { text as readAll } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { z } from 'zod'
import { NotStoredError, TryLaterError } from '../../domain/errors.ts'
import { type ChatId, examples } from '../../domain/ids.ts'
import { printable } from '../../lib/text/visible.ts'
import { calls } from '../../web/control/calls.ts'
import type { outcomeShape, Uploaded } from '../../web/control/chat-shapes.ts'
import { chatOption, parseWholeNumber } from '../arguments.ts'
import { connectDaemon, type Daemon } from '../daemon.ts'
import { globalOptions, toJson } from '../global-options.ts'
import { ask } from '../prompts.ts'
import { describeSaved, saveFiles, uploadFile } from './files.ts'

export function addSend(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('send [text]')
    .description('send a message to a chat (without a text, or with "-", reads it from stdin)')
    .option(...chatOption)
    .option('--file <path>', 'attach a file (can be given several times)', (path, all: string[]) => [...all, path], [])
    .option('--reply-to <number>', 'the number of the message to reply to, as "skein chat" shows it', parseWholeNumber)
    .option(
      '--wait',
      'wait for the answer, print it and save its files. Questions are asked on the terminal; without a terminal the command prints the question and exits with 75',
    )
    .option('--save <folder>', 'folder for these files (existing files are never overwritten)', '.')
    .addHelpText(
      'after',
      `\nExamples:\n  skein send "What is in this picture?" --file roof.jpg --chat ${examples.local} --wait\n  git diff | skein send --wait`,
    )
    .action(async (text: string | undefined, options: SendOptions, command: Command) => {
      const { dataDir, json } = globalOptions(command, env)
      const daemon = connectDaemon(dataDir)
      const files: Uploaded[] = []
      for (const path of options.file) files.push(await uploadFile(daemon, path))
      const { chat, replyTo } = options
      const message = { chat, key: randomUUID(), text: await readText(text, files), files, replyTo }
      const accepted = await daemon.ask(calls.send, message)
      if (accepted.message === undefined) throw new NotStoredError('Skein did not store the message.')
      if (!options.wait) return console.log(json ? toJson(accepted) : `Stored as message ${accepted.message}.`)
      const outcome = await waitFor(daemon, chat, accepted.message)
      const saved = await saveFiles(daemon, outcome.files, options.save)
      if (json) console.log(toJson({ ...accepted, ...outcome, files: saved }))
      else if (outcome.replies.length + saved.length > 0)
        console.log([...outcome.replies, ...saved.map(describeSaved)].map(printable).join('\n\n'))
      if (outcome.question) throw new TryLaterError(describeOpenQuestion(outcome.question, chat))
      const isAnswered = outcome.state === 'answered' || outcome.state === 'command'
      process.exitCode = isAnswered && saved.every((file) => 'path' in file) ? 0 : 1
    })
}

interface SendOptions {
  chat: ChatId
  file: string[]
  replyTo?: number
  wait?: boolean
  save: string
}

type Outcome = z.output<typeof outcomeShape>
type Question = NonNullable<Outcome['question']>

/** Waits for the outcome and asks the person any question on the way. Without a terminal it returns the question. */
async function waitFor(daemon: Daemon, chat: string, message: number): Promise<Outcome> {
  for (;;) {
    const outcome = await daemon.ask(calls.outcome, { message })
    if (!outcome) continue
    if (!outcome.question) return outcome
    const answer = await askPerson(outcome.question)
    if (answer === undefined) return outcome
    const text = `/${answer} ${outcome.question.number}`
    await daemon.ask(calls.send, { chat, key: randomUUID(), text, files: [] })
  }
}

/** Undefined without a terminal, or if the person left without answering. */
async function askPerson({ text }: Question): Promise<'yes' | 'no' | undefined> {
  const { stdin: input, stderr: output } = process
  if (!input.isTTY || !output.isTTY) return undefined
  output.write(`${printable(text)}\n\n`)
  const typed = await ask('Yes or no? [y/N] ', { input, output })
  if (typed === undefined) return undefined
  return /^(?:y|yes|j|ja)$/i.test(typed) ? 'yes' : 'no'
}

function describeOpenQuestion({ number, text }: Question, chat: string): string {
  const answer = `skein send "/yes ${number}" --chat ${chat}`
  return `This needs your answer first:\n\n${printable(text)}\n\nAnswer with ${answer}, or with /no.`
}

/** Stdin is not read when a file is sent, because it might never end. */
async function readText(text: string | undefined, files: Uploaded[]): Promise<string> {
  const isPiped = text === '-' || (text === undefined && files.length === 0 && !process.stdin.isTTY)
  return isPiped ? (await readAll(process.stdin)).trimEnd() : (text ?? '')
}
