import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { finished, type Ran } from '../peers/ran.ts'

let build: Build
let daemon: DaemonPeer

beforeAll(async () => {
  build = createBuild()
  daemon = createDaemon({ build })
  await daemon.start()
})
afterAll(async () => {
  await daemon.remove()
})

function skein(args: string[], data = daemon.data): Promise<Ran> {
  return finished(
    spawn(process.execPath, [build.main, '--data', data, ...args], {
      env: { PATH: process.env.PATH, HOME: '/nonexistent' },
      // Nothing is piped in, as where a person types.
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

/** The same in a line of the shell, where $skein is the command. */
function shell(line: string): Promise<Ran> {
  const env = {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    skein: `${process.execPath} ${build.main} --data ${daemon.data}`,
  }
  return finished(spawn('bash', ['-o', 'pipefail', '-c', line], { env, stdio: ['ignore', 'pipe', 'pipe'] }))
}

describe('with a running daemon', () => {
  test('send --wait prints the answer, in a chat that was not there before', async () => {
    const { code, out } = await skein(['send', 'the roof leaks', '--chat', 'web:fresh', '--wait'])
    expect(code).toBe(0)
    expect(out).toContain("Skein's demo")
  })

  test('what is piped in is said', async () => {
    const { code, out } = await shell('printf "the gutter\\nis full\\n" | $skein send --chat web:piped --wait --json')
    expect(code).toBe(0)
    const [line] = JSON.parse((await skein(['search', 'gutter', '--json'])).out) as { text: string }[]
    expect([JSON.parse(out), line]).toMatchObject([{ state: 'answered' }, { text: 'the gutter\nis full' }])
  })

  test('chats lists them, the latest first', async () => {
    expect((await skein(['chats'])).out).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}web:piped +\S.*\n(.*\n)*.*web:fresh/)
    expect((await skein(['chats', '--ids', '--limit', '1'])).out).toBe('web:piped\n')
  })

  test('whoever stops reading is no failure', async () => {
    expect(await shell('$skein tasks | true; exec 2>&-; $skein chats | true')).toEqual({ code: 0, out: '', err: '' })
  })

  test('what was said is found again and quoted with its date', async () => {
    const { out } = await skein(['send', 'what about the roof?', '--chat', 'web:other', '--wait'])
    expect(out).toContain('the roof leaks')
    expect(out).toContain(String(new Date().getFullYear()))
  })

  test('a chat command answers too', async () => {
    const { out } = await skein(['send', '/whoami', '--wait'])
    expect(out).toContain('owner')
    expect(out).toContain('Owner')
  })

  test('a message that begins with a dash or a slash is just text', async () => {
    const sent = await skein(['send', '--wait', '--json', '--', '--version is /etc/passwd'])
    expect(JSON.parse(sent.out)).toMatchObject({ state: 'answered' })
  })

  test('text cannot drive the terminal', async () => {
    await skein(['send', 'colour \u001b[31mred\u001b[0m alarm', '--chat', 'web:esc', '--wait'])
    const { out } = await skein(['send', 'colour alarm', '--chat', 'web:esc2', '--wait'])
    expect(out).toContain('alarm')
    expect(out).not.toContain('\u001b')
  })

  test('status, tasks, config and doctor speak JSON', async () => {
    const run = async (name: string) => JSON.parse((await skein([name, '--json'])).out) as unknown
    expect(await run('status')).toMatchObject({ brain: { name: 'demo' }, pid: daemon.pid() })
    expect(await run('tasks')).toEqual(expect.arrayContaining([expect.objectContaining({ state: 'answered' })]))
    expect(await run('config')).toMatchObject({ 'workers.max': 4, 'brain.claude.api_key': null })
    expect(await run('doctor')).toEqual(
      expect.arrayContaining([expect.objectContaining({ what: 'daemon', verdict: 'ok' })]),
    )
  })

  test('what came and could not be read is told by status and by doctor', async () => {
    const db = new BetterSqlite3(join(daemon.data, 'skein.db'))
    db.exec("INSERT INTO unread (key, channel, account, at, raw) VALUES ('odd', 'telegram', '777', 0, '{}')")
    db.close()
    const told = 'One item on telegram could not be read'
    expect((await skein(['status'])).out).toContain(told)
    expect((await skein(['doctor'])).out).toContain(`note  messages: ${told}`)
    expect(JSON.parse((await skein(['status', '--json'])).out)).toMatchObject({
      unread: [{ channel: 'telegram', count: 1 }],
    })
  })

  test('tasks and search tell times in the zone of the configuration', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skein-zone-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'config.toml')
    writeFileSync(file, 'timezone = "Pacific/Chatham"\n', { mode: 0o600 })
    const local = (ms: number) =>
      new Date(ms).toLocaleString('sv-SE', { timeZone: 'Pacific/Chatham', dateStyle: 'short', timeStyle: 'short' })
    await skein(['send', 'the zebra is at home', '--chat', 'web:zone', '--wait'])
    const tasks = JSON.parse((await skein(['tasks', '--json', '--limit', '1'])).out) as { createdAt: number }[]
    expect((await skein(['--config', file, 'tasks', '--limit', '1'])).out).toContain(local(tasks[0]?.createdAt ?? 0))
    const found = JSON.parse((await skein(['search', 'zebra', '--json'])).out) as { at: string }[]
    const at = new Date(found[0]?.at ?? 0).getTime()
    expect((await skein(['--config', file, 'search', 'zebra'])).out).toContain(local(at))
  })

  test('one task tells what happened to it', async () => {
    const { out } = await skein(['tasks', '1'])
    expect(out).toMatch(/claimed: attempt 1\n.*answered/)
  })

  test('config sets what may be set and refuses the rest by name', async () => {
    expect((await skein(['config', 'conversation.max_tokens', '4321'])).code).toBe(0)
    expect((await skein(['config', 'conversation.max_tokens'])).out).toContain('4321')
    const refused = await skein(['config', 'web.port', '1'])
    expect(refused).toMatchObject({ code: 64, err: expect.stringContaining('cannot be changed while running') })
  })

  test('config tells where a value comes from and takes it back', async () => {
    await skein(['config', 'workers.max', '7'])
    expect((await skein(['config', 'workers.max'])).out).toBe('workers.max = 7  # set at run time; default: 4\n')
    expect((await skein(['status'])).out).toContain('`workers.max` = 7 (set at run time; default: 4)')
    expect(JSON.parse((await skein(['config', '--json', '--sources'])).out)).toMatchObject({
      'workers.max': { value: 7, source: 'run time', otherwise: { value: 4, source: 'default' } },
      'workers.safe_mode_after': { value: 0, source: 'file' },
    })
    expect(await skein(['config', '--unset', 'workers.max'])).toMatchObject({
      code: 0,
      out: 'workers.max = 4  # default\n',
    })
    expect(await skein(['config', '--unset', 'web.port'])).toMatchObject({ code: 64 })
    expect(await skein(['config', 'log.level', '--unset', 'workers.max'])).toMatchObject({ code: 64 })
  }, 120_000)

  test('allowed lists what needs no question, and takes it back', async () => {
    const db = new BetterSqlite3(join(daemon.data, 'skein.db'))
    db.exec("INSERT INTO allowance (id, person_id, rule, created_at) VALUES (5, 1, 'Bash(make cake)', 0)")
    db.close()
    const listed = await skein(['allowed'])
    expect(listed.out).toContain('allowed running `make cake`')
    expect(listed.out).toContain('- for the owner: `Write`, `Edit`')
    expect(JSON.parse((await skein(['allowed', '--json'])).out)).toMatchObject({
      given: [{ id: 5, rule: 'Bash(make cake)' }],
      file: [{ role: 'owner', rules: ['Write', 'Edit'] }, { role: 'member' }],
    })
    expect(await skein(['allowed', '--remove', '5'])).toMatchObject({ code: 0 })
    expect(await skein(['allowed', '--remove', '5'])).toMatchObject({ code: 64 })
    expect((await skein(['allowed'])).out).toContain('Nothing has been allowed')
  })

  test('schedule adds in words, lists, and runs now what the daemon then tells', async () => {
    const added = await skein(['schedule', 'add', 'remind me on the first of every month at 9 to feed the zebra'])
    expect(added).toMatchObject({ code: 0, out: expect.stringContaining('on the 1st of every month at 09:00') })
    const [job] = JSON.parse((await skein(['schedule', '--json'])).out) as { id: number }[]
    const id = String(job?.id)
    expect(await skein(['schedule', 'run', id])).toMatchObject({ code: 0 })
    await expect
      .poll(async () => (await skein(['schedule', 'history', id])).out, { interval: 300 })
      .toContain('delivered')
    expect((await skein(['schedule'])).out).toContain('active, not done yet')
    expect(await skein(['schedule', 'done', id])).toMatchObject({ code: 0 })
    expect(await skein(['schedule', 'delete', id])).toMatchObject({ code: 0 })
    expect(await skein(['schedule', 'show', id])).toMatchObject({ code: 64 })
  }, 120_000)

  test('a chat of somebody else is refused', async () => {
    expect(await skein(['send', 'x', '--chat', 'telegram:5'])).toMatchObject({
      code: 64,
      err: expect.stringContaining('There is no such chat.'),
    })
  })

  test('without a command it says what to do next', async () => {
    const env = { PATH: process.env.PATH, HOME: daemon.data }
    const bare = (more: Record<string, string>) =>
      finished(spawn(process.execPath, [build.main], { env: { ...env, ...more } }))
    expect(await bare({ SKEIN_DATA: daemon.data })).toMatchObject({
      code: 0,
      out: expect.stringContaining('skein chat'),
    })
    const { code, out } = await bare({ SKEIN_DATA: join(daemon.data, 'none') })
    expect([code, out]).toEqual([0, expect.stringContaining('skein setup')])
  })

  test('a misspelt command or option exits 64', async () => {
    expect((await skein(['sned', 'x'])).code).toBe(64)
    expect((await skein(['send'])).code).toBe(64)
    expect((await skein(['tasks', '--limit', 'many'])).code).toBe(64)
  })

  test('everything it made is for this user alone', () => {
    const open = readdirSync(daemon.data, { recursive: true, encoding: 'utf8' }).filter(
      (name) => statSync(join(daemon.data, name)).mode & 0o077,
    )
    expect(open).toEqual([])
  })
})

