import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Build, createBuild } from '../../peers/build.ts'
import { startTelegramDaemon } from '../../peers/telegram/telegram-daemon.ts'
import { hasEspeak, opusSeconds } from '../../support/speech.ts'
import { until } from '../../support/until.ts'

const hears = `command = ${JSON.stringify([process.execPath, '-e', "console.log('good morning')", '{file}'])}\n`

describe('voice messages answered by voice messages on Telegram, with the built daemon', { timeout: 120_000 }, () => {
  let build: Build
  beforeAll(() => {
    build = createBuild()
  }, 120_000)

  async function start(command: string[]) {
    const settings = `owner_ids = [42]\n[telegram.voice]\n${hears}[speech]\ncommand = ${JSON.stringify(command)}\n`
    const bot = await startTelegramDaemon({ build, settings })
    onTestFinished(() => bot.close())
    const ana = bot.telegram.user({ id: 42, name: 'Ana' })
    const chat = bot.telegram.privateChat(ana)
    chat.say(ana, '/voice on')
    expect(await bot.answer(chat, 1)).toContain('Voice is on')
    const speak = () => chat.say(ana, '', { voice: { bytes: Buffer.from('sound'), duration: 4 } })
    const voices = () => chat.answers().filter(({ message }) => message.voice !== undefined)
    return { bot, chat, ana, speak, voices }
  }

  test.skipIf(!hasEspeak)('a real program speaks, and it arrives as a voice note below the text', async () => {
    const { bot, chat, speak, voices } = await start(['espeak-ng', '-v', '{language}', '--stdin', '--stdout'])
    speak()
    const [, text, voice] = await bot.answers(chat, 3)
    expect(text?.text).toContain('demo')
    expect(text?.message.voice).toBeUndefined()
    expect(voice?.message.voice).toBeDefined()
    expect(opusSeconds(voice?.file?.bytes ?? Buffer.alloc(0))).toBeGreaterThan(1)
    await bot.quiet()
    expect(voices()).toHaveLength(1)
  })

  test('after kill -9 while it is made, it is made again and sent once; the text was there all the time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skein-voice-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [begun, go] = [join(folder, 'begun'), join(folder, 'go')]
    const program = `
      const fs = require('fs')
      fs.writeFileSync(${JSON.stringify(begun)}, '')
      const wait = setInterval(() => {
        if (!fs.existsSync(${JSON.stringify(go)})) return
        clearInterval(wait)
        process.stdout.write('OggS' + '.'.repeat(24) + 'OpusHead')
      }, 20)`
    const { bot, chat, ana, speak, voices } = await start([process.execPath, '-e', program])
    speak()
    await until(() => expect(existsSync(begun)).toBe(true))
    // The text is not held up, and neither is the next answer.
    expect(await bot.answer(chat, 2)).toContain('demo')
    chat.say(ana, 'meanwhile')
    expect(await bot.answer(chat, 3)).toContain('demo')
    expect(voices()).toEqual([])
    // An answer whose confirmation is not stored yet would be sent again, with a mark.
    await until(() => expect(bot.query("SELECT count(*) FROM outbox WHERE state <> 'sent'")).toEqual([0]))
    rmSync(begun)
    await bot.killAndStart()
    await until(() => expect(existsSync(begun)).toBe(true))
    writeFileSync(go, '')
    await until(() => expect(voices()).toHaveLength(1))
    await bot.quiet()
    await bot.killAndStart()
    await bot.quiet()
    expect(voices()).toHaveLength(1)
    expect(chat.answers()).toHaveLength(4)
  })
})
