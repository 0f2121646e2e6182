import type { CommandPrefix } from '../../channels/channel.ts'
import type { CommandMenu } from '../../channels/telegram/wire/command-menus.ts'
import type { Button, Route } from '../../domain/delivery.ts'
import type { ChatId, Lane } from '../../domain/ids.ts'
import type { AskModel } from '../../domain/job-service.ts'
import type { Address, Person } from '../../domain/person.ts'
import type { Steady } from '../../lib/time/clock.ts'
import type { Language } from '../../messages/languages.ts'
import type { AnyText, LocalizedText } from '../../messages/localized.ts'

export interface Command {
  name: string
  /** What may follow the name, as shown by /help. */
  usage?: AnyText
  summary: LocalizedText
  ownerOnly?: boolean
  /** Runs inside the commit that takes the message in; the text is the answer. */
  run(args: string, context: CommandContext): AnyText | Reply
  /**
   * The rest of an answer that takes time, where `run` says there is one; undefined when it comes to nothing. A function
   * runs in the commit that ends the task, so that what it changes is changed once.
   */
  later?(args: string, context: LaterContext, signal: AbortSignal): Promise<AnyText | (() => AnyText) | undefined>
  /** Whether a button that says this has nothing left to offer. */
  isSettled?(args: string, steady: Steady): boolean
}

/** What a command answers, and what can be pressed below it. */
export interface Reply {
  text: AnyText
  buttons?: Button<AnyText>[]
  /** More follows by itself: a task asks `later` for it, also after a restart. */
  goesOn?: boolean
}

export interface CommandContext {
  person: Person
  lane: Lane
  chat: ChatId
  sender: Address
  /** Where an answer that comes later goes. */
  route: Route
  now: Date
  steady: Steady
  /** Theirs: every time that is told is in it. */
  timezone: string
  /** Given on the page by a session from elsewhere, which may do less than one at the machine. */
  byPublicDoor?: boolean | undefined
  /** What the channel puts in front of a command. */
  prefix: CommandPrefix
  /** For what acts outside the store: runs after the commit. */
  after(effect: () => void): void
}

/** What is still known when the rest of an answer is made. */
export interface LaterContext
  extends Pick<CommandContext, 'person' | 'lane' | 'chat' | 'route' | 'timezone' | 'prefix'> {
  /** When the command was given. */
  saidAt: Date
  /** Asks a fast model; undefined where none may be asked now. */
  ask(): AskModel | undefined
}

export interface ParsedCommand {
  name: string
  args: string
}

/**
 * A command is a known word behind the channel's prefix, at the very start: `/stop`, `/STOP`, `/stop@mybot`, `/stop.`
 * Anything else that begins with the prefix is just text ("/etc/hosts is empty").
 */
export function parseCommand(
  text: string,
  prefix: CommandPrefix,
  isCommand: (parsed: ParsedCommand) => boolean,
): ParsedCommand | undefined {
  // Phones and mail programs put invisible marks in front of what was typed.
  const clean = text.replace(/^[\s\u200b-\u200f\u2060\ufeff]+/u, '')
  if (!clean.startsWith(prefix)) return undefined
  const match = /^([a-z]+)(?:@[a-z0-9_]+)?[.!]?(?:\s+([\s\S]*))?$/i.exec(clean.slice(1).trimEnd())
  const parsed = { name: match?.[1]?.toLowerCase() ?? '', args: match?.[2]?.trim() ?? '' }
  return isCommand(parsed) ? parsed : undefined
}

/** What a person may not use is not offered to them either. */
export function mayUse({ ownerOnly = false }: Pick<Command, 'ownerOnly'>, { role }: Pick<Person, 'role'>): boolean {
  return !ownerOnly || role === 'owner'
}

/** What people see when they type a slash, in each language we have. */
export function commandMenus(commands: Command[]): CommandMenu[] {
  const list = (language: Language) =>
    commands.map(({ name, summary, ownerOnly = false }) => ({ name, summary: summary[language], ownerOnly }))
  return [{ commands: list('en') }, { language: 'de', commands: list('de') }]
}
