/** What a typed line asks of the terminal itself; everything else is said. */
export type Typed =
  | Said
  | { kind: 'nothing' }
  | { kind: 'help' }
  | { kind: 'lines' }
  | { kind: 'chats' }
  | { kind: 'chat'; name: string }
  | { kind: 'save'; line: number }
  | { kind: 'wrong'; hint: string }

export interface Said {
  kind: 'said'
  text: string
  /** The number of the line it answers. */
  replyTo?: number
}

export const terminalHelp = [
  '  /lines            shows the last lines with their numbers; [12] behind a line is its number, too',
  '  /reply 12 words   answers line 12',
  '  /save 12          saves the files of line 12 once more',
  '  /chats            lists your chats here; /chat house goes on in another, also in a new one',
  '  /help             tells what else can be said',
].join('\n')

/** What only a terminal knows. */
export const terminalWords = ['/lines', '/reply', '/save', '/chats', '/chat', '/help']

/** `question`: the number of the line that waits for a yes or a no; then a single letter is enough. */
export function parseTyped(text: string, question?: number): Typed {
  const [, letter] = /^\s*([yn])\s*$/i.exec(text) ?? []
  if (letter && question !== undefined)
    return { kind: 'said', text: letter.toLowerCase() === 'y' ? 'yes' : 'no', replyTo: question }
  const [, word = '', rest = ''] = /^\s*(\/[a-z]+)(?:\s+([\s\S]*))?$/i.exec(text) ?? []
  switch (word.toLowerCase()) {
    case '/lines':
      return { kind: 'lines' }
    case '/chats':
      return { kind: 'chats' }
    case '/chat':
      return rest.trim() === ''
        ? { kind: 'wrong', hint: 'Say which: /chat house' }
        : { kind: 'chat', name: rest.trim() }
    case '/help':
      return { kind: 'help' }
    case '/save': {
      const line = numberIn(rest)
      return line === undefined ? { kind: 'wrong', hint: 'Say which line: /save 12' } : { kind: 'save', line }
    }
    case '/reply': {
      const [, number = '', words = ''] = /^(\S+)\s+(\S[\s\S]*)/.exec(rest) ?? []
      const replyTo = numberIn(number)
      if (replyTo === undefined) return { kind: 'wrong', hint: 'Say which line, and your words: /reply 12 yes, please' }
      return { kind: 'said', text: words.trimEnd(), replyTo }
    }
    default:
      return text.trim() === '' ? { kind: 'nothing' } : { kind: 'said', text }
  }
}

/** As it stands behind a line, with or without its brackets. */
function numberIn(text: string): number | undefined {
  const [, digits] = /^\[?(\d{1,15})\]?$/.exec(text.trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}
