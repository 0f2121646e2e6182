import type { ToolAction, Turn } from '../../src/spawner/spawner.ts'
import type { Doing } from './action-world.ts'

// What a sensible model does, in short words.

const at = (path: string) => (turn: Turn) => `${turn.workspace}/${path}`
export const read = (path: string): Doing => ({
  own: 'read_file',
  action: (turn): ToolAction => ({ kind: 'read', path: at(path)(turn) }),
})
export const write = (path: string, content: string): Doing => ({
  own: 'write_file',
  input: { path, content },
  action: (turn) => ({ kind: 'write', path: at(path)(turn), content }),
})
export const edit = (path: string, before: string, after: string): Doing => ({
  own: 'edit_file',
  input: { path, before, after },
  action: (turn) => ({ kind: 'edit', path: at(path)(turn), before, after, everywhere: false }),
})
export const run = (command: string): Doing => ({
  own: 'run_command',
  input: { command },
  action: () => ({ kind: 'command', command, network: false }),
})
export const fetchPage = (url: string): Doing => ({
  own: 'fetch_page',
  input: { url },
  action: () => ({ kind: 'fetch', url }),
})
export const find: Doing = {
  own: 'notes__find',
  action: () => ({ kind: 'use', server: 'notes', tool: 'find', input: {}, isReadOnly: true }),
}
export const plan = (what: string, when: string, kind = 'reminder'): Doing => ({
  tool: 'schedule',
  input: { what, when, kind },
})
export const cancel: Doing = { tool: 'cancel_schedule', input: { number: 1 } }
export const change = (action: 'edit' | 'snooze' | 'done', input = {}): Doing => ({
  tool: 'change_schedule',
  input: { number: 1, action, ...input },
})
export const send = (path: string): Doing => ({ tool: 'send_file', input: { path } })
export const look = (tool: string, input = {}): Doing => ({ tool, input })
