import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { redisAcl } from '../../../src/spawner/remote/redis-acl.ts'
import type { RedisSettings } from '../../../src/spawner/remote/redis-link.ts'
import { freePorts } from '../mail/server-process.ts'

/** The servers of this machine that runners can be connected with. Without any, the suites are left out loudly. */
export const redisServers = ['redis-server', 'valkey-server'].filter(
  (program) => spawnSync(program, ['--version']).status === 0,
)

/** A real server on a socket of its own, with a user that has only the rights of our documentation. */
export interface RedisPeer {
  settings: RedisSettings
  /** As its administrator. */
  admin(): Redis
  kill(): Promise<void>
  /** With everything it had, or empty. */
  start(): Promise<void>
  pause(ms: number): void
  remove(): Promise<void>
}

const PASSWORD = 'only-for-this-test'

export interface RedisOptions {
  program?: string
  /** With these it also listens on a port of loopback, with TLS. */
  tls?: { certFile: string; keyFile: string; authority: string }
}

export async function startRedis({
  program = redisServers[0] ?? 'redis-server',
  tls,
}: RedisOptions = {}): Promise<RedisPeer> {
  const dir = mkdtempSync(join(tmpdir(), 'skein-redis-'))
  const [port] = tls ? await freePorts(1) : []
  const socket = join(dir, 'redis.sock')
  const users = [`user admin on >${PASSWORD} ~* &* +@all`, 'user default off', redisAcl('skein', PASSWORD)]
  writeFileSync(join(dir, 'users.acl'), `${users.join('\n')}\n`)
  writeFileSync(
    join(dir, 'redis.conf'),
    [
      'port 0',
      ...(tls
        ? [
            'bind 127.0.0.1',
            `tls-port ${port}`,
            `tls-cert-file ${tls.certFile}`,
            `tls-key-file ${tls.keyFile}`,
            `tls-ca-cert-file ${tls.authority}`,
            'tls-auth-clients no',
          ]
        : []),
      `unixsocket ${socket}`,
      'unixsocketperm 700',
      `dir ${dir}`,
      'save ""',
      'appendonly no',
      'maxmemory 64mb',
      'maxmemory-policy noeviction',
      'logfile redis.log',
      `aclfile ${join(dir, 'users.acl')}`,
    ].join('\n'),
  )
  let server: ChildProcess | undefined
  const admins: Redis[] = []
  const connect = () =>
    new Redis({ path: socket, username: 'admin', password: PASSWORD, maxRetriesPerRequest: null }).on('error', () => {})

  async function start(): Promise<void> {
    server = spawn('setpriv', ['--pdeathsig', 'TERM', program, join(dir, 'redis.conf')], { stdio: 'ignore' })
    const admin = connect()
    await admin.ping()
    admin.disconnect()
  }

  async function kill(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    settings: {
      url: tls ? `rediss://127.0.0.1:${port}` : socket,
      username: 'skein',
      password: PASSWORD,
      ...(tls && { caFile: tls.authority }),
    },
    admin() {
      const admin = connect()
      admins.push(admin)
      return admin
    },
    kill,
    start,
    pause(ms) {
      server?.kill('SIGSTOP')
      setTimeout(() => server?.kill('SIGCONT'), ms)
    },
    async remove() {
      for (const admin of admins) admin.disconnect()
      await kill()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
