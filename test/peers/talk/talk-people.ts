import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

// A client of people, for programs that attack the daemon from the side of the room. It shares no code with the channel or
// the emulator: what both got wrong would otherwise look right.

/** A message as the server gives it to a person. */
export interface RoomMessage {
  id: number
  token: string
  actorType: string
  actorId: string
  message: string
  messageType: string
  systemMessage: string
  referenceId: string
  parent?: { id: number }
}

/** One thing somebody said, and where. */
export interface Utterance {
  by: string
  token: string
  /** Stands in the text, so that an answer that repeats it can be told from all others. */
  key: string
  text: string
  /** 0 while the server has not taken it in. */
  id: number
  /** Whether the bot owes an answer. */
  expects: 'answer' | 'silence'
}

export interface PersonOptions {
  url: string
  id: string
  /** Login or app password. */
  password: string
  /** How long to wait before asking again a server that is in trouble. */
  againMs?: number
}

export interface TalkPerson {
  readonly id: string
  readonly said: Utterance[]
  openOneToOne(other: string): Promise<string>
  openGroup(name: string, ...others: string[]): Promise<string>
  /** Says something until the server has it, once: what may have arrived is looked for before it is said again. */
  say(token: string, text: string, manner?: { replyTo?: number; expects?: Utterance['expects'] }): Promise<Utterance>
  mention(token: string, who: string, text: string): Promise<Utterance>
  reply(token: string, to: number, text: string): Promise<Utterance>
  shareFile(token: string, name: string, bytes: string | Buffer, caption?: string): Promise<Utterance>
  edit(said: Utterance, text: string): Promise<void>
  remove(said: Utterance): Promise<void>
  react(token: string, id: number, emoji: string): Promise<void>
  invite(token: string, who: string): Promise<void>
  /** Throws somebody out of a room this person moderates. */
  expel(token: string, who: string): Promise<void>
  leave(token: string): Promise<void>
  join(token: string): Promise<void>
  rooms(): Promise<string[]>
  /** Everything in the room that this person can see, oldest first. */
  read(token: string): Promise<RoomMessage[]>
}

/** A refusal that saying it again does not heal. */
export class Refused extends Error {
  readonly status: number
  constructor(what: string, status: number) {
    super(`${what} was refused with ${status}`)
    this.status = status
  }
}

const talk = '/ocs/v2.php/apps/spreed/api'
const inTrouble = new Set([429, 500, 502, 503, 504])

