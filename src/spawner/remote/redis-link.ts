import { readFileSync } from 'node:fs'
import type { RedisOptions } from 'bullmq'
import { Redis } from 'ioredis'
import { ConfigError } from '../../domain/errors.ts'
import { runnerMessages } from '../../messages/runner-messages.ts'

/** Where Redis is, and as whom we sign in there. */
export interface RedisSettings {
  /** `rediss://host:6379`, `redis://…`, or the path of a socket. */
  url: string
  username?: string | undefined
  password?: string | undefined
  /** The certificate of the authority that signed the server's. */
  caFile?: string | undefined
}

/** All keys begin with this, and the ACL allows no others. */
export const PREFIX = 'skein'
/** Older messages are dropped if nobody reads them; the reader notices the gap. */
const MAX_STREAM_LENGTH = 5_000
const READ_COUNT = 200
/** Pieces of large files that were read are removed, so that a file may be larger than the memory of Redis. */
const TRIM_AFTER_BYTES = 1024 * 1024
/** Before the first entry of every stream. */
const START = '0'
/** An entry that belongs to nobody. */
const NOTHING = ['f', '', 'd', ''] as const
/** A read that takes this much longer than it should hangs, because Redis is away. */
const LATE_MS = 1000
/** A connection on which nothing comes back for this long is replaced. BullMQ waits at most ten seconds for tickets. */
const SILENT_SOCKET_MS = 15_000

/** A message in a stream, with its sender's name for the line. */
export interface Entry {
  from: string
  frame: Buffer
}

/** Our connections to one Redis. Commands wait while it is away. */
export interface RedisLink {
  readonly redis: Redis
  /** For BullMQ, which opens connections of its own. */
  readonly options: RedisOptions
  /** Creates a stream, and returns where it begins. It expires if nobody reads it. */
  open(stream: string, lifeMs: number): Promise<string>
  /** Returns false if the stream does not exist any more. Only its reader creates it, so nothing is left behind. */
  send(stream: string, entry: Entry): Promise<boolean>
  /** Removes the stream, and lets whoever reads it notice at once. */
  finish(stream: string): Promise<void>
  /**
   * Yields what arrives in the stream, undefined whenever nothing did for a while, and 'gone' while the stream does not
   * exist. Ends with the signal.
   */
  read(stream: string, options: ReadOptions, signal: AbortSignal): AsyncIterable<Entry | 'gone' | undefined>
  close(): Promise<void>
}

export interface ReadOptions {
  /** Where to begin; the start of the stream unless it is given. */
  after?: string
  waitMs: number
  /** How long the stream still exists when it is not read any more. */
  lifeMs: number
}

/** Longer than both sides need to notice that the other one is gone. */
export function streamLifeMs(beatMs: number): number {
  return beatMs * 10
}

