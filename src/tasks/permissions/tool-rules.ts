import { createHash } from 'node:crypto'
import { matchesPattern } from '../../lib/text/text-matching.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { Intent, ToolAction, ToolUse } from '../../spawner/spawner.ts'
import { type ActionEffect, commandEffect, editEffect, fetchEffect, useEffect, writeEffect } from './action-effect.ts'

/** An action as the rules see it. */
export type RuledAction =
  /** Reads something below this path. */
  | { kind: 'looks'; path: string; namesOnly: boolean }
  /** Changes something. `path` is the file it writes to. */
  | { kind: 'changes'; effect(): ActionEffect; always: AlwaysRule; path?: string }
  /** Contacts an outside server, which learns of the request and may answer with anything. */
  | { kind: 'fetches'; effect(): ActionEffect; always: AlwaysRule }
  /** Its effect is unknown or cannot be shown in full, so it is never allowed. */
  | { kind: 'unclear'; why: string }

/** What "always" would allow: the stored rule, and its wording below the question. */
export interface AlwaysRule {
  rule: string
  words: LocalizedText
}

/** Nobody would read a longer command before agreeing, and the operating system would not run it anyway. */
const MAX_COMMAND_CHARS = 100_000
const MAX_PATH_CHARS = 1_000
const MAX_INPUT_CHARS = 100_000

export function classifyAction({ name, action }: Intent, workspace?: string): RuledAction {
  const shown = (path: string) => nameInFolder(workspace, path)
  if (targetOf(action).length > maxTargetChars(action)) {
    return action.kind === 'command' ? tooLong : { kind: 'unclear', why: `It is not clear what ${name} would work on.` }
  }
  switch (action.kind) {
    case 'read':
      return { kind: 'looks', path: action.path, namesOnly: action.namesOnly === true }
    case 'write': {
      const { path, content } = action
      const always = { rule: name, words: permissionMessages.always.write }
      return { kind: 'changes', path, always, effect: () => writeEffect(shown(path), content) }
    }
    case 'edit': {
      const { path, before, after, everywhere } = action
      const always = { rule: name, words: permissionMessages.always.edit }
      return { kind: 'changes', path, always, effect: () => editEffect(shown(path), before, after, everywhere) }
    }
    case 'command': {
      const always = { rule: `${name}(${action.command})`, words: permissionMessages.always.command }
      return { kind: 'changes', always, effect: () => commandEffect(action.command) }
    }
    case 'fetch': {
      const always = { rule: `${name}(${action.url})`, words: permissionMessages.always.fetch }
      return { kind: 'fetches', always, effect: () => fetchEffect(action.url) }
    }
    case 'use': {
      const { server, tool, input, isReadOnly } = action
      const always = { rule: name, words: permissionMessages.always.use }
      const effect = () => useEffect(server, tool, JSON.stringify(input, null, 2))
      return isReadOnly ? { kind: 'fetches', always, effect } : { kind: 'changes', always, effect }
    }
    case 'other':
      return { kind: 'unclear', why: action.why }
  }
}

/** People know the folder of their chat, but not its path. */
function nameInFolder(workspace: string | undefined, path: string): string {
  return workspace !== undefined && path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path
}

function maxTargetChars({ kind }: ToolAction): number {
  if (kind === 'command') return MAX_COMMAND_CHARS
  return kind === 'use' ? MAX_INPUT_CHARS : MAX_PATH_CHARS
}

const tooLong: RuledAction = {
  kind: 'unclear',
  why: 'The command is too long to be shown to a person. Write it into a file first.',
}

/** Identifies tool and input exactly, except for the order of keys. An approval is valid only for this hash. */
export function hashOf({ name, input }: ToolUse): string {
  return createHash('sha256')
    .update(JSON.stringify([name, sortKeys(input)]))
    .digest('hex')
}

/**
 * Whether a pattern of the configuration covers the action: a tool's name, or `Name(git log*)`, where * matches anything
 * that cannot begin another command. This is a convenience; the sandbox is the protection.
 */
export function covers(pattern: string, { name, action }: Pick<Intent, 'name' | 'action'>): boolean {
  const [, tool, inner] = /^([\w.-]+)(?:\(([\s\S]*)\))?$/.exec(pattern) ?? []
  if (tool !== name) return false
  if (inner === undefined) return true
  const forbidden = action.kind === 'command' ? /[;&|<>$`(){}\n\\]/ : /[\n\r\u2028\u2029]/
  return action.kind !== 'other' && matchesPattern(inner, targetOf(action), forbidden)
}

function targetOf(action: ToolAction): string {
  switch (action.kind) {
    case 'command':
      return action.command
    case 'fetch':
      return action.url
    case 'use':
      return JSON.stringify(action.input)
    case 'other':
      return ''
    case 'read':
    case 'write':
    case 'edit':
      return action.path
  }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  )
}
