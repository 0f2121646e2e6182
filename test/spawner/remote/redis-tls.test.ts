import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openRedis, type RedisSettings } from '../../../src/spawner/remote/redis-link.ts'
import { describeRedisProblem } from '../../../src/spawner/remote/redis-problem.ts'
import { useRedisOnce } from '../../../src/spawner/remote/redis-state.ts'
import { type Authority, makeAuthority } from '../../peers/redis/authority.ts'
import { type RedisPeer, redisServers, startRedis } from '../../peers/redis/redis.ts'
import { createRunnerWorld, turnOf } from '../../support/runner-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

describe.skipIf(redisServers.length === 0)('Redis with TLS', () => {
  const dir = mkdtempSync(join(tmpdir(), 'skein-tls-'))
  let ours: Authority
  let redis: RedisPeer
  beforeAll(async () => {
    ours = makeAuthority(dir, 'ours')
    redis = await startRedis({ tls: { ...ours.sign('IP:127.0.0.1'), authority: ours.file } })
  })
  afterAll(async () => {
    await redis.remove()
    rmSync(dir, { recursive: true })
  })

  async function problemOf(change: Partial<RedisSettings>): Promise<unknown> {
    const settings = { ...redis.settings, ...change }
    return await useRedisOnce(settings, (client) => client.ping(), new AbortController().signal).catch(
      describeRedisProblem,
    )
  }
  const sentence = (text: string) => ({ en: expect.stringContaining(text) as string })

  test('carries turns if its certificate is signed by the authority in the configuration', async () => {
    expect(redis.settings.url).toMatch(/^rediss:/)
    expect(await problemOf({})).toBe('PONG')
    const world = await createRunnerWorld(redis, {
      attic: createScriptedBrain(() => [{ kind: 'done', text: 'Done.' }]),
    })
    onTestFinished(world.close)
    expect(await world.ask(turnOf({}))).toEqual([{ kind: 'done', text: 'Done.' }])
  })

  test('is refused if another authority signed its certificate, or nobody knows the authority', async () => {
    const { file } = makeAuthority(dir, 'another')
    expect(await problemOf({ caFile: file })).toMatchObject(sentence('signed by an authority that is not known here'))
    expect(await problemOf({ caFile: undefined })).toMatchObject(sentence('[runners] ca_file'))
  })

  test('is refused if its certificate is for another name', async () => {
    const other = await startRedis({ tls: { ...ours.sign('DNS:other.test'), authority: ours.file } })
    onTestFinished(other.remove)
    expect(await problemOf({ url: other.settings.url })).toMatchObject(sentence('its certificate is for another name'))
  })

  test('is missed where nothing speaks TLS, or nothing answers at all', async () => {
    const server = createServer((socket) => socket.resume().end('-ERR this is no TLS\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `rediss://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await problemOf({ url })).toMatchObject(sentence('it does not use TLS at this port'))
    await new Promise((resolve) => server.close(resolve))
    expect(await problemOf({ url })).toMatchObject(sentence('nothing answers at the address'))
  })

  test('says that the password is wrong', async () => {
    expect(await problemOf({ password: 'wrong' })).toMatchObject(
      sentence('does not accept the user name or the password'),
    )
  })

  test('is not tried without the certificate that the configuration names', () => {
    const missing = join(dir, 'missing.pem')
    expect(() => openRedis({ ...redis.settings, caFile: missing }, () => {})).toThrow(
      `[runners] ca_file: ${missing} cannot be read.`,
    )
  })
})
