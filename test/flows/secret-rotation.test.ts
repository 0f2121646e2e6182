import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changeStoredSecrets } from '../../src/config/secrets/stored-secrets.ts'
import { createTunedBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { createDaemonTools } from '../peers/daemon-tools.ts'
import { freePorts } from '../peers/mail/server-process.ts'
import { createTelegram } from '../peers/telegram/telegram.ts'
import { until } from '../support/until.ts'

async function startWorld() {
  const home = mkdtempSync(join(tmpdir(), 'skein-rotation-'))
  const telegram = await createTelegram({ secondMs: 20 })
  // After the restart it wants the port that it had, which another test could have taken.
  const [port] = await freePorts(1)
  const settings = `port = ${port}\n[telegram]\ntoken = "secret:bot"\napi_root = "${telegram.url()}"\nowner_ids = [42]\n`
  const config = `${settings}[metrics]\ntoken = "secret:numbers"\n[disk]\nballast_mb = 0\n`
  // Slow enough that a secret can change in the middle of an answer.
  const build = createTunedBuild({ pieceMs: 100 })
  const daemon = createDaemon({ build, page: true, config })
  onTestFinished(async () => {
    await daemon.remove()
    await telegram.close()
    rmSync(home, { recursive: true, force: true })
  })
  changeStoredSecrets({ HOME: home, SKEIN_DATA: daemon.data }, (secrets) => {
    secrets.set('bot', telegram.token())
    secrets.set('numbers', 'the-first-token-of-the-numbers')
  })
  await daemon.start({ HOME: home })
  await telegram.listening()
  const ana = telegram.user({ id: 42, name: 'Ana' })
  const skein = (args: string[], input = '') => {
    const child = spawn(process.execPath, [build.main, '--data', daemon.data, '--config', daemon.config, ...args], {
      env: { PATH: process.env.PATH, HOME: home },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
    child.stdin.end(input)
    return new Promise<{ code: number | null; said: string }>((resolve) => {
      child.once('close', (code) => resolve({ code, said }))
    })
  }
  const { quiet, query, notices } = createDaemonTools(build, () => daemon)
  return { telegram, daemon, ana, skein, quiet, query, notices }
}

test('new secrets are taken up in the middle of an answer, and nothing is lost or said twice', async () => {
  const { telegram, daemon, ana, quiet, query, skein } = await startWorld()
  const chat = telegram.privateChat(ana)
  const answers = (count: number) => telegram.until(`${count} answers`, () => chat.answers().length >= count)
  chat.say(ana, 'where did I put the ladder?')
  await answers(1)
  await quiet()
  const pid = daemon.pid()

  chat.say(ana, 'and the ladder of the neighbours?')
  await until(() => {
    expect(query("SELECT count(*) FROM task WHERE state = 'running'")).toEqual([1])
  })
  // As BotFather does it: the old token is worth nothing from now on.
  telegram.revoke()
  telegram.hangUp()
  chat.say(ana, 'what did I ask first?')
  const set = await skein(['secret', 'set', 'bot'], telegram.token())
  expect(set).toEqual({
    code: 0,
    said: expect.stringMatching(/^Replaced bot\.\nThe running Skein takes up the change/),
  })
  await answers(3)
  await quiet()
  expect(chat.answers()).toHaveLength(3)
  expect(query("SELECT count(*) FROM message WHERE author = 'bot' AND chat LIKE 'telegram:%'")).toEqual([3])
  expect(daemon.pid()).toBe(pid)
  expect(daemon.words()).not.toContain(telegram.token())

  const address = /"url":"(http:[^"]+)"/.exec(daemon.words())?.[1] ?? ''
  const numbers = async (token: string) => {
    const response = await fetch(new URL('/metrics', address), { headers: { authorization: `Bearer ${token}` } })
    await response.text()
    return response.status
  }
  expect(await skein(['secret', 'set', 'numbers'], 'too-short')).toMatchObject({
    code: 78,
    said: expect.stringContaining('metrics.token must have at least 16 characters'),
  })
  expect(await numbers('the-first-token-of-the-numbers')).toBe(200)
  expect(await skein(['secret', 'set', 'numbers'], 'the-second-token-of-the-numbers')).toMatchObject({ code: 0 })
  await until(async () => expect(await numbers('the-second-token-of-the-numbers')).toBe(200))
  expect(await numbers('the-first-token-of-the-numbers')).toBe(401)
  expect(await skein(['secret', 'reload'])).toEqual({ code: 0, said: 'Nothing changed for the running Skein.\n' })
  expect(daemon.pid()).toBe(pid)
})
