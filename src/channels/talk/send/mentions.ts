/** Invisible, but it keeps the server from recognizing a mention or a command. */
const ZERO_WIDTH = '\u200b'

/**
 * Keeps our text from mentioning anybody. The server detects mentions before Markdown, so also in code. Only names of
 * members are changed, because people copy other words with an @ from chats. Without a list of members all are changed.
 */
export function defuseMentions(text: string, members: ReadonlySet<string> | undefined): string {
  return text.replace(mention, (at, name: string) => (calls(name, members) ? at + ZERO_WIDTH : at))
}

/** Old servers treat a text with a leading slash as a command: they accept it but show it to nobody. */
export function defuseCommand(text: string): string {
  return text.trimStart().startsWith('/') ? ZERO_WIDTH + text.trimStart() : text
}

// The server's own rule: anything in quotes, else a run of these characters. After a letter or digit it is a mail
// address. The length limits keep a long run of @ from being scanned again from each of them.
const mention = /(?<![a-z0-9_])@(?=("[^"\n]{0,300}"|[a-z0-9_\-@.']{1,100}))/gi

/** Checks several variants, because servers differ in whether trailing punctuation belongs to the name. */
function calls(name: string, members: ReadonlySet<string> | undefined): boolean {
  if (!members || isOfKind(name)) return true
  const id = name.replace(/^"|"$/g, '').toLowerCase()
  return [id, id.trim(), id.replace(/'s$/, ''), id.replace(/(?<![.'\-@])[.'\-@]+$/, '')].some(
    (one) => one === 'all' || members.has(one),
  )
}

/** Groups, guests and federated users are written with their type. */
function isOfKind(name: string): boolean {
  return /^"[a-z_]+\//i.test(name)
}
