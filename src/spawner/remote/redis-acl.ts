import { createHash } from 'node:crypto'
import { PREFIX } from './redis-link.ts'

/**
 * What BullMQ and our own messages use, and nothing else: no keys of others, no scripts of others, no settings. A test
 * counts what a whole scenario uses, and docs/operating.md has the same list.
 */
export const redisCommands = [
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
  'hset',
  'hget',
  'hmget',
  'hmset',
  'hgetall',
  'hincrby',
  'lpush',
  'rpush',
  'rpoplpush',
  'lrem',
  'llen',
  'lrange',
  'sadd',
  'srem',
  'scard',
  'smembers',
  'zadd',
  'zcard',
  'zscore',
  'zrange',
  'zrangebyscore',
  'zpopmin',
  'bzpopmin',
  'xadd',
  'xtrim',
  'xread',
  'getdel',
]

/** The line of Redis's ACL file that creates the user for the daemon and the runners. Quotes are not allowed there. */
export function redisAcl(user: string, password: string): string {
  const rights = redisCommands.map((command) => `+${command}`).join(' ')
  return `user ${user} on #${hashOf(password)} resetchannels -@all ~${PREFIX}:* ${rights}`
}

/** Redis needs only the hash, so the password does not appear in its configuration. */
function hashOf(password: string): string {
  return createHash('sha256').update(password).digest('hex')
}
