import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Build, createBuild } from '../../peers/build.ts'
import { createDaemon } from '../../peers/daemon.ts'
import { startTelegramDaemon } from '../../peers/telegram/telegram-daemon.ts'

describe('the built daemon while Telegram cannot be reached', { timeout: 90_000 }, () => {
  let build: Build
  beforeAll(() => {
    build = createBuild()
  }, 120_000)

  test('what was written and what was to be said meanwhile is handled when it is back', async () => {
    const bot = await startTelegramDaemon({ build })
    onTestFinished(() => bot.close())
    const ana = bot.telegram.user({ id: 42, name: 'Ana' })
    const chat = bot.telegram.privateChat(ana)
    chat.say(ana, 'before')
    await bot.telegram.until('work on it', () => bot.query('SELECT count(*) FROM task')[0] === 1)
    await bot.telegram.down()
    for (const text of ['one', 'two', 'three']) chat.say(ana, `meanwhile ${text}`)
    await expect.poll(() => bot.query('SELECT state FROM outbox WHERE attempt > 0')).toEqual(['retry'])
    await bot.telegram.up()
    await expect
      .poll(() => bot.query("SELECT count(*) FROM message WHERE text LIKE 'meanwhile%'"), { timeout: 40_000 })
      .toEqual([3])
    await bot.quiet()
    expect(bot.query('SELECT DISTINCT state FROM task')).toEqual(['answered'])
    expect(bot.query('SELECT DISTINCT state FROM outbox')).toEqual(['sent'])
    expect(chat.answers().length).toBeGreaterThanOrEqual(2)
  })

  test.each([
    ['refuses', undefined],
    ['hangs up', (socket: Socket) => void socket.destroy()],
    ['never says a word', () => {}],
  ])(
    'a Telegram that %s at the start holds nothing up: it starts, feeds the watchdog and stops',
    async (_how, treat) => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket.on('error', () => {}))
        treat?.(socket)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as { port: number }
      const close = () => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }
      if (treat) onTestFinished(close)
      else close()

      const fed = createFeeder()
      const config = `[disk]\nballast_mb = 0\n[telegram]\ntoken = "7:x"\napi_root = "http://127.0.0.1:${port}"\n`
      const daemon = createDaemon({ build, config })
      onTestFinished(() => daemon.remove())
      await daemon.start(fed.env)
      await expect.poll(fed.count).toBeGreaterThan(4)
      expect(daemon.words()).not.toContain('watchdog not fed')
      expect(await daemon.stop()).toMatchObject({ code: 0 })
    },
  )
})

/** Stands in for systemd: what the daemon tells it is counted. */
function createFeeder() {
  const dir = mkdtempSync(join(tmpdir(), 'skein-notify-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const told = join(dir, 'told')
  const program = join(dir, 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\necho "$1" >> '${told}'\n`)
  chmodSync(program, 0o755)
  const path = `${dir}${delimiter}${process.env.PATH ?? ''}`
  return {
    env: { NOTIFY_SOCKET: join(dir, 'socket'), WATCHDOG_USEC: '900000', PATH: path },
    count: () => (existsSync(told) ? (readFileSync(told, 'utf8').match(/WATCHDOG=1/g) ?? []).length : 0),
  }
}