export function openRedis(settings: RedisSettings, onError: (error: Error) => void): RedisLink {
  const options = redisOptions(settings)
  const open = () => new Redis({ ...options }).on('error', onError)
  const redis = open()
  // A read blocks its connection, so each reader has one; they are used again, because opening one takes a millisecond.
  const idle: Redis[] = []
  const readers = new Set<Redis>()
  const takeReader = () => {
    const reader = idle.pop() ?? open()
    readers.add(reader)
    return reader
  }
  const dropReader = (reader: Redis) => {
    readers.delete(reader)
    reader.disconnect()
  }

  return {
    redis,
    options,
    async open(stream, lifeMs) {
      const created = redis.xadd(stream, '*', ...NOTHING)
      const [start] = await Promise.all([created, redis.pexpire(stream, lifeMs)])
      return start ?? START
    },
    async send(stream, { from, frame }) {
      const limit = ['NOMKSTREAM', 'MAXLEN', '~', MAX_STREAM_LENGTH] as const
      return (await redis.xadd(stream, ...limit, '*', 'f', from, 'd', frame)) !== null
    },
    async finish(stream) {
      await redis
        .pipeline()
        .xadd(stream, '*', ...NOTHING)
        .del(stream)
        .exec()
    },
    async *read(stream, { after = START, waitMs, lifeMs }, signal) {
      let reader = takeReader()
      let last = after
      let isBlocked = false
      let untrimmedBytes = 0
      // While messages arrive, their stream is kept alive only now and then. No read takes longer than its wait.
      let unkeptMs = lifeMs
      try {
        while (!signal.aborted) {
          isBlocked = true
          const late = startTimer(waitMs + LATE_MS, signal)
          const isDue = unkeptMs + waitMs > lifeMs / 3
          // On the same connection, so it is done before the read.
          const kept = isDue ? reader.pexpire(stream, lifeMs).catch(() => undefined) : 1
          unkeptMs = isDue ? 0 : unkeptMs + waitMs
          const batch = await Promise.race([readBatch(reader, stream, last, waitMs), late.over])
          isBlocked = batch === undefined
          late.cancel()
          if (isBlocked && !signal.aborted) {
            // The idle connections may be just as dead.
            for (const one of [reader, ...idle.splice(0)]) dropReader(one)
            reader = takeReader()
          }
          last = batch?.at(-1)?.id ?? last
          const entries = (batch ?? []).filter(({ from }) => from !== '')
          if (entries.length === 0) {
            unkeptMs = lifeMs
            yield batch && (await kept) === 0 ? 'gone' : undefined
          }
          for (const { from, frame } of entries) {
            untrimmedBytes += frame.length
            yield { from, frame }
          }
          if (untrimmedBytes < TRIM_AFTER_BYTES) continue
          untrimmedBytes = 0
          redis.xtrim(stream, 'MINID', last).catch(() => {})
        }
      } finally {
        if (isBlocked || reader.status !== 'ready') dropReader(reader)
        else {
          readers.delete(reader)
          idle.push(reader)
        }
      }
    },
    async close() {
      for (const one of [redis, ...idle, ...readers]) one.disconnect()
    },
  }
}

/** Is over after the time or with the signal. A signal of its own for each read would cost more than the read. */
function startTimer(afterMs: number, signal: AbortSignal) {
  let end = () => {}
  const over = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined)
  })
  const timer = setTimeout(end, afterMs)
  signal.addEventListener('abort', end)
  const cancel = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
  return { over, cancel }
}

async function readBatch(
  reader: Redis,
  stream: string,
  after: string,
  waitMs: number,
): Promise<(Entry & { id: string })[]> {
  const answer = await reader
    .xreadBuffer('COUNT', READ_COUNT, 'BLOCK', waitMs, 'STREAMS', stream, after)
    // The connection broke, and the next read waits for a new one.
    .catch(() => null)
  const entries = (answer?.[0]?.[1] ?? []) as unknown as [Buffer, Buffer[]][]
  return entries.flatMap(([id, fields]) => {
    const [, from, , frame] = fields
    return from && frame ? [{ id: id.toString(), from: from.toString(), frame }] : []
  })
}

export function redisOptions({ url, username, password, caFile }: RedisSettings): RedisOptions {
  const isSocket = url.startsWith('/')
  const { hostname, port, pathname, protocol } = new URL(isSocket ? 'redis://localhost' : url)
  const place = isSocket
    ? { path: url }
    : { host: hostname, port: Number(port || 6379), db: Number(pathname.slice(1) || 0) }
  const tls = protocol === 'rediss:' ? { tls: caFile === undefined ? {} : { ca: readAuthority(caFile) } } : {}
  return {
    ...place,
    ...tls,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    connectionName: PREFIX,
    disableClientInfo: true,
    // A network that drops everything silently would otherwise be noticed only after many minutes.
    socketTimeout: SILENT_SOCKET_MS,
    // Nothing is given up while Redis restarts; our own time limits decide.
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) => Math.min(50 * times, 1000),
    // After a failover the old master only reads.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  }
}

function readAuthority(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new ConfigError(runnerMessages.noAuthority(file), { cause })
  }
}

/** The names of our keys. */
export const keys = {
  toDaemon: (turn: string) => `${PREFIX}:turn:${turn}:up`,
  toRunner: (turn: string, nonce: string) => `${PREFIX}:turn:${turn}:down:${nonce}`,
  beatOfRunner: (runner: string) => `${PREFIX}:beat:${runner}:up`,
  beatOfDaemon: (runner: string) => `${PREFIX}:beat:${runner}:down`,
  joinRequest: (place: string) => `${PREFIX}:join:${place}`,
  joinAnswer: (place: string) => `${PREFIX}:joined:${place}`,
}

/** The queue for all runners, or the one of a single runner. */
export function queueName(runner?: string): string {
  return runner === undefined ? 'turns' : `turns-${runner}`
}
