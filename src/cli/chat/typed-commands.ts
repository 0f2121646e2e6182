/** A typed line: a command of the terminal itself, or a message. */
export type TypedLine =
  | TypedMessage
  | { kind: 'nothing' }
  | { kind: 'help' }
  | { kind: 'lines' }
  | { kind: 'chats' }
  | { kind: 'chat'; name: string }
  | { kind: 'save'; line: number }
  | { kind: 'invalid'; hint: string }

export interface TypedMessage {
  kind: 'message'
  text: string
  /** The id of the line it replies to. */
  replyTo?: number
}

export interface CommandSummary {
  name: string
  summary: string
}

/** Commands that only the terminal has. */
const terminalCommands = [
  { name: 'lines', summary: 'show the last messages with their numbers, such as [12]' },
  { name: 'reply', usage: '12 text', summary: 'reply to message 12' },
  { name: 'save', usage: '12', summary: 'save the files of message 12 again' },
  { name: 'chats', summary: 'list your chats' },
  { name: 'chat', usage: 'house', summary: 'open the chat "house" or start it' },
  { name: 'help', summary: 'show all commands' },
]

export const terminalHelp = terminalCommands
  .map(({ name, usage = '', summary }) => `  ${`/${name} ${usage}`.padEnd(17)} ${summary}`)
  .join('\n')

/** `question` is the id of the line that waits for a yes or no. Then a single letter is enough. */
export function parseTypedLine(text: string, question?: number): TypedLine {
  const [, letter] = /^\s*([yn])\s*$/i.exec(text) ?? []
  if (letter && question !== undefined)
    return { kind: 'message', text: letter.toLowerCase() === 'y' ? 'yes' : 'no', replyTo: question }
  const [, word = '', rest = ''] = /^\s*(\/[a-z]+)(?:\s+([\s\S]*))?$/i.exec(text) ?? []
  switch (word.toLowerCase()) {
    case '/lines':
      return { kind: 'lines' }
    case '/chats':
      return { kind: 'chats' }
    case '/chat':
      return rest.trim() === ''
        ? { kind: 'invalid', hint: 'Add the name of a chat, such as: /chat house' }
        : { kind: 'chat', name: rest.trim() }
    case '/help':
      return { kind: 'help' }
    case '/save': {
      const line = parseLineNumber(rest)
      return line === undefined
        ? { kind: 'invalid', hint: 'Add the number of a message, such as: /save 12' }
        : { kind: 'save', line }
    }
    case '/reply': {
      const [, number = '', words = ''] = /^(\S+)\s+(\S[\s\S]*)/.exec(rest) ?? []
      const replyTo = parseLineNumber(number)
      if (replyTo === undefined)
        return { kind: 'invalid', hint: 'Add the number of a message and your text, such as: /reply 12 yes, please' }
      return { kind: 'message', text: words.trimEnd(), replyTo }
    }
    default:
      return text.trim() === '' ? { kind: 'nothing' } : { kind: 'message', text }
  }
}

/** Accepts "12" and "[12]". */
function parseLineNumber(text: string): number | undefined {
  const [, digits] = /^\[?(\d{1,15})\]?$/.exec(text.trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}

interface Completion {
  /** The line, completed as far as it is unambiguous. */
  text: string
  /** The remaining choices as they are shown, if there are several. */
  choices: string[]
}

/** Completes a command, or the chat after /chat. */
export function completeTypedLine(
  text: string,
  { commands, chats }: { commands: CommandSummary[]; chats: string[] },
): Completion {
  const [, typedChat] = /^\/chat\s+(\S*)$/.exec(text) ?? []
  if (typedChat !== undefined) {
    const ids = chats.filter((id) => id.startsWith(typedChat) || id.slice(id.indexOf(':') + 1).startsWith(typedChat))
    return completeFrom(text, '/chat ', ids)
  }
  if (!/^\/\w*$/.test(text)) return { text, choices: [] }
  const summaries = new Map([...commands, ...terminalCommands].map(({ name, summary }) => [`/${name}`, summary]))
  const words = [...summaries.keys()].filter((word) => word.startsWith(text)).toSorted()
  const { choices, ...completed } = completeFrom(text, '', words)
  const nameWidth = Math.max(0, ...choices.map((word) => word.length))
  return { ...completed, choices: choices.map((word) => `${word.padEnd(nameWidth)}  ${summaries.get(word)}`) }
}

function completeFrom(text: string, prefix: string, choices: string[]): Completion {
  const [first] = choices
  if (first === undefined) return { text, choices: [] }
  if (choices.length === 1) return { text: `${prefix}${first} `, choices: [] }
  const common = `${prefix}${commonPrefix(choices)}`
  return { text: common.length > text.length ? common : text, choices }
}

function commonPrefix([first = '', ...others]: string[]): string {
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}
