import type { CommandPrefix } from '../../channels/channel.ts'
import type { CommandMenu } from '../../channels/telegram/wire/command-menus.ts'
import type { Button, Route } from '../../domain/delivery.ts'
import type { NamedFile } from '../../domain/file.ts'
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
  /** Runs inside the transaction that accepts the message. The text is the answer. */
  run(args: string, context: CommandContext): AnyText | Reply
  /**
   * Makes the slow part of the answer if `run` asked for it; undefined if there is nothing to add. A returned function runs
   * in the commit that ends the task, so that its changes happen once.
   */
  later?(args: string, context: LaterContext, signal: AbortSignal): Promise<CommandRest | (() => AnyText) | undefined>
  /** Whether a button with these arguments is used up. */
  isSettled?(args: string, steady: Steady): boolean
}

/** The slow part of an answer, with its files. */
export type CommandRest =
  | AnyText
  | {
      text: AnyText
      files: NamedFile[]
      /** It is the voice message of this answer. Nobody waits for it, so it holds up no other answer. */
      voiceOf?: number
    }

/** The answer to a command, with its buttons. */
export interface Reply {
  text: AnyText
  buttons?: Button<AnyText>[]
  /** More follows: a task calls `later` for it, even after a restart. */
  hasMore?: boolean
}

export interface CommandContext {
  person: Person
  lane: Lane
  chat: ChatId
  sender: Address
  /** The message with the command; undefined if a button was pressed. */
  message?: number | undefined
  /** Where a later answer goes. */
  route: Route
  now: Date
  steady: Steady
  /** The person's time zone, used for all times in the answer. */
  timezone: string
  /** The command comes from a remote session of the page, which may do less than one on this machine. */
  isRemote?: boolean | undefined
  /** The command prefix of the channel. */
  prefix: CommandPrefix
  /** Runs the effect after the commit. For everything that acts outside the store. */
  afterCommit(effect: () => void): void
}

/** The part of the context that is still known when `later` runs. */
export interface LaterContext
  extends Pick<CommandContext, 'person' | 'lane' | 'chat' | 'route' | 'timezone' | 'prefix'> {
  /** When the command was given. */
  givenAt: Date
  /** Asks a fast model; undefined if none may be asked now. */
  ask(): AskModel | undefined
}

export interface ParsedCommand {
  name: string
  args: string
}

/**
 * A command is a known word after the channel's prefix, at the very start: `/stop`, `/STOP`, `/stop@mybot`, `/stop.`
 * Anything else that begins with the prefix is just text ("/etc/hosts is empty").
 */
export function parseCommand(
  text: string,
  prefix: CommandPrefix,
  isCommand: (parsed: ParsedCommand) => boolean,
): ParsedCommand | undefined {
  // Phones and mail programs put invisible characters in front of the text.
  const clean = text.replace(/^[\s\u200b-\u200f\u2060\ufeff]+/u, '')
  if (!clean.startsWith(prefix)) return undefined
  const match = /^([a-z]+)(?:@[a-z0-9_]+)?[.!]?(?:\s+([\s\S]*))?$/i.exec(clean.slice(1).trimEnd())
  const parsed = { name: match?.[1]?.toLowerCase() ?? '', args: match?.[2]?.trim() ?? '' }
  return isCommand(parsed) ? parsed : undefined
}

/** Commands that a person may not use are not offered to them either. */
export function mayUse({ ownerOnly = false }: Pick<Command, 'ownerOnly'>, { role }: Pick<Person, 'role'>): boolean {
  return !ownerOnly || role === 'owner'
}

/** The menu that people see when they type a slash, in each language. */
export function commandMenus(commands: Command[]): CommandMenu[] {
  const list = (language: Language) =>
    commands.map(({ name, summary, ownerOnly = false }) => ({ name, summary: summary[language], ownerOnly }))
  return [{ commands: list('en') }, { language: 'de', commands: list('de') }]
}
