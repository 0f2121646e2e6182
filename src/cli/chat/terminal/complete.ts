import { terminalWords } from '../chat-words.ts'

export interface Completed {
  /** The line with as much of it as is certain. */
  text: string
  /** What it could still become, where that is more than one thing. */
  choices: string[]
}

/** What Tab makes of a line: a command that was begun, or a chat behind /chat. */
export function completeTyped(text: string, { commands, chats }: { commands: string[]; chats: string[] }): Completed {
  const [, begun] = /^\/chat\s+(\S*)$/.exec(text) ?? []
  if (begun !== undefined) {
    const ids = chats.filter((id) => id.startsWith(begun) || id.slice(id.indexOf(':') + 1).startsWith(begun))
    return finish(text, '/chat ', ids)
  }
  if (!/^\/\w*$/.test(text)) return { text, choices: [] }
  const words = [...new Set([...terminalWords, ...commands.map((name) => `/${name}`)])]
  return finish(text, '', words.filter((word) => word.startsWith(text)).toSorted())
}

function finish(text: string, before: string, choices: string[]): Completed {
  const [only] = choices
  if (only === undefined) return { text, choices: [] }
  if (choices.length === 1) return { text: `${before}${only} `, choices: [] }
  const common = `${before}${sharedStart(choices)}`
  return { text: common.length > text.length ? common : text, choices }
}

function sharedStart([first = '', ...others]: string[]): string {
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}
