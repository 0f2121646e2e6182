/** A location on the page, as the address fragment shows it: a view, or a chat with an optional target. */
export type PageAddress = ChatAddress | ViewAddress

export interface ViewAddress {
  view: string
  /** A section of the view, or the number of one item. */
  part?: string
  find?: string | undefined
}

export interface ChatAddress extends SearchAddress {
  chat: string
  /** The line to scroll to. */
  line?: number
  /** The day to scroll to, such as 2026-03-14. */
  day?: string
  /** The answer whose turn is inspected. */
  turn?: { task: number; at: number }
}

/** A search over all messages. */
export interface SearchAddress {
  find?: string | undefined
  channel?: string | undefined
  person?: string | undefined
  /** Days such as 2026-03-14, both inclusive. */
  from?: string | undefined
  to?: string | undefined
  /** Only messages with attachments. */
  files?: boolean | undefined
}

/** The channel is a plain word. The chat's name can be anything, so it is encoded. */
const chatPattern =
  /^([a-z]{1,20}):([^/?&#\s]{1,3000})(?:\/line\/(\d{1,15})|\/day\/(\d{4}-\d\d-\d\d)|\/turn\/(\d{1,15})\/(\d{1,15}))?(?:\?(.*))?$/
const dayPattern = /^\d{4}-\d\d-\d\d$/

/** Parses a fragment. Undefined if it is not one of our addresses. */
export function parsePageAddress(hash: string): PageAddress | undefined {
  const text = hash.replace(/^#/, '')
  const [, view, part, rawQuery = ''] = /^([a-z]{1,20})(?:\/([a-z-]{1,20}|\d{1,15}))?(?:\?(.*))?$/.exec(text) ?? []
  if (view) {
    const { find } = parseSearch(rawQuery)
    return { view, ...(part && { part }), ...(find && { find }) }
  }
  const parts = chatPattern.exec(text)
  if (!parts?.[2]) return undefined
  const [, channel, name, line, day, task, at, query] = parts
  const chatName = decode(name)
  if (!chatName) return undefined
  return {
    chat: `${channel}:${chatName}`,
    ...(line && { line: Number(line) }),
    ...(day && { day }),
    ...(task && { turn: { task: Number(task), at: Number(at) } }),
    ...parseSearch(query ?? ''),
  }
}

export function hrefOf(address: PageAddress): string {
  if ('view' in address) {
    const { view, part, find } = address
    return `#${view}${part ? `/${part}` : ''}${find ? `?find=${encodeURIComponent(find)}` : ''}`
  }
  const { chat, line, day, turn } = address
  const colon = chat.indexOf(':')
  const place = line !== undefined ? `/line/${line}` : day ? `/day/${day}` : turn ? `/turn/${turn.task}/${turn.at}` : ''
  const name = `${chat.slice(0, colon)}:${encodeURIComponent(chat.slice(colon + 1))}`
  const query = Object.entries(searchOf(address))
    .flatMap(([key, value]) => (value ? [`${key}=${encodeURIComponent(value)}`] : []))
    .join('&')
  return `#${name}${place}${query && `?${query}`}`
}

/** Picks the search fields of an address. */
export function searchOf({ find, channel, person, from, to, files }: SearchAddress): SearchAddress {
  return { find, channel, person, from, to, files }
}

/** Parameters that cannot be parsed are ignored. */
function parseSearch(query: string): SearchAddress {
  const parameters = new Map(
    query.split('&').map((pair) => {
      const [key = '', value = ''] = pair.split('=', 2)
      return [key, decode(value)]
    }),
  )
  const text = (key: 'find' | 'channel' | 'person') => parameters.get(key) && { [key]: parameters.get(key) }
  const day = (key: 'from' | 'to') => dayPattern.test(parameters.get(key) ?? '') && { [key]: parameters.get(key) }
  return {
    ...text('find'),
    ...text('channel'),
    ...text('person'),
    ...day('from'),
    ...day('to'),
    ...(parameters.get('files') === 'true' && { files: true }),
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Chats of other channels are shown here, but most actions are available only on their own channel. */
export function isPageChat(chat: string): boolean {
  return chat.startsWith('web:')
}
