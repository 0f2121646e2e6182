import { Redis } from 'ioredis'
import { PREFIX, type RedisSettings, redisOptions } from './redis-link.ts'

/** What the doctor wants to know about Redis or Valkey. */
export interface RedisState {
  server: 'Redis' | 'Valkey'
  version: string
  evictionPolicy: string
  usedBytes: number
  /** 0 without a limit. */
  maxBytes: number
  /** Redis then refuses everything that changes something. */
  saveFailed: boolean
  /** What our user may not do, although we need it. */
  missingRights: string[]
  /** What our user may do, although we do not need it. */
  needlessRights: string[]
}

const CONNECT_MS = 5_000

/** Nothing with this name exists, so none of the trials changes anything. */
const trialKey = `${PREFIX}:doctor`
const needed = [
  ...['exists', 'get', 'getdel', 'del', 'llen', 'zcard', 'scard', 'smembers', 'hgetall'].map((name) => [
    name,
    trialKey,
  ]),
  ['eval', 'return 1', '0'],
]
const needless = [
  ['config', 'get', 'maxmemory'],
  ['exists', 'doctor'],
]

/** Throws why Redis cannot be asked. */
export async function readRedisState(settings: RedisSettings, signal: AbortSignal): Promise<RedisState> {
  return await useRedisOnce(
    settings,
    async (redis) => {
      const value = readInfo(await redis.info())
      return {
        server: value('server_name') === 'valkey' ? 'Valkey' : 'Redis',
        version: value('valkey_version') ?? value('redis_version') ?? '',
        evictionPolicy: value('maxmemory_policy') ?? '',
        usedBytes: Number(value('used_memory')),
        maxBytes: Number(value('maxmemory')),
        saveFailed: value('rdb_last_bgsave_status') === 'err' || value('aof_last_write_status') === 'err',
        missingRights: (await refusedOf(redis, needed)).map(([name = '']) => name),
        needlessRights: await allowedOf(redis, needless),
      }
    },
    signal,
  )
}

/** Over a connection that does not wait for Redis to come back. Throws why it could not be opened. */
export async function useRedisOnce<T>(
  settings: RedisSettings,
  use: (redis: Redis) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const options = { ...redisOptions(settings), lazyConnect: true, connectTimeout: CONNECT_MS, maxRetriesPerRequest: 0 }
  const redis = new Redis({ ...options, retryStrategy: () => null })
  let problem: Error | undefined
  redis.on('error', (error: Error) => {
    problem ??= error
  })
  const stop = () => redis.disconnect()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await redis.connect()
    return await use(redis)
  } catch (error) {
    throw problem ?? error
  } finally {
    signal.removeEventListener('abort', stop)
    redis.disconnect()
  }
}

async function refusedOf(redis: Redis, trials: string[][]): Promise<string[][]> {
  const answers = await redis.pipeline(trials).exec()
  return trials.filter((_, at) => answers?.[at]?.[0]?.message.startsWith('NOPERM'))
}

async function allowedOf(redis: Redis, trials: string[][]): Promise<string[]> {
  const refused = await refusedOf(redis, trials)
  return trials.filter((trial) => !refused.includes(trial)).map((trial) => trial.join(' '))
}

function readInfo(text: string): (name: string) => string | undefined {
  const values = new Map(
    text.split('\r\n').map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1)] as const
    }),
  )
  return (name) => values.get(name)
}
