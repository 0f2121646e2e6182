import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Build, createBuild } from '../../peers/build.ts'
import { type MessagesApi, startMessagesApi } from '../../peers/messages-api.ts'
import { finished, type Ran } from '../../peers/ran.ts'
import { findRealClaude } from '../../spawner/claude/real-cli.ts'

const real = findRealClaude()
const KEY = 'sk-ant-api03-canary-41c7d2'
const TOKEN = 'sk-ant-oat01-canary-99e0b1'

let build: Build
let folder: string
let config: string
let data: string

beforeAll(() => {
  build = createBuild()
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-setup-'))
  config = join(folder, 'etc', 'config.toml')
  data = join(folder, 'data')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

function write(name: string, text: string, mode = 0o600): string {
  const file = join(folder, name)
  writeFileSync(file, text, { mode })
  return file
}

/** As much of the CLI as the set-up meets: a version, and a sign-in that wants a code. */
function fakeCli(): string {
  const file = write(
    'claude',
    `#!/bin/sh
case "$*" in
  --version) echo "2.1.325 (Claude Code)" ;;
  "auth login")
    [ -z "$ANTHROPIC_API_KEY$CLAUDE_CODE_OAUTH_TOKEN" ] || exit 9
    printf 'visit https://example.invalid\\nPaste code > '
    read -r code
    [ "$code" = good ] || { echo "Login failed"; exit 1; }
    echo '{}' > "$CLAUDE_CONFIG_DIR/.credentials.json" ;;
  *) exit 64 ;;
esac
`,
  )
  chmodSync(file, 0o700)
  return file
}

function setup(args: string[], input = ''): Promise<Ran> {
  const child = spawn(process.execPath, [build.main, '--config', config, '--data', data, 'setup', 'claude', ...args], {
    env: { PATH: process.env.PATH, HOME: folder },
  })
  child.stdin.end(input)
  return finished(child)
}

function writeConfig(text: string): void {
  rmSync(join(folder, 'etc'), { recursive: true, force: true })
  config = write('config.toml', text)
}

describe('with a CLI that is there', () => {
  test('a key from a file goes into a file of its own, named by the configuration', async () => {
    writeConfig(`# mine\n[brain.claude]\ncommand = "${fakeCli()}"\noauth_token = "old-token-1234"\n\n[web]\nport = 9\n`)
    const { code, out, err } = await setup(['--api-key-file', write('k', `${KEY}\n`), '--json'])
    expect(code, err).toBe(0)
    const saved = join(data, 'claude-api-key')
    expect(JSON.parse(out)).toEqual({ credential: 'api_key', config, backup: `${config}.bak` })
    expect(readFileSync(config, 'utf8')).toBe(
      `# mine\n[brain.claude]\ncommand = "${join(folder, 'claude')}"\napi_key = "file:${saved}"\n\n[web]\nport = 9\n`,
    )
    expect(readFileSync(saved, 'utf8')).toBe(`${KEY}\n`)
    expect(statSync(saved).mode & 0o777).toBe(0o600)
    expect(out + err).not.toContain(KEY)
  })

  test('what cannot be a key is refused before anything is saved, and never repeated', async () => {
    writeConfig(`[brain.claude]\ncommand = "${fakeCli()}"\n`)
    const { code, out, err } = await setup(['--api-key-file', write('k', TOKEN)])
    expect({ code, err }).toMatchObject({ code: 64, err: expect.stringContaining('--oauth-token-file') })
    expect(out + err).not.toContain('canary')
    expect(existsSync(data)).toBe(false)
  })

  test('a broken old credential does not stand in the way of a new one', async () => {
    writeConfig(`[brain.claude]\ncommand = "${fakeCli()}"\napi_key = "file:gone"\n`)
    const { code, out } = await setup(['--oauth-token-file', write('t', TOKEN)])
    expect(code).toBe(0)
    expect(readFileSync(config, 'utf8')).toContain(`oauth_token = "file:${join(data, 'claude-oauth-token')}"`)
    expect(out).toContain('Restart Skein to apply.')
  })

  test('a sign-in goes into the folder of our own, and takes the place of a key', async () => {
    writeConfig(`[brain.claude]\ncommand = "${fakeCli()}"\napi_key = "old-key-12345"\n`)
    const { code, out } = await setup(['--login'], 'good\n')
    expect(code).toBe(0)
    expect(out).toMatch(/visit https:.*Paste code > .*Signed in\./s)
    expect(existsSync(join(data, 'claude', '.credentials.json'))).toBe(true)
    expect(readFileSync(config, 'utf8')).not.toContain('api_key')
  })

  test('a sign-in that fails changes nothing and can be tried again', async () => {
    writeConfig(`[brain.claude]\ncommand = "${fakeCli()}"\napi_key = "old-key-12345"\n`)
    const before = readFileSync(config, 'utf8')
    expect(await setup(['--login'], 'bad\n')).toMatchObject({
      code: 75,
      err: expect.stringContaining('The sign-in was not completed.'),
    })
    expect(readFileSync(config, 'utf8')).toBe(before)
  })

  test('without a terminal it wants to be told how, and only one way', async () => {
    writeConfig(`[brain.claude]\ncommand = "${fakeCli()}"\n`)
    expect(await setup([])).toMatchObject({ code: 64, err: expect.stringContaining('--login') })
    expect((await setup(['--login', '--api-key-file', 'x'])).code).toBe(64)
    expect(await setup(['--api-key-file', write('empty', '\n')])).toMatchObject({
      code: 64,
      err: expect.stringContaining('empty'),
    })
    expect(existsSync(`${config}.bak`)).toBe(false)
  })

  test('at a terminal the pasted token is never shown, and no call is made without a yes', async () => {
    writeConfig(`[brain.claude]\ncommand = "${fakeCli()}"\n`)
    const line = [process.execPath, build.main, '--config', config, '--data', data, 'setup', 'claude'].join(' ')
    const child = spawn('script', ['-qec', line, '/dev/null'], { env: { PATH: process.env.PATH, HOME: folder } })
    onTestFinished(() => void child.kill('SIGKILL'))
    let seen = ''
    child.stdout.on('data', (chunk) => (seen += String(chunk)))
    const ended = new Promise((resolve) => child.once('close', resolve))
    await expect.poll(() => seen).toContain('sign in with the CLI: ')
    child.stdin.write(`${TOKEN}\r`)
    await expect.poll(() => seen).toContain('What should I call you? ')
    child.stdin.write('Ana\r')
    await expect.poll(() => seen).toContain('call me? [Skein] ')
    child.stdin.write('\r')
    await expect.poll(() => seen).toContain('[y/N] ')
    child.stdin.write('\r')
    expect(await ended).toBe(0)
    expect(seen).not.toContain('canary')
    expect(seen).not.toContain('Claude answers')
    expect(readFileSync(join(data, 'claude-oauth-token'), 'utf8')).toBe(`${TOKEN}\n`)
    expect(readFileSync(config, 'utf8')).toContain('[owner]\nname = "Ana"\n')
  })
})

test('without the CLI it says how to install it, and comes before any question', async () => {
  writeConfig('[brain.claude]\ncommand = "/nonexistent/claude"\n')
  const { code, err } = await setup(['--api-key-file', write('k', KEY)])
  expect(code).toBe(75)
  expect(err).toContain('npm install -g')
  expect(existsSync(data)).toBe(false)
})

describe.skipIf(!real)('with the real CLI', () => {
  let api: MessagesApi

  beforeEach(async () => {
    api = await startMessagesApi({ kind: 'text', pieces: ['OK'] })
    onTestFinished(() => api.close())
    writeConfig(`[brain.claude]\ncommand = ${JSON.stringify(real)}\nbase_url = "${api.url}"\n`)
  })

  test('--yes makes one small call with the key, and tells the answer', async () => {
    const { code, out, err } = await setup(['--api-key-file', write('k', KEY), '--yes'])
    expect(code, out + err).toBe(0)
    expect(out).toMatch(/Claude answers: "OK" \(\$0\.\d{4}\)/)
    expect(api.requests).toHaveLength(1)
    expect(api.requests[0]?.headers['x-api-key']).toBe(KEY)
    expect(out + err).not.toContain(KEY)
  })

  test('a key that is refused is told in words, without the key', async () => {
    api.script({ kind: 'error', status: 401, type: 'authentication_error', message: `invalid x-api-key ${KEY}` })
    const { code, out, err } = await setup(['--api-key-file', write('k', KEY), '--yes'])
    expect(code).toBe(1)
    expect(out).toContain('did not accept the API key or sign-in')
    expect(out + err).not.toContain(KEY)
  })

  test('without --yes no call is made', async () => {
    expect((await setup(['--api-key-file', write('k', KEY)])).code).toBe(0)
    expect(api.requests).toEqual([])
  })

  test('a configuration that was not there is made, for this user alone', async () => {
    rmSync(config)
    config = join(folder, 'fresh', 'config.toml')
    const child = spawn(
      process.execPath,
      [build.main, '--config', config, '--data', data, 'setup', 'claude', '--api-key-file', write('k', KEY)],
      {
        env: { PATH: `${join(real ?? '', '..')}:${process.env.PATH}`, HOME: folder },
      },
    )
    expect(await finished(child)).toMatchObject({ code: 0 })
    expect(readFileSync(config, 'utf8')).toBe(`[brain.claude]\napi_key = "file:${join(data, 'claude-api-key')}"\n`)
    expect(statSync(config).mode & 0o777).toBe(0o600)
  })
})

test('setup name writes what the owner is called, and changes nothing else', async () => {
  writeConfig('[web]\nport = 8421\n')
  const child = spawn(process.execPath, [build.main, '--config', config, '--data', data, 'setup', 'name', 'Ana Lu'], {
    env: { PATH: process.env.PATH, HOME: folder },
  })
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
  expect(readFileSync(config, 'utf8')).toBe('[web]\nport = 8421\n\n[owner]\nname = "Ana Lu"\n')
})
