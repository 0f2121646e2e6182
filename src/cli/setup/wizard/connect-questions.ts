import { UserFacingError } from '../../../domain/errors.ts'
import { printable } from '../../../lib/text/visible.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { type ConnectField, fieldsOf } from '../../../web/page/wire/connect-fields.ts'
import type { ConnectionName, SignInName, SignInPage } from '../../../web/page/wire/settings-wire.ts'
import { connectWords } from '../../../web/page/words/settings/connect-words.ts'
import type { ConnectResult } from '../../../web/routes/connect-api.ts'
import type { Wizard } from './wizard-context.ts'
import { LeftError } from './wizard-prompts.ts'

// The same fields, labels and checks as the forms of the page.

const words = connectWords.en

/** The answers to the fields of a connection, by their keys. */
export type Answers = Record<string, string>

export interface ConnectOptions {
  /** Answers from flags, or chosen before. They are asked again only if they were wrong. */
  given: Answers
  /** Fields that are asked only after something was wrong. */
  later?: string[]
  /** Fields that are never asked. */
  never?: string[]
}

/**
 * Asks for the fields of a connection and tries them, again and again until they work. Returns undefined if the person
 * goes back. Without a terminal the given answers have to work.
 */
export async function connectByAnswers(
  wizard: Wizard,
  name: ConnectionName,
  { given, later = [], never = [] }: ConnectOptions,
): Promise<AnyText[] | undefined> {
  const { prompts, lines, connections, signal } = wizard
  let answers = given
  const fields = fieldsOf(name, given.kind ?? '').filter(({ key }) => !never.includes(key))
  for (let isFirst = true; ; isFirst = false) {
    const asked = isFirst ? fields.filter(({ key }) => !later.includes(key) && given[key] === undefined) : fields
    const complete = prompts ? await askFields(prompts, name, asked, answers) : answers
    if (!complete) return undefined
    answers = complete
    lines.tell(words.checking)
    const result = await connections.connect(name, answers, signal)
    throwIfLeft(wizard)
    if ('says' in result) return result.says
    if (!prompts) throw new UserFacingError(result.refused)
    lines.fail(result.refused)
  }
}

async function askFields(
  prompts: NonNullable<Wizard['prompts']>,
  connection: ConnectionName,
  fields: ConnectField[],
  before: Answers,
): Promise<Answers | undefined> {
  const answers = { ...before }
  for (const { key, kind, isNeeded, such } of fields) {
    const fieldName = `${connection}.${key}`
    if (kind === 'on' || kind === 'off') {
      answers[key] = (await prompts.confirm(`${words.checks[fieldName]}?`, kind === 'on')) ? 'yes' : ''
      continue
    }
    const label = words.labels[fieldName] ?? key
    const question = isNeeded ? `${label} (empty to go back)` : words.optional(label)
    const answer =
      kind === 'secret'
        ? await prompts.secret(question)
        : await prompts.text({ question, initial: answers[key], example: such })
    if (answer === '' && isNeeded) return undefined
    answers[key] = answer
  }
  return answers
}

/**
 * Signs in on another site, or waits for a code on the channel. Returns undefined if the person goes back or does it
 * later.
 */
export async function connectBySignIn(
  wizard: Wizard,
  name: SignInName,
  given: Answers,
  describe: (page: SignInPage) => string,
): Promise<AnyText[] | undefined> {
  const { prompts, lines, connections, signal } = wizard
  const stop = new AbortController()
  const ended = new AbortController()
  let show = (_page: SignInPage) => {}
  const shown = new Promise<SignInPage>((resolve) => (show = resolve))
  lines.tell(words.askingForPage)
  const report = (progress: SignInPage | { installing: number }) => {
    if ('page' in progress) show(progress)
  }
  const signingIn = connections.signIn(name, given, report, AbortSignal.any([signal, stop.signal]))
  const result: Promise<ConnectResult> = signingIn.finally(() => ended.abort())
  try {
    const page = await Promise.race([shown, result.then(() => undefined)])
    if (page) {
      lines.tell(describe(page))
      if (prompts && !(await waitForPerson(wizard, prompts, page, ended.signal))) {
        stop.abort()
        await result
        return undefined
      }
    }
    const outcome = await result
    throwIfLeft(wizard)
    if ('says' in outcome) return outcome.says
    if (!prompts) throw new UserFacingError(outcome.refused)
    lines.fail(outcome.refused)
    return undefined
  } finally {
    stop.abort()
    await result
  }
}

/** False if the person does not want to wait. */
async function waitForPerson(
  { connections }: Wizard,
  prompts: NonNullable<Wizard['prompts']>,
  { givesCode }: SignInPage,
  ended: AbortSignal,
): Promise<boolean> {
  if (!givesCode) {
    const choices = [{ value: 'later', label: 'Do this later' }]
    return (await prompts.chooseUntil(words.waitingForYou, choices, ended)) === undefined
  }
  const code = await prompts.text({ question: `${words.code} (empty to go back)` })
  return code !== '' && connections.bringCode(code)
}

/** Where to sign in, as lines for the terminal. */
export function describeSignIn(name: SignInName): (page: SignInPage) => string {
  return ({ page, words: toSend }) =>
    [
      words.signInHow[name],
      `  ${printable(page)}`,
      ...(toSend === undefined ? [] : [words.orSend, `  ${toSend}`]),
    ].join('\n')
}

function throwIfLeft({ signal }: Wizard): void {
  if (signal.aborted) throw new LeftError()
}