export function createPerson({ url, id, password, againMs = 100 }: PersonOptions): TalkPerson {
  const said: Utterance[] = []
  const authorization = `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`

  /** One try: undefined when nobody can tell what became of it. */
  async function ask(method: string, path: string, body?: unknown): Promise<Response | undefined> {
    const isBytes = typeof body === 'string' || body instanceof Buffer
    const headers: Record<string, string> = {
      Authorization: authorization,
      Accept: 'application/json',
      'OCS-APIRequest': 'true',
    }
    if (body !== undefined && !isBytes) headers['Content-Type'] = 'application/json'
    const init: RequestInit = { method, headers, signal: AbortSignal.timeout(45_000) }
    if (body !== undefined) init.body = isBytes ? (body as string) : JSON.stringify(body)
    try {
      const response = await fetch(url + path, init)
      return inTrouble.has(response.status) ? undefined : response
    } catch {
      return undefined
    }
  }

  /** Until there is an answer; only for what may happen twice. */
  async function insist(method: string, path: string, body?: unknown): Promise<Response> {
    for (;;) {
      const response = await ask(method, path, body)
      if (response !== undefined) return response
      await pause(againMs)
    }
  }

  async function dataOf<T>(response: Response, what: string): Promise<T> {
    if (!response.ok) throw new Refused(what, response.status)
    const { ocs } = (await response.json()) as { ocs: { data: T } }
    return ocs.data
  }

  async function order(method: string, path: string, body?: unknown): Promise<void> {
    const response = await insist(method, path, body)
    if (!response.ok) throw new Refused(`${method} ${path}`, response.status)
  }

  /** Page by page until there is nothing newer. */
  async function read(token: string, after = 0): Promise<RoomMessage[]> {
    const all: RoomMessage[] = []
    for (let cursor = after; ; ) {
      const query = `lookIntoFuture=1&timeout=0&limit=200&setReadMarker=0&lastKnownMessageId=${cursor}`
      const response = await insist('GET', `${talk}/v1/chat/${token}?${query}`)
      if (response.status === 304) return all
      all.push(...(await dataOf<RoomMessage[]>(response, `reading ${token}`)))
      cursor = Number(response.headers.get('x-chat-last-given') ?? cursor)
    }
  }

  /** What stands among the newest of the room under a reference. */
  async function find(token: string, referenceId: string): Promise<number | undefined> {
    const response = await insist('GET', `${talk}/v1/chat/${token}?lookIntoFuture=0&limit=200&setReadMarker=0`)
    const newest = response.status === 304 ? [] : await dataOf<RoomMessage[]>(response, `reading ${token}`)
    return newest.find((message) => message.actorId === id && message.referenceId === referenceId)?.id
  }

  /** The id of a message that the server says it took in; nothing when its answer was lost on the way. */
  async function idOf(response: Response, what: string): Promise<number | undefined> {
    if (!response.ok) throw new Refused(what, response.status)
    return dataOf<{ id: number }>(response, what).then(
      (message) => message.id,
      () => undefined,
    )
  }

  /** Does something that must not happen twice, until the room has it, and notes under which id. */
  async function once(
    utterance: Utterance,
    referenceId: string,
    deed: () => Promise<number | undefined>,
  ): Promise<void> {
    while (utterance.id === 0) {
      utterance.id = (await deed()) ?? (await find(utterance.token, referenceId)) ?? 0
      if (utterance.id === 0) await pause(againMs)
    }
  }

  function begin(token: string, text: string, expects: Utterance['expects']): Utterance & { referenceId: string } {
    const key = `q${randomUUID().slice(0, 8)}`
    const utterance = { by: id, token, key, text: `${text} [${key}]`, id: 0, expects }
    said.push(utterance)
    return Object.assign(utterance, { referenceId: randomUUID().replaceAll('-', '') })
  }

  const say: TalkPerson['say'] = async (token, text, { replyTo, expects = 'answer' } = {}) => {
    const utterance = begin(token, text, expects)
    const { referenceId } = utterance
    const body = { message: utterance.text, referenceId, ...(replyTo === undefined ? {} : { replyTo }) }
    await once(utterance, referenceId, async () => {
      const response = await ask('POST', `${talk}/v1/chat/${token}`, body)
      return response && idOf(response, `"${utterance.text}" in ${token}`)
    })
    return utterance
  }

  async function attendee(token: string, who: string): Promise<number> {
    const response = await insist('GET', `${talk}/v4/room/${token}/participants`)
    const people = await dataOf<{ actorId: string; attendeeId: number }[]>(response, `who is in ${token}`)
    return people.find(({ actorId }) => actorId === who)?.attendeeId ?? 0
  }

  return {
    id,
    said,
    async openOneToOne(other) {
      const response = await insist('POST', `${talk}/v4/room`, { roomType: 1, invite: other })
      return (await dataOf<{ token: string }>(response, `a room with ${other}`)).token
    },
    async openGroup(name, ...others) {
      const response = await insist('POST', `${talk}/v4/room`, { roomType: 2, roomName: name })
      const { token } = await dataOf<{ token: string }>(response, `the room ${name}`)
      for (const other of others)
        await order('POST', `${talk}/v4/room/${token}/participants`, { newParticipant: other, source: 'users' })
      return token
    },
    say,
    mention: (token, who, text) => say(token, `@${who} ${text}`),
    reply: (token, to, text) => say(token, text, { replyTo: to }),
    async shareFile(token, name, bytes, caption = '') {
      const utterance = begin(token, caption, 'answer')
      const { referenceId } = utterance
      // The key stands in the name, because old servers drop what is written under a file.
      const path = `${utterance.key} ${name}`
      await order('PUT', `/remote.php/dav/files/${id}/${encodeURIComponent(path)}`, Buffer.from(bytes))
      const share = {
        shareType: 10,
        shareWith: token,
        path: `/${path}`,
        referenceId,
        talkMetaData: JSON.stringify({ messageType: 'comment', caption: utterance.text }),
      }
      await once(utterance, referenceId, async () => {
        const response = await ask('POST', '/ocs/v2.php/apps/files_sharing/api/v1/shares', share)
        if (response !== undefined && !response.ok) throw new Refused(`the file ${name}`, response.status)
        // What comes back is the share; the message has to be looked for.
        return undefined
      })
      return utterance
    },
    async edit(utterance, text) {
      utterance.text = `${text} [${utterance.key}]`
      await order('PUT', `${talk}/v1/chat/${utterance.token}/${utterance.id}`, { message: utterance.text })
    },
    async remove(utterance) {
      utterance.expects = 'silence'
      await order('DELETE', `${talk}/v1/chat/${utterance.token}/${utterance.id}`)
    },
    react: (token, message, reaction) => order('POST', `${talk}/v1/reaction/${token}/${message}`, { reaction }),
    invite: (token, who) =>
      order('POST', `${talk}/v4/room/${token}/participants`, { newParticipant: who, source: 'users' }),
    async expel(token, who) {
      await order('DELETE', `${talk}/v4/room/${token}/attendees?attendeeId=${await attendee(token, who)}`)
    },
    leave: (token) => order('DELETE', `${talk}/v4/room/${token}/participants/self`),
    join: (token) => order('POST', `${talk}/v4/room/${token}/participants/active`, {}),
    async rooms() {
      const response = await insist('GET', `${talk}/v4/room`)
      return (await dataOf<{ token: string }[]>(response, 'the list of rooms')).map(({ token }) => token)
    },
    read,
  }
}
