import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Build, createBuild } from '../../peers/build.ts'
import { startAnthropic } from '../../peers/providers/anthropic-api.ts'
import { startOllama } from '../../peers/providers/ollama-api.ts'
import { startOpenAi } from '../../peers/providers/openai-api.ts'
import { fails, says } from '../../peers/providers/script.ts'
import type { FakeProvider } from '../../peers/providers/scripted-server.ts'

let build: Build
let folder: string
beforeAll(() => {
  build = createBuild()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-setup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

const KEY = 'sk-canary-4711'
const config = () => readFileSync(join(folder, 'config.toml'), 'utf8')

async function skein(...args: string[]) {
  const place = ['--data', join(folder, 'data'), '--config', join(folder, 'config.toml')]
  const child = spawn(process.execPath, [build.main, ...place, ...args], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => void (said.out += String(chunk)))
  child.stderr.on('data', (chunk) => void (said.err += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...said }
}

function keyFile(): string {
  const file = join(folder, 'key')
  writeFileSync(file, `${KEY}\n`, { mode: 0o600 })
  return file
}

async function serving<P extends FakeProvider>(starting: Promise<P>): Promise<P> {
  const api = await starting
  onTestFinished(() => api.close())
  return api
}

test('asks a provider of OpenAI’s kind one thing and writes its table, its key in a file, and who answers', async () => {
  const api = await serving(startOpenAi({ key: KEY, models: ['grain-7'] }, says('OK')))
  writeFileSync(join(folder, 'config.toml'), '# mine\n[owner]\nname = "Ana" # me\n')
  const where = ['--kind', 'openai-compatible', '--url', `${api.url}/v1`, '--api-key-file', keyFile()]
  const { code, out, err } = await skein(
    '--json',
    'setup',
    'brain',
    ...where,
    '--model',
    'grain-7',
    '--yes',
    '--default',
  )
  expect([code, err]).toEqual([0, expect.stringContaining('It answers: "OK"')])
  expect(JSON.parse(out)).toMatchObject({ name: 'local', kind: 'openai-compatible', model: 'grain-7', default: true })
  const kept = join(folder, 'data/provider-local-key')
  expect(config()).toBe(
    `# mine\n[owner]\nname = "Ana" # me\n\n[providers.local]\nkind = "openai-compatible"\nbase_url = "${api.url}/v1"\napi_key = "file:${kept}"\n\n[providers.local.models]\ngeneral = "grain-7"\n\n[brain]\ndefault = "local"\n`,
  )
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, 'config.toml.bak'), 'utf8')).toBe('# mine\n[owner]\nname = "Ana" # me\n')
  expect(out + err).not.toContain(KEY)
  const doctor = await skein('doctor', '--all')
  expect(doctor.out).toContain('ok    provider local: reachable, with the model grain-7')
  await api.down()
  const later = await skein('doctor')
  expect(later.code).toBe(1)
  expect(later.out).toMatch(/bad {3}provider local: local does not answer at/)
})

test('a key that is refused, a model that is not there and a call that fails change nothing', async () => {
  const api = await serving(startAnthropic({ key: KEY, models: ['large-1'] }, fails(529, 'Overloaded')))
  const where = ['setup', 'brain', '--kind', 'anthropic', '--url', api.url, '--api-key-file']
  const wrong = join(folder, 'wrong')
  writeFileSync(wrong, 'sk-wrong', { mode: 0o600 })
  const refused = await skein(...where, wrong, '--model', 'large-1', '--yes')
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('anthropic did not accept the key.')])
  const absent = await skein(...where, keyFile(), '--model', 'small-1', '--yes')
  expect([absent.code, absent.out]).toEqual([1, expect.stringContaining('does not have the model "small-1"')])
  const failing = await skein(...where, keyFile(), '--model', 'large-1', '--yes')
  expect([failing.code, failing.out]).toEqual([1, expect.stringContaining('Nothing was changed.')])
  expect(existsSync(join(folder, 'data', 'provider-anthropic-key'))).toBe(false)
  expect(readdirSync(folder).filter((name) => name.startsWith('config'))).toEqual([])
})

test('Ollama wants no key, and what else its table says stays', async () => {
  const api = await serving(startOllama({ models: ['qwen3:8b', 'qwen3:32b'] }, says('OK')))
  const where = ['setup', 'brain', '--kind', 'ollama', '--url', api.url, '--name', 'home']
  expect((await skein(...where, '--model', 'qwen3:8b')).code).toBe(0)
  writeFileSync(join(folder, 'config.toml'), config().replace('[providers.home]', '[providers.home]\nwindow = 8000'))
  const { code, out } = await skein(...where, '--model', 'qwen3:32b')
  expect([code, out]).toEqual([0, expect.stringContaining('Use /brain home to choose it in a chat')])
  expect(config()).toContain('window = 8000')
  expect(config()).toContain('general = "qwen3:32b"')
  expect(config()).not.toContain('qwen3:8b')
  expect(api.requests).toEqual([])
})

test('says what it still wants to know', async () => {
  expect(await skein('setup', 'brain')).toMatchObject({ code: 64, err: expect.stringContaining('--kind with one of') })
  expect(await skein('setup', 'brain', '--kind', 'openrouter', '--model', 'maker/large')).toMatchObject({
    code: 64,
    err: expect.stringContaining('--api-key-file FILE'),
  })
})
