import type { ApiResult } from '../../../api.ts'
import type { Replied, ThreadLine, UploadedFile } from '../../../wire/wire.ts'

/**
 * Messages that may not have reached the daemon yet. They are kept across reloads, and each keeps its key for every
 * retry.
 */
export interface Outgoing {
  list(): Unsent[]
  say(
    chat: string,
    said: Pick<Unsent, 'text' | 'files' | 'spoken'> & { replyTo?: Replied | undefined; replaces?: number | undefined },
  ): void
  /** The daemon has stored this message. */
  settle(key: string): void
  /** Drops a message that was refused. */
  discard(key: string): void
  /** Tries again at once. */
  wake(): void
}

export interface Unsent {
  key: string
  chat: string
  text: string
  files?: UploadedFile[]
  replyTo?: Replied
  /** The stored message that it takes the place of. */
  replaces?: number
  /** Some of it was dictated. */
  spoken?: true
  at: number
  /** Why it is not retried. */
  refused?: string
  /** Why the last attempt failed. */
  failed?: string
}

interface MessageStorage {
  readonly length: number
  key: (at: number) => string | null
  getItem: (name: string) => string | null
  setItem: (name: string, value: string) => void
  removeItem: (name: string) => void
}

export interface OutgoingDeps {
  storage: MessageStorage
  post: (line: Unsent) => Promise<ApiResult<{ line?: ThreadLine }>>
  stored: (line: ThreadLine) => void
  changed: () => void
  makeKey: () => string
  now: () => number
}

const prefix = 'skein.unsent.'
const MAX_RETRY_WAIT_MS = 15_000

export function createOutgoing({ storage, post, stored, changed, makeKey, now }: OutgoingDeps): Outgoing {
  const unsent = new Map(readAll(storage).map((line) => [line.key, line]))
  let isSending = false
  let wakeUp = () => {}

  /** Sends one message at a time, in order. */
  async function sendAll(): Promise<void> {
    if (isSending) return wakeUp()
    isSending = true
    for (let failures = 0; ; ) {
      const line = [...unsent.values()].find(({ refused }) => refused === undefined)
      if (!line) break
      const answer = await post(line)
      if (!unsent.has(line.key)) continue
      if (answer.status === 'signed-out') break
      if (answer.status === 'later') {
        unsent.set(line.key, { ...line, failed: answer.error })
        changed()
        await wait(Math.min(1000 * 2 ** failures++, MAX_RETRY_WAIT_MS))
        continue
      }
      failures = 0
      if (answer.status === 'refused') unsent.set(line.key, { ...line, refused: answer.error })
      else settle(line.key)
      if (answer.status === 'ok' && answer.value.line) stored(answer.value.line)
      changed()
    }
    isSending = false
  }

  function wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function settle(key: string): void {
    unsent.delete(key)
    storage.removeItem(prefix + key)
  }

  return {
    list: () => [...unsent.values()],
    say(chat, { text, files = [], replyTo, replaces, spoken }) {
      const optionalFields = {
        ...(files.length > 0 && { files }),
        ...(replyTo && { replyTo }),
        ...(replaces !== undefined && { replaces }),
        ...(spoken && { spoken }),
      }
      const line = { key: makeKey(), chat, text, ...optionalFields, at: now() }
      unsent.set(line.key, line)
      store(storage, line)
      changed()
      void sendAll()
    },
    settle,
    discard(key) {
      settle(key)
      changed()
    },
    wake: () => void sendAll(),
  }
}

/** One storage item per message, so that two open pages never overwrite each other. */
function store(storage: MessageStorage, line: Unsent): void {
  try {
    storage.setItem(prefix + line.key, JSON.stringify(line))
  } catch {
    // The storage is full or forbidden. The message lives as long as the page.
  }
}

function readAll(storage: MessageStorage): Unsent[] {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
  const lines = names
    .filter((name) => name.startsWith(prefix))
    .map((name) => JSON.parse(storage.getItem(name) ?? 'null') as Unsent | null)
    .filter((line) => line !== null)
  return lines.sort((a, b) => a.at - b.at)
}
