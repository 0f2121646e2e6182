import { createHash } from 'node:crypto'
import type { ToolUse } from '../../spawner/spawner.ts'
import { commandEffect, type Effect, editEffect, writeEffect } from './action-effect.ts'

/** What a tool of the brain's own would do, told from its name and input alone. */
export type Doing =
  /** Looks at something below this path. */
  | { kind: 'looks'; path: string }
  /** Changes something: what a person reads about it, and what "always" would allow. `path` is what it writes to. */
  | { kind: 'changes'; effect(): Effect; rule: string; path?: string }
  /** Can't be told, or can't be shown whole: never allowed. */
  | { kind: 'unclear'; why: string }

/** What nobody would read cannot be agreed to, and the system runs no longer one anyway. */
const LONGEST_COMMAND = 100_000
const LONGEST_PATH = 1_000

export function doingOf({ name, input }: ToolUse): Doing {
  const path = textOf(input.file_path)
  if (path !== undefined && path.length > LONGEST_PATH) return nameless(name)
  switch (name) {
    case 'Read':
      return path === undefined ? nameless(name) : { kind: 'looks', path }
    case 'Grep':
      return { kind: 'looks', path: textOf(input.path) ?? '.' }
    case 'Glob':
      return leadsAway(textOf(input.pattern)) ? nameless(name) : { kind: 'looks', path: textOf(input.path) ?? '.' }
    case 'Write': {
      const content = textOf(input.content)
      if (path === undefined || content === undefined) return nameless(name)
      return { kind: 'changes', path, rule: name, effect: () => writeEffect(path, content) }
    }
    case 'Edit': {
      const [before, after] = [textOf(input.old_string), textOf(input.new_string)]
      if (path === undefined || before === undefined || after === undefined) return nameless(name)
      const everywhere = input.replace_all === true
      return { kind: 'changes', path, rule: name, effect: () => editEffect(path, before, after, everywhere) }
    }
    case 'Bash': {
      const command = textOf(input.command)
      if (command === undefined) return nameless(name)
      if (command.length > LONGEST_COMMAND) {
        return { kind: 'unclear', why: 'The command is too long to be shown to a person; write it into a file first.' }
      }
      return { kind: 'changes', rule: `Bash(${command})`, effect: () => commandEffect(command) }
    }
    default:
      return { kind: 'unclear', why: `The tool ${name} is not allowed here.` }
  }
}

/** What an approval is bound to: tool and input, byte for byte, whatever order the keys come in. */
export function hashOf({ name, input }: ToolUse): string {
  return createHash('sha256')
    .update(JSON.stringify([name, sorted(input)]))
    .digest('hex')
}

/**
 * Whether a pattern of the configuration covers it: `Write`, or `Bash(git log*)`, where * stands for anything but what would
 * begin another command. A convenience, not a wall: the wall is the sandbox.
 */
export function covers(pattern: string, { name, input }: ToolUse): boolean {
  const [, tool, inner] = /^(\w+)(?:\(([\s\S]*)\))?$/.exec(pattern) ?? []
  if (tool !== name) return false
  if (inner === undefined) return true
  const target = textOf(name === 'Bash' ? input.command : input.file_path)
  if (target === undefined) return false
  const source = inner
    .split('*')
    .map(escapeRegExp)
    .join(name === 'Bash' ? '[^;&|<>$`(){}\\n\\\\]*' : '.*')
  return new RegExp(`^${source}$`).test(target)
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function nameless(name: string): Doing {
  return { kind: 'unclear', why: `It is not clear what ${name} would work on.` }
}

function leadsAway(pattern: string | undefined): boolean {
  return (
    pattern === undefined || pattern.startsWith('/') || pattern.startsWith('~') || pattern.split('/').includes('..')
  )
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
