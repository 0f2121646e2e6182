/** Not to be seen, and enough for the server to find no mention and no command in what it stands in. */
const ZERO_WIDTH = '\u200b'

/**
 * The same text without a mention in it. The server looks for them before anything is Markdown, so they are found in code
 * too. Only what would call somebody is touched: other words with an @ are copied out of chats, and stay what they are.
 * Without members nobody knows who would be called, and none is left.
 */
export function defuseMentions(text: string, members: ReadonlySet<string> | undefined): string {
  return text.replace(mention, (at, name: string) => (calls(name, members) ? at + ZERO_WIDTH : at))
}

/** A text that begins with a slash is a command to old servers: they take it, say so, and show it to nobody. */
export function defuseCommand(text: string): string {
  return text.trimStart().startsWith('/') ? ZERO_WIDTH + text.trimStart() : text
}

// As the server reads them: in quotes anything goes, without them a run of these characters, as long as it gets. Behind a
// letter or a digit there is none: that is an address. No id is longer than this; without a limit a run of @ would be read
// to its end from each of them.
const mention = /(?<![a-z0-9_])@(?=("[^"\n]{0,300}"|[a-z0-9_\-@.']{1,100}))/gi

/** More than are asked about are looked at: some servers leave what ends a sentence out of a name, others do not. */
function calls(name: string, members: ReadonlySet<string> | undefined): boolean {
  if (!members || isOfKind(name)) return true
  const id = name.replace(/^"|"$/g, '').toLowerCase()
  return [id, id.trim(), id.replace(/'s$/, ''), id.replace(/(?<![.'\-@])[.'\-@]+$/, '')].some(
    (one) => one === 'all' || members.has(one),
  )
}

/** Everybody of a group, a guest, somebody on another server: written with what they are. */
function isOfKind(name: string): boolean {
  return /^"[a-z_]+\//i.test(name)
}
