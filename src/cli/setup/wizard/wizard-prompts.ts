import type { Readable, Writable } from 'node:stream'
import type { WriteStream } from 'node:tty'
import { cancel, confirm, intro, isCancel, log, note, outro, password, select, text } from '@clack/prompts'
import { wrapCells } from '../../../lib/text/terminal-width.ts'
import { type AnyText, textIn } from '../../../messages/localized.ts'

/** One answer to choose. */
export interface Choice<T extends string> {
  value: T
  label: string
  hint?: string
}

export interface TextQuestion {
  question: string
  /** Filled in already. */
  initial?: string | undefined
  example?: string | undefined
  /** Throws an error with a sentence for an answer that cannot be used. */
  check?: (answer: string) => unknown
}

/** Prints lines, in English as everything in the terminal. */
export interface WizardLines {
  tell(text: AnyText): void
  succeed(text: AnyText): void
  fail(text: AnyText): void
}

/** The questions of the wizard. Each throws a LeftError if the person leaves with Ctrl-C. */
export interface WizardPrompts extends WizardLines {
  begin(title: string): void
  end(text: string): void
  left(text: string): void
  box(text: string, title: string): void
  choose<T extends string>(question: string, choices: Choice<T>[], initial?: T): Promise<T>
  /** Undefined if the signal aborts before an answer. */
  chooseUntil<T extends string>(question: string, choices: Choice<T>[], signal: AbortSignal): Promise<T | undefined>
  text(question: TextQuestion): Promise<string>
  secret(question: string): Promise<string>
  confirm(question: string, initial: boolean): Promise<boolean>
}

/** The person left the wizard. */
export class LeftError extends Error {
  override name = 'LeftError'
}

const BAR_COLUMNS = 4
const MIN_COLUMNS = 24
const MAX_COLUMNS = 100

/**
 * `leaving` is aborted by a Ctrl-C while nothing was asked. Then nothing is asked any more. Node may tell of it only after
 * the next question is open.
 */
export function createWizardPrompts(input: Readable, output: Writable, leaving: AbortSignal): WizardPrompts {
  const streams = { input, output }
  // One signal for each question, because every question leaves a listener behind.
  const asking = () => ({ ...streams, signal: AbortSignal.any([leaving]) })
  /** The bar on the left and some space on the right. */
  const width = () => Math.max(MIN_COLUMNS, (output as Partial<WriteStream>).columns ?? MAX_COLUMNS) - BAR_COLUMNS
  const fitted = (words: AnyText) =>
    textIn(words, 'en')
      .split('\n')
      // An address has a line of its own, and in one piece it can be copied.
      .flatMap((line) => (line.startsWith('  ') ? [line] : wrapCells(line, Math.min(width(), MAX_COLUMNS))))
      .join('\n')
  const listOf = <T extends string>(message: string, choices: Choice<T>[]) => ({
    message,
    options: choices as Parameters<typeof select<T>>[0]['options'],
    showInstructions: false,
    ...asking(),
  })

  async function answerTo<T>(ask: () => Promise<T>): Promise<Exclude<T, symbol>> {
    if (leaving.aborted) throw new LeftError()
    return answered(await ask())
  }

  return {
    begin: (title) => intro(title, streams),
    end: (words) => outro(fitted(words), streams),
    left: (words) => cancel(fitted(words), streams),
    box: (words, title) => note(words, title, streams),
    tell: (words) => log.message(fitted(words), streams),
    succeed: (words) => log.success(fitted(words), streams),
    fail: (words) => log.error(fitted(words), streams),
    async choose(question, choices, initial) {
      const options = { ...listOf(question, choices), ...(initial !== undefined && { initialValue: initial }) }
      return answerTo(() => select(options))
    },
    async chooseUntil(question, choices, signal) {
      const answer = await select({ ...listOf(question, choices), signal: AbortSignal.any([signal, leaving]) })
      return signal.aborted && !leaving.aborted && isCancel(answer) ? undefined : answered(answer)
    },
    async text({ question, initial = '', example, check }) {
      const options = {
        message: question,
        initialValue: initial,
        ...(example !== undefined && { placeholder: example }),
        validate: (typed = '') => problemOf(typed.trim(), check),
        ...asking(),
      }
      return (await answerTo(() => text(options))).trim()
    },
    async secret(question) {
      return (await answerTo(() => password({ message: question, ...asking() }))).trim()
    },
    async confirm(question, initial) {
      return answerTo(() => confirm({ message: question, initialValue: initial, ...asking() }))
    },
  }
}

function answered<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new LeftError()
  return answer as Exclude<T, symbol>
}

function problemOf(answer: string, check: TextQuestion['check']): string | undefined {
  try {
    check?.(answer)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
