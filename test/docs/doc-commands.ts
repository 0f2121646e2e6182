/** What a page tells its readers to type. */
export interface DocText {
  /** The words of each command of the shell, without `sudo` and `npx`: lines of `sh` blocks, and inline code. */
  commands: string[][]
  /** The lines of `chat` blocks. */
  chatLines: string[]
  /** Names of chat commands in inline code. */
  chatCommands: string[]
  /** Options in inline code, such as `--yes`. */
  options: string[]
  /** The languages of all blocks; '' is one without. */
  languages: string[]
}

const block = /^ *```(\w*)\n(.*?)^ *```$/gms
/** Inline code that begins with one of these is a command. */
const program =
  /^(age|age-keygen|apt-get|claude(?= )|git|journalctl|litestream|node|npm|npx|openssl|rclone|skein(?= )|sqlite3|ssh|sudo|systemctl|systemd-[a-z]+|ulimit)( |$)/

export function readDoc(page: string): DocText {
  const blocks = [...page.matchAll(block)].map(([, language = '', text = '']) => ({ language, text }))
  const prose = page.replace(block, '')
  const inline = codeIn(prose)
  const linesOf = (wanted: string) =>
    blocks
      .filter(({ language }) => language === wanted)
      .flatMap(({ text }) => text.split('\n').map((line) => line.trim()))
  return {
    commands: [
      ...linesOf('sh').flatMap(commandsOf),
      ...inline.filter((code) => program.test(code)).flatMap(commandsOf),
      ...prose.split('\n').flatMap(shortCommandsOf),
    ],
    chatLines: linesOf('chat').filter((line) => line !== ''),
    chatCommands: inline.flatMap((code) => /^[/!]([a-z]+)/.exec(code)?.[1] ?? []),
    options: inline.flatMap((code) => (code.startsWith('--') ? (code.match(/--[a-z][a-z-]*/g) ?? []) : [])),
    languages: blocks.map(({ language }) => language),
  }
}

function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}

/** A line can have several with `&&` or pipes between them, and a comment at its end. */
function commandsOf(line: string): string[][] {
  const commands: string[][] = [[]]
  const tokens = line.matchAll(/"([^"]*)"|'([^']*)'|(#.*$)|(&&|\|)|<[^>]*>|[^\s|&<]+/g)
  for (const [token, double, single, comment, operator] of tokens) {
    if (comment !== undefined) break
    if (operator !== undefined) commands.push([])
    else commands.at(-1)?.push(double ?? single ?? token)
  }
  return commands.map(withoutPrefix).filter((words) => words.length > 0)
}

/** `sudo -u skein npx skein status` is `skein status`. */
function withoutPrefix(words: string[]): string[] {
  if (words[0] === 'sudo') return withoutPrefix(words.slice(words[1] === '-u' ? 3 : 1))
  return words[0] === 'npx' ? words.slice(1) : words
}

/** The first column of a table may say `skein service install`, `status`, which means `skein service status` too. */
function shortCommandsOf(row: string): string[][] {
  const [first, ...others] = codeIn(/^\|([^|]*)\|/.exec(row)?.[1] ?? '')
  const [whole] = commandsOf(first ?? '')
  if (whole?.[0] !== 'skein') return []
  const parents = whole.slice(0, whole.findIndex((word) => !/^[a-z]+$/.test(word)) >>> 0).slice(0, -1)
  return others.flatMap(commandsOf).map((words) => (words[0] === 'skein' ? words : [...parents, ...words]))
}
