import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Build, createBuild } from '../../peers/build.ts'
import { startTelegramDaemon } from '../../peers/telegram/telegram-daemon.ts'

describe('voice messages on Telegram, with the built daemon', { timeout: 90_000 }, () => {
  let build: Build
  beforeAll(() => {
    build = createBuild()
  }, 120_000)

  async function start(voice: string) {
    const bot = await startTelegramDaemon({ build, settings: `owner_ids = [42]\n[telegram.voice]\n${voice}` })
    onTestFinished(() => bot.close())
    const ana = bot.telegram.user({ id: 42, name: 'Ana' })
    const chat = bot.telegram.privateChat(ana)
    const speak = (sound: string) => chat.say(ana, '', { voice: { bytes: Buffer.from(sound), duration: 4 } })
    const heard = () => bot.query("SELECT text FROM message WHERE author = 'human' ORDER BY id")
    /** Contents of what hangs on the newest line. */
    const kept = () => {
      const [hash] = bot.query('SELECT hash FROM message_file ORDER BY message_id DESC') as string[]
      return readFileSync(join(bot.daemon.data, 'files', hash?.slice(0, 2) ?? '', hash ?? ''), 'utf8')
    }
    return { bot, chat, ana, speak, heard, kept }
  }

  test('a program of one’s own turns it into words, which are answered like any others', async () => {
    const program = `console.log('heard: ' + require('fs').readFileSync(process.argv[1], 'utf8').toUpperCase())`
    const command = [process.execPath, '-e', program, '{file}']
    const { bot, chat, speak, heard, kept } = await start(`command = ${JSON.stringify(command)}\n`)
    speak('water the roses')
    expect(await bot.answer(chat, 1)).toContain('demo')
    expect(heard()).toEqual(['[voice message, 0:04]\nheard: WATER THE ROSES'])
    expect(kept()).toBe('water the roses')
  })

  test('a service that speaks OpenAI’s way does too, with its key', async () => {
    const asked: { url: string | undefined; key: string | undefined; body: string }[] = []
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        asked.push({ url: request.url, key: request.headers.authorization, body })
        response.writeHead(200).end(JSON.stringify({ text: 'the ladder is in the shed' }))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const { bot, chat, speak, heard } = await start(`url = "${url}"\nmodel = "ear-1"\napi_key = "voice-canary-4711"\n`)
    speak('sound')
    await bot.answer(chat, 1)
    expect(heard()).toEqual(['[voice message, 0:04]\nthe ladder is in the shed'])
    expect(asked).toMatchObject([{ url: '/v1/audio/transcriptions', key: 'Bearer voice-canary-4711' }])
    expect(asked[0]?.body).toMatch(/ear-1[\s\S]*filename="voice\.og[ag]"[\s\S]*sound/)
    expect(bot.daemon.words()).not.toContain('voice-canary')
  })

  test('without either the bot says so, asks no model, and keeps the recording', async () => {
    const { bot, chat, speak, kept } = await start('')
    speak('who hears me?')
    expect(await bot.answer(chat, 1)).toMatch(
      /could not transcribe that: no transcription is set up\. The recording is kept/,
    )
    await bot.quiet()
    expect(chat.answers()).toHaveLength(1)
    expect(bot.query('SELECT state FROM task')).toEqual(['refused'])
    expect(kept()).toBe('who hears me?')
  })

  test('a program that fails is told of, and what is written beside a recording is answered all the same', async () => {
    const { bot, chat, ana, speak } = await start(`command = ["${process.execPath}", "-e", "process.exit(3)"]\n`)
    speak('hm')
    expect(await bot.answer(chat, 1)).toContain('the transcription program failed (3)')
    chat.say(ana, 'what is this?', { voice: {} })
    expect(await bot.answer(chat, 2)).toContain('demo')
  })
})
