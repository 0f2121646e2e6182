import { createHash } from 'node:crypto'
import { PREFIX } from './redis-link.ts'

/** What BullMQ and our own messages need, and nothing else: no keys of others, no scripts of others, no settings. */
const commands = [
  'ping',
  'info',
  'client|setname',
  'evalsha',
  'eval',
  'get',
  'set',
  'mget',
  'del',
  'exists',
  'incr',
  'pexpire',
  'pttl',
  'expire',
  'hset',
  'hget',
  'hmget',
  'hmset',
  'hgetall',
  'hdel',
  'hexists',
  'hincrby',
  'hsetnx',
  'hkeys',
  'hlen',
  'lpush',
  'rpush',
  'lpop',
  'rpoplpush',
  'lrem',
  'llen',
  'lrange',
  'lindex',
  'lpos',
  'ltrim',
  'linsert',
  'sadd',
  'srem',
  'scard',
  'smembers',
  'sismember',
  'zadd',
  'zrem',
  'zcard',
  'zscore',
  'zrange',
  'zrangebyscore',
  'zrevrange',
  'zrevrangebyscore',
  'zremrangebyrank',
  'zremrangebyscore',
  'zpopmin',
  'bzpopmin',
  'zcount',
  'xadd',
  'xtrim',
  'xread',
  'xlen',
  'getdel',
]

/** The line of Redis's configuration that creates the user for the daemon and the runners. */
export function redisAcl(user: string, password: string): string {
  const rights = commands.map((command) => `+${command}`).join(' ')
  return `user ${user} on "#${hashOf(password)}" resetchannels -@all ~${PREFIX}:* ${rights}`
}

/** Redis needs only the hash, so the password does not appear in its configuration. */
function hashOf(password: string): string {
  return createHash('sha256').update(password).digest('hex')
}
