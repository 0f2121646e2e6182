import { spawn } from 'node:child_process'
import { sleep } from '../../src/lib/time/timers.ts'
import type { Build } from './build.ts'
import type { DaemonPeer } from './daemon.ts'

/** What a test asks a running daemon for, whatever stands at its side. */
export interface DaemonTools {
  /** What the owner reads on the page. */
  notices(): string[]
  query(sql: string, ...values: unknown[]): unknown[]
  /** Resolves when everything that was asked is answered and delivered: in a group a draft is a message too. */
  quiet(): Promise<void>
  /** Runs a command of the program beside it. */
  skein(...args: string[]): Promise<{ code: number | null; out: string; err: string }>
}

const busy = `SELECT (SELECT count(*) FROM task WHERE finished_at IS NULL) +
  (SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending', 'retry', 'unknown'))`

/** `now` is the daemon of the moment: it may be another one after a restart, on the same data. */
export function createDaemonTools(build: Build, now: () => DaemonPeer): DaemonTools {
  const query: DaemonTools['query'] = (sql, ...values) => now().query(sql, ...values)

  return {
    notices: () => query("SELECT text FROM message WHERE chat = 'web:notices' ORDER BY id") as string[],
    query,
    async quiet() {
      const { signal } = new AbortController()
      while (query(busy)[0] !== 0) await sleep(30, signal)
    },
    skein(...args) {
      const { data, config } = now()
      const child = spawn(process.execPath, [build.main, '--data', data, '--config', config, ...args], {
        env: { PATH: process.env.PATH, HOME: '/nonexistent' },
      })
      const said = { out: '', err: '' }
      child.stdout.on('data', (chunk) => (said.out += String(chunk)))
      child.stderr.on('data', (chunk) => (said.err += String(chunk)))
      return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })))
    },
  }
}
