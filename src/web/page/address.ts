/** Where somebody is on the page, as it stands in the address: a view, or a part of it, or a chat and what is looked at in it. */
export type Address = ChatAddress | ViewAddress

export interface ViewAddress {
  view: string
  /** A part of it, or one thing by its number. */
  part?: string
  find?: string | undefined
}

export interface ChatAddress extends SearchAddress {
  chat: string
  /** A line of it to go to. */
  line?: number
  /** A day of it to go to, as 2026-03-14. */
  day?: string
  /** The answer whose turn is looked at. */
  turn?: { task: number; at: number }
}

/** What is looked for in everything that was said. */
export interface SearchAddress {
  find?: string | undefined
  channel?: string | undefined
  person?: string | undefined
  /** Days, as 2026-03-14; both count. */
  from?: string | undefined
  to?: string | undefined
  /** Only what something hangs on. */
  files?: boolean | undefined
}

/** Its channel stands there as it is called; what a platform calls the chat can be anything, and is encoded. */
const chatForm =
  /^([a-z]{1,20}):([^/?&#\s]{1,3000})(?:\/line\/(\d{1,15})|\/day\/(\d{4}-\d\d-\d\d)|\/turn\/(\d{1,15})\/(\d{1,15}))?(?:\?(.*))?$/
const dayForm = /^\d{4}-\d\d-\d\d$/

/** What a fragment says; nothing when it is no address of ours. A chat's own name was the whole address once, and still is. */
export function parseAddress(hash: string): Address | undefined {
  const text = hash.replace(/^#/, '')
  const [, view, part, sought = ''] = /^([a-z]{1,20})(?:\/([a-z]{1,20}|\d{1,15}))?(?:\?(.*))?$/.exec(text) ?? []
  if (view) {
    const { find } = searchIn(sought)
    return { view, ...(part && { part }), ...(find && { find }) }
  }
  const parts = chatForm.exec(text)
  if (!parts?.[2]) return undefined
  const [, channel, name, line, day, task, at, query] = parts
  const called = readable(name)
  if (!called) return undefined
  return {
    chat: `${channel}:${called}`,
    ...(line && { line: Number(line) }),
    ...(day && { day }),
    ...(task && { turn: { task: Number(task), at: Number(at) } }),
    ...searchIn(query ?? ''),
  }
}

export function addressOf(address: Address): string {
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

/** What of an address is looked for. */
export function searchOf({ find, channel, person, from, to, files }: SearchAddress): SearchAddress {
  return { find, channel, person, from, to, files }
}

/** What cannot be read is left out. */
function searchIn(query: string): SearchAddress {
  const said = new Map(
    query.split('&').map((pair) => {
      const [key = '', value = ''] = pair.split('=', 2)
      return [key, readable(value)]
    }),
  )
  const text = (key: 'find' | 'channel' | 'person') => said.get(key) && { [key]: said.get(key) }
  const day = (key: 'from' | 'to') => dayForm.test(said.get(key) ?? '') && { [key]: said.get(key) }
  return {
    ...text('find'),
    ...text('channel'),
    ...text('person'),
    ...day('from'),
    ...day('to'),
    ...(said.get('files') === 'true' && { files: true }),
  }
}

function readable(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