describe('the terminal conversation', () => {
  test('shows what was said, streams, keeps going, and leaves on end of input', async () => {
    await skein(['send', 'earlier words', '--chat', 'web:talk', '--wait'])
    const child = spawn(process.execPath, [build.main, 'chat', '--chat', 'web:talk', '--data', daemon.data], {
      env: { PATH: process.env.PATH },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const screen = watch(child)
    await screen.until('earlier words')
    await screen.until('> ')
    child.stdin.write('hello from the terminal\n')
    await screen.until("I am Skein's demo", 2)
    await screen.until('closest|find it next time')
    child.stdin.write('/whoami\n')
    await screen.until('You are')
    child.stdin.end()
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
  })

  test('does not open a chat by mistake', async () => {
    const { code, err } = await skein(['chat', '--chat', 'tlak'])
    expect([code, err]).toEqual([64, expect.stringContaining('There is no chat web:tlak yet.')])
    const child = spawn(process.execPath, [build.main, 'chat', '--chat', 'tlak', '--new', '--data', daemon.data], {
      env: { PATH: process.env.PATH },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await watch(child).until('web:tlak, a new chat: demo with')
  })

  test('says so when nobody answers', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'skein-empty-'))
    onTestFinished(() => rmSync(empty, { recursive: true }))
    const { code, err } = await skein(['chat'], empty)
    expect(code).toBe(75)
    expect(err).toContain('Start it with')
  })
})

/** What a person would have seen so far. */
function watch(child: ChildProcess) {
  let seen = ''
  let changed = () => {}
  child.stdout?.on('data', (chunk) => {
    seen += String(chunk)
    changed()
  })
  return {
    async until(pattern: string, times = 1) {
      const wanted = new RegExp(pattern, 'g')
      while ((seen.match(wanted) ?? []).length < times) await new Promise<void>((resolve) => (changed = resolve))
    },
  }
}
