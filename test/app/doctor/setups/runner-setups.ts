import { mkdirSync, rmdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { ReportedRunner } from '../../../../src/tasks/reports/runner-report.ts'
import { startRedis } from '../../../peers/redis/redis.ts'
import { type BrokenSetup, type Patient, running } from '../patient.ts'

const attic: ReportedRunner = {
  name: 'attic',
  pairedAt: new Date(0),
  state: 'ready',
  seenMs: 1000,
  beat: { host: 'tower', version: '1.2.3', places: 4, free: 4, memoryMb: 512, sessions: 0, brains: ['claude'] },
}

async function redis({ configure }: Patient) {
  const peer = await startRedis()
  onTestFinished(() => peer.remove())
  const { url, username, password } = peer.settings
  const use = (other = url) =>
    configure(`[runners]\nurl = "${other}"\nusername = "${username}"\npassword = "${password}"\n`)
  use()
  const admin = peer.admin()
  const bytesUsed = async () => Number(/used_memory:(\d+)/.exec(await admin.info('memory'))?.[1])
  const save = async (status: 'ok' | 'err') => {
    await admin.bgsave()
    await expect.poll(() => admin.info('persistence')).toContain(`rdb_last_bgsave_status:${status}`)
    await expect.poll(() => admin.info('persistence')).toContain('rdb_bgsave_in_progress:0')
  }
  return { admin, use, bytesUsed, save, dir: dirname(url) }
}

/** Answers every command, as Redis 6 would. */
async function oldRedis(): Promise<string> {
  const info = 'redis_version:6.0.16\r\nmaxmemory_policy:noeviction\r\n'
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      for (const [command] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n\w+/g))
        socket.write(command.toLowerCase().endsWith('info') ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `redis://127.0.0.1:${(server.address() as { port: number }).port}`
}

type Heal = () => unknown

/** Each returns what heals it, because both need the same server. */
const broken: [BrokenSetup['id'], (patient: Patient) => Promise<Heal>][] = [
  [
    'runners.redis',
    async (patient) => {
      const { use, dir } = await redis(patient)
      use(join(dir, 'no-such-socket'))
      return () => use()
    },
  ],
  [
    'runners.redis',
    async (patient) => {
      const { admin } = await redis(patient)
      await admin.acl('SETUSER', 'skein', 'off')
      return async () => await admin.acl('SETUSER', 'skein', 'on')
    },
  ],
  [
    'runners.redis-version',
    async (patient) => {
      const { use } = await redis(patient)
      use(await oldRedis())
      return () => use()
    },
  ],
  [
    'runners.eviction',
    async (patient) => {
      const { admin } = await redis(patient)
      await admin.config('SET', 'maxmemory-policy', 'allkeys-lru')
      return async () => await admin.config('SET', 'maxmemory-policy', 'noeviction')
    },
  ],
  [
    'runners.redis-memory',
    async (patient) => {
      const { admin, bytesUsed } = await redis(patient)
      await admin.config('SET', 'maxmemory', Math.round((await bytesUsed()) * 1.1))
      return async () => await admin.config('SET', 'maxmemory', '64mb')
    },
  ],
  [
    'runners.persistence',
    async (patient) => {
      const { dir, save } = await redis(patient)
      mkdirSync(join(dir, 'dump.rdb'))
      await save('err')
      return async () => {
        rmdirSync(join(dir, 'dump.rdb'))
        await save('ok')
      }
    },
  ],
  ...(['llen', 'eval'] as const).map((command): (typeof broken)[number] => [
    'runners.rights',
    async (patient) => {
      const { admin } = await redis(patient)
      await admin.acl('SETUSER', 'skein', `-${command}`)
      return async () => await admin.acl('SETUSER', 'skein', `+${command}`)
    },
  ]),
  [
    'runners.rights',
    async (patient) => {
      const { admin } = await redis(patient)
      await admin.acl('SETUSER', 'skein', '+config')
      return async () => await admin.acl('SETUSER', 'skein', '-config')
    },
  ],
  ...[
    ...(['gone', 'resting', 'other-version'] as const).map((state) => [attic, { ...attic, name: 'cellar', state }]),
    [attic, { ...attic, name: 'cellar', beat: attic.beat && { ...attic.beat, version: '0.9.0' } }],
    [],
  ].map((runners: ReportedRunner[]): (typeof broken)[number] => [
    'runners.each',
    async (patient) => {
      patient.daemon = { ...running, runners }
      return () => void (patient.daemon = { ...running, runners: [attic] })
    },
  ]),
]

export const runnerSetups = broken.map(([id, breaks]): BrokenSetup => {
  let heal: Heal | undefined
  return {
    id,
    async breaks(patient) {
      heal = await breaks(patient)
    },
    async heals() {
      await heal?.()
    },
  }
})
