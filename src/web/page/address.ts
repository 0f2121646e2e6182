/** Where somebody is on the page, as it stands in the address: a view, or a chat and what is looked at in it. */
export type Address = ChatAddress | { view: string }

export interface ChatAddress {
  chat: string
  /** A line of it to go to. */
  line?: number
  /** The answer whose turn is looked at. */
  turn?: { task: number; at: number }
  /** What is looked for in everything that was said. */
  find?: string
}

const chatForm = /^(web:[A-Za-z0-9_-]{1,64})(?:\/line\/(\d{1,15})|\/turn\/(\d{1,15})\/(\d{1,15}))?(?:\?find=([^&]*))?$/

/** What a fragment says; nothing when it is no address of ours. A chat's own name was the whole address once, and still is. */
export function parseAddress(hash: string): Address | undefined {
  const text = hash.replace(/^#/, '')
  if (/^[a-z]{1,20}$/.test(text)) return { view: text }
  const parts = chatForm.exec(text)
  if (!parts?.[1]) return undefined
  const [, chat, line, task, at, find] = parts
  const words = find && readable(find)
  return {
    chat,
    ...(line && { line: Number(line) }),
    ...(task && { turn: { task: Number(task), at: Number(at) } }),
    ...(words && { find: words }),
  }
}

export function addressOf(address: Address): string {
  if ('view' in address) return `#${address.view}`
  const { chat, line, turn, find } = address
  const place = line !== undefined ? `/line/${line}` : turn ? `/turn/${turn.task}/${turn.at}` : ''
  return `#${chat}${place}${find ? `?find=${encodeURIComponent(find)}` : ''}`
}

function readable(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
