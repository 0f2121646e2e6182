import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRoot } from './dovecot-config.ts'
import { type PostfixRoads, postfixConfig, postfixServices, sentCopies } from './postfix-config.ts'
import { createServerProcess, freePorts, hasProgram } from './server-process.ts'

/** A real Postfix on loopback, with a configuration, a queue and a log of its own. */
export interface Postfix {
  port: number
  start(): Promise<void>
  stop(): Promise<void>
  close(): Promise<void>
  words(): string
}

/** It can be started by root alone; for anybody else what needs it is left out. */
export function hasPostfix(): boolean {
  return isRoot() && hasProgram('postfix')
}

export async function createPostfix(roads: Omit<PostfixRoads, 'port'>): Promise<Postfix> {
  const dir = mkdtempSync(join(tmpdir(), 'skein-postfix-'))
  const [port = 0] = await freePorts(1)
  const log = join(dir, 'log')
  for (const name of ['queue', 'data', 'etc']) mkdirSync(join(dir, name))
  // Its parts run as somebody of their own.
  chmodSync(dir, 0o755)
  spawnSync('chown', ['postfix', join(dir, 'data')])
  const etc = join(dir, 'etc')
  writeFileSync(join(etc, 'main.cf'), postfixConfig(dir, { ...roads, port }))
  writeFileSync(join(etc, 'master.cf'), postfixServices(port))
  writeFileSync(join(dir, 'sent'), sentCopies(roads.savesSentOf))
  const words = () => (existsSync(log) ? readFileSync(log, 'utf8').slice(-20_000) : '')
  // Makes the queue.
  spawnSync('postfix', ['-c', etc, 'check'])
  const server = createServerProcess('/usr/lib/postfix/sbin/master', ['-c', etc, '-d'], words)
  const start = () => server.start('127.0.0.1', port)
  await start()
  return {
    port,
    start,
    stop: server.stop,
    async close() {
      await server.stop()
      rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 })
    },
    words,
  }
}
