import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSpeaker } from '../../../src/channels/shared/speech.ts'
import { recogniseAudio } from '../../../src/channels/shared/speech-audio.ts'
import { textIn } from '../../../src/messages/localized.ts'
import { hasEspeak, opusSeconds, wavOf } from '../../support/speech.ts'

const never = new AbortController().signal
const PATH = process.env.PATH ?? ''
const section = { command: [] as string[], model: 'mouth-1', voice: 'ana' }

/** A program of these lines of JavaScript; `input` is what it was given. */
const program = (code: string) => [
  process.execPath,
  '-e',
  `const input = require('fs').readFileSync(0, 'utf8');${code}`,
  '{language}',
]
const speakWith = async (command: string[], text = 'Hello there.', path = PATH, signal = never) =>
  await createSpeaker({ ...section, command }, path)?.(text, 'de', signal)
const reasonOf = (speech: Awaited<ReturnType<typeof speakWith>>) =>
  speech?.status === 'unspoken' ? textIn(speech.reason, 'en') : speech?.status

/** The processes with this mark. */
const running = (mark: string) => spawnSync('sh', ['-c', `pgrep -f '^sleep ${mark}$'`]).stdout.toString()

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

test('nothing speaks that is not set up', () => {
  expect(createSpeaker(section, PATH)).toBeUndefined()
})

describe('a program', () => {
  test('gets the text and the language; where nothing can convert its audio, that is kept as it is', async () => {
    const echo = program(`
      const body = Buffer.from(input + ' ' + process.argv[1]), head = Buffer.from('RIFF....WAVE')
      process.stdout.write(Buffer.concat([head, body]))`)
    const speech = await speakWith(echo, 'Grüße, 你好', '')
    expect(speech).toMatchObject({ status: 'spoken', extension: '.wav' })
    expect(speech?.status === 'spoken' && speech.audio.toString()).toBe('RIFF....WAVEGrüße, 你好 de')
  })

  test.skipIf(!hasEspeak)('like espeak-ng makes a voice message in Ogg with Opus', async () => {
    const speech = await speakWith(['espeak-ng', '-v', '{language}', '--stdin', '--stdout'], 'Guten Morgen, liebe Ana.')
    expect(speech).toMatchObject({ status: 'spoken', extension: '.ogg' })
    const audio = speech?.status === 'spoken' ? speech.audio : Buffer.alloc(0)
    expect(recogniseAudio(audio)).toMatchObject({ isOpus: true })
    expect(opusSeconds(audio)).toBeGreaterThan(1)
  })

  test('that fails, says nothing, prints no audio or is not there is told in a sentence', async () => {
    expect(reasonOf(await speakWith(program('process.exit(3)')))).toBe('the speech program failed (3)')
    expect(reasonOf(await speakWith(program('')))).toBe('the speech program or service returned nothing')
    expect(reasonOf(await speakWith(program('console.log("usage: me")')))).toMatch(/is not audio in a known format/)
    expect(reasonOf(await speakWith(['no-such-program-4711']))).toBe(
      'the speech program no-such-program-4711 could not be started',
    )
  })

  test('that never stops talking is ended with all that it started', async () => {
    const mark = `4711.${process.pid}`
    const flood = program(`
      require('child_process').spawn('sleep', ['${mark}'], { detached: true, stdio: 'ignore' }).unref()
      const piece = Buffer.alloc(1 << 20)
      const more = () => process.stdout.write(piece, more)
      more()`)
    expect(reasonOf(await speakWith(flood))).toBe('the audio is too large')
    expect(running(mark)).toBe('')
  })

  test('is ended with all that it started when nobody wants it any more, and when it is done', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skein-speech-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const begun = join(folder, 'begun')
    const stop = new AbortController()
    const mark = `4712.${process.pid}`
    const child = `require('child_process').spawn('sleep', ['${mark}'], { detached: true, stdio: 'ignore' }).unref()`
    const hang = program(
      `${child};require('fs').writeFileSync(${JSON.stringify(begun)}, '');setInterval(() => {}, 9e6)`,
    )
    const speaking = speakWith(hang, 'x', PATH, stop.signal)
    await expect.poll(() => existsSync(begun), { timeout: 30_000 }).toBe(true)
    stop.abort()
    expect(reasonOf(await speaking)).toBe('the speech program failed (aborted)')
    await speakWith(program(`${child};process.stdout.write('RIFF....WAVE')`))
    expect(running(mark)).toBe('')
  })
})

describe('a service that speaks OpenAI’s way', () => {
  const speakAt = async (url: string) =>
    await createSpeaker({ ...section, url, apiKey: 'speech-canary' }, '')?.('Hello there.', 'en', never)

  test('gets the text with its key, and its Opus is used as it is', async () => {
    const asked: unknown[] = []
    const opus = Buffer.from(`OggS${'.'.repeat(24)}OpusHead and so on`)
    const url = await serve((request, response) => {
      void readText(request).then((body) => {
        asked.push([request.method, request.url, request.headers.authorization, JSON.parse(body)])
        response.writeHead(200, { 'content-type': 'audio/ogg' }).end(opus)
      })
    })
    expect(await speakAt(`${url}/`)).toEqual({ status: 'spoken', audio: opus, extension: '.ogg' })
    const body = { model: 'mouth-1', voice: 'ana', input: 'Hello there.', response_format: 'opus' }
    expect(asked).toEqual([['POST', '/v1/audio/speech', 'Bearer speech-canary', body]])
  })

  test('that refuses, redirects, floods, sends a page or is away is told in a sentence without its key', async () => {
    const answers: [RequestListener, RegExp][] = [
      [(_request, response) => response.writeHead(401).end('speech-canary'), /answered 401/],
      [(_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(), /be reached/],
      [(_request, response) => response.end('<html>speech-canary'), /not audio/],
      [(_request, response) => response.end(), /returned nothing/],
      [
        (_request, response) => {
          const more = () => response.writable && response.write(Buffer.alloc(1 << 20), more)
          more()
        },
        /too large/,
      ],
      [(request) => request.socket.destroy(), /could not be reached/],
    ]
    for (const [answer, expected] of answers) {
      const reason = reasonOf(await speakAt(await serve(answer)))
      expect(reason).toMatch(expected)
      expect(reason).not.toContain('canary')
    }
  })
})

test('audio is known by its first bytes', () => {
  expect(recogniseAudio(wavOf(1))).toMatchObject({ extension: '.wav', isOpus: false })
  expect(recogniseAudio(Buffer.from('ID3\x04'))).toMatchObject({ extension: '.mp3' })
  expect(recogniseAudio(Buffer.from([0xff, 0xfb, 0x90, 0]))).toMatchObject({ extension: '.mp3' })
  expect(recogniseAudio(Buffer.from('fLaC'))).toMatchObject({ extension: '.flac' })
  expect(recogniseAudio(Buffer.from('OggS....vorbis'))).toMatchObject({ extension: '.ogg', isOpus: false })
  for (const other of ['', 'Og', 'RIFF....AVI ', '<html>']) expect(recogniseAudio(Buffer.from(other))).toBeUndefined()
})
