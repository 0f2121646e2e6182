import type { Button, Route } from '../../domain/delivery.ts'
import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Address, Person } from '../../domain/person.ts'
import type { Steady } from '../../lib/time/clock.ts'

export interface Command {
  name: string
  /** What may follow the name, as shown by /help. */
  usage?: string
  summary: string
  ownerOnly?: boolean
  /** Runs inside the commit that takes the message in; the text is the answer. */
  run(args: string, context: CommandContext): string | Reply
}

/** What a command answers, and what can be pressed below it. */
export interface Reply {
  text: string
  buttons?: Button[]
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
  /** What the channel puts in front of a command. */
  prefix: '/' | '!'
  /** For what acts outside the store: runs after the commit. */
  after(effect: () => void): void
}

export interface ParsedCommand {
  name: string
  args: string
}

export type CommandRunner = (command: ParsedCommand, context: CommandContext) => Reply

const talking = ['start', 'help', 'new', 'continue', 'stop', 'retry', 'yes', 'no', 'always', 'allowed'] as const
const looking = ['context', 'compact', 'why', 'search', 'status', 'whoami', 'usage', 'config', 'pair'] as const
const known = [...talking, ...looking] as const
export type CommandName = (typeof known)[number]

/**
 * A command is a known word behind the channel's prefix, at the very start: `/stop`, `/STOP`, `/stop@mybot`, `/stop.`
 * Anything else that begins with the prefix is just text ("/etc/hosts is empty").
 */
export function parseCommand(text: string, prefix: '/' | '!'): ParsedCommand | undefined {
  // Phones and mail programs put invisible marks in front of what was typed.
  const clean = text.replace(/^[\s\u200b-\u200f\u2060\ufeff]+/u, '')
  if (!clean.startsWith(prefix)) return undefined
  const match = /^([a-z]+)(?:@[a-z0-9_]+)?[.!]?(?:\s+([\s\S]*))?$/i.exec(clean.slice(1).trimEnd())
  const name = findCommandName(match?.[1]?.toLowerCase() ?? '')
  return name && { name, args: match?.[2]?.trim() ?? '' }
}

export function findCommandName(name: string): CommandName | undefined {
  return known.find((word) => word === name)
}

export function isCommandName(name: string): boolean {
  return findCommandName(name) !== undefined
}

/** What a person may not use is not offered to them either. */
export function mayUse({ ownerOnly = false }: Pick<Command, 'ownerOnly'>, { role }: Pick<Person, 'role'>): boolean {
  return !ownerOnly || role === 'owner'
}

export function createCommands(commands: Record<CommandName, Command>): CommandRunner {
  return (parsed, context) => {
    const command = findCommandName(parsed.name)
    if (!command) return { text: `There is no command ${parsed.name}.` }
    if (!mayUse(commands[command], context.person)) return { text: 'Only the owner may do that.' }
    const said = commands[command].run(parsed.args, context)
    return typeof said === 'string' ? { text: said } : said
  }
}
