import { describe, expect, test } from 'vitest'
import { createLog, type LogOptions } from '../../src/lib/log.ts'
import { createScrubber } from '../../src/lib/text/secrets.ts'
import type { Clock } from '../../src/lib/time/clock.ts'

const secret = 'sk-"quoted"-12345'

function logTo(options: Partial<LogOptions> = {}) {
  const lines: string[] = []
  const scrubber = createScrubber()
  scrubber.add(secret)
  scrubber.add('4444333322221111')
  const log = createLog({
    level: 'info',
    format: 'json',
    destination: { write: (line: string) => lines.push(line), isTTY: false },
    scrub: scrubber.scrub,
    ...options,
  })
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, never> }
}

function heldClock() {
  const held = { ms: 0 }
  const clock: Clock = { now: () => new Date(held.ms), mono: () => held.ms }
  return { held, clock }
}

describe('a line', () => {
  test('is one JSON object with its fields, its time and its fixed text', () => {
    const { log, lines } = logTo({ clock: heldClock().clock })
    log.child({ channel: 'web' }).info({ task: 17 }, 'task answered')
    expect(lines).toEqual([
      '{"level":30,"time":"1970-01-01T00:00:00.000Z","channel":"web","task":17,"msg":"task answered"}\n',
    ])
  })

  test('below the level is not written, and the level can change while running', () => {
    const { log, lines } = logTo()
    log.debug('quiet')
    expect(lines).toEqual([])
    log.level = 'debug'
    log.debug('loud')
    log.child({ channel: 'web' }).debug('loud')
    expect(lines).toHaveLength(2)
  })

  test('keeps a long stack and cuts every other long text', () => {
    const { log, last } = logTo()
    const error = new Error('x'.repeat(2000))
    log.error({ err: error, header: 'ä'.repeat(15_000), deep: { text: 'y'.repeat(600) } }, 'z'.repeat(600))
    const { err, header, deep, msg } = last() as unknown as Record<string, Record<string, string> & string>
    expect(Buffer.byteLength(header ?? '')).toBeLessThanOrEqual(515)
    expect(err?.message).toHaveLength(515)
    expect(err?.stack).toContain('log.test.ts')
    expect(deep?.text).toHaveLength(515)
    expect(msg).toHaveLength(515)
  })

  test('stays bounded whatever is put into it', () => {
    const { log, lines } = logTo()
    const ring: Record<string, unknown> = { many: Array.from({ length: 10_000 }, () => 'x'.repeat(100)) }
    ring.ring = ring
    const tree = (depth: number): unknown =>
      Array.from({ length: 20 }, () => (depth ? tree(depth - 1) : 'x'.repeat(500)))
    log.warn({ tree: tree(2) }, 'a tree')
    log.warn({ ring, wide: Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i])) }, 'odd')
    expect(lines.join('').length).toBeLessThan(40_000)
  })
})

describe('a secret', () => {
  test('is taken out of text, errors, keys, numbers and children', () => {
    const { log, lines } = logTo()
    const error = Object.assign(new Error(`GET /bot${secret}/x`), { url: `https://x/${encodeURIComponent(secret)}` })
    log
      .child({ who: secret })
      .error({ err: error, [secret]: 1, card: 4444333322221111, body: JSON.stringify({ secret }) }, `m ${secret}`)
    const text = lines.join('')
    expect(text).toContain('[secret]')
    for (const form of [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      '4444333322221111',
      'quoted',
    ]) {
      expect(text).not.toContain(form)
    }
    expect(() => JSON.parse(text)).not.toThrow()
  })

  test('leaves no beginning behind where a text is cut', () => {
    const { log, lines } = logTo()
    log.info({ text: 'a'.repeat(505) + secret }, 'cut')
    expect(lines.join('')).not.toContain('sk-')
  })
})

describe('on a terminal', () => {
  test('a record is one readable line', () => {
    const { log, lines } = logTo({ format: 'auto', destination: { isTTY: true, write: (line) => lines.push(line) } })
    const esc = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')
    log.info({ task: 17, chat: 'web:main', why: 'two words' }, 'task answered')
    expect(lines.join('').replace(esc, '')).toMatch(
      /^\d\d:\d\d:\d\d info {2}task answered task=17 chat=web:main why="two words"\n$/,
    )
  })

  test('foreign text can neither move the cursor nor forge a line', () => {
    const { log, lines } = logTo({ format: 'pretty' })
    log.info({ header: 'a\u001b[2J\nfatal forged\u202e', err: { stack: 'Error: x\n\u001b[31m' } }, 'm\r\nforged')
    const [head, ...rest] = lines.join('').trimEnd().split('\n')
    expect(head).toContain('forged')
    expect(rest.every((line) => line.startsWith('    '))).toBe(true)
    for (const trick of ['\u001b[2J', 'x\u001b', '    \u001b', '\u202e', '\r'])
      expect(lines.join('')).not.toContain(trick)
  })
})

describe('a flood', () => {
  test('is cut to 200 lines a second, and the next second says how many went missing', () => {
    const { held, clock } = heldClock()
    const { log, lines } = logTo({ clock })
    for (let i = 0; i < 5000; i++) log.info({ i }, 'flood')
    expect(lines).toHaveLength(200)
    held.ms = 1000
    log.info('calm')
    expect(lines.slice(200).map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'log lines suppressed',
      'calm',
    ])
    expect(JSON.parse(lines[200] ?? '')).toMatchObject({ suppressed: 4800 })
  })

  test('never hides a fatal line', () => {
    const { log, lines } = logTo({ clock: heldClock().clock })
    for (let i = 0; i < 300; i++) log.info('flood')
    log.fatal('the end')
    expect(lines.at(-1)).toContain('the end')
  })
})

describe('whatever is put into a line', () => {
  test('comes out as JSON: dates, big numbers, errors and what caused them, and nothing of what is no value', () => {
    const { log, last } = logTo()
    const cause = Object.assign(new TypeError('refused'), { code: 'ECONNREFUSED' })
    const err = Object.assign(new Error('not sent', { cause }), { status: 502 })
    log.warn(
      { err, at: new Date(0), never: new Date(Number.NaN), big: 10n, gone: undefined, act: () => 1, list: [undefined] },
      'odd',
    )
    expect(last()).toMatchObject({
      err: { type: 'Error', message: 'not sent', status: 502, cause: { type: 'TypeError', code: 'ECONNREFUSED' } },
      at: '1970-01-01T00:00:00.000Z',
      never: 'no date',
      big: '10',
      list: [null],
      msg: 'odd',
    })
    expect(Object.keys(last())).not.toContain('gone')
    expect(Object.keys(last())).not.toContain('act')
  })

  test('cannot pass for the level or the time of the line', () => {
    const { log, last } = logTo({ clock: heldClock().clock })
    const forged = { level: 60, time: 'never', msg: 'forged' }
    log.info(forged, 'said')
    expect(last()).toMatchObject({ level: 30, time: '1970-01-01T00:00:00.000Z', msg: 'said' })
    log.child(forged).info('said')
    expect(last()).toMatchObject({ level: 30, time: '1970-01-01T00:00:00.000Z', msg: 'said' })
  })

  test('throws nothing: what cannot be read is marked, and the rest is there', () => {
    const { log, lines, last } = logTo()
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const failing = {
      get a() {
        throw new Error('no')
      },
      b: 1,
    }
    const err = Object.defineProperty(new Error('bad'), 'stack', { get: () => failing.a })
    log.warn({ failing, proxy, err, toJSON: () => failing.a }, 'odd')
    expect(last()).toMatchObject({
      failing: { a: '[unreadable]', b: 1 },
      proxy: '[unreadable]',
      err: { message: 'bad', stack: '[unreadable]' },
      msg: 'odd',
    })
    log.warn(proxy, 'gone')
    expect(last()).toMatchObject({ fields: '[unreadable]', msg: 'gone' })
    log.error(new Error('alone'))
    expect(last()).toMatchObject({ err: { message: 'alone' }, msg: 'alone' })
    expect(lines).toHaveLength(3)
  })

  test('costs little, however it is knotted', () => {
    const { log, lines } = logTo()
    const knot: Record<string, unknown> = {}
    for (let n = 0; n < 40; n++) knot[`k${n}`] = knot
    log.warn({ knot, bytes: Buffer.alloc(10_000_000) }, 'knotted')
    expect(lines.join('').length).toBeLessThan(40_000)
  })

  test('a destination that throws ends nothing', () => {
    const fail = () => {
      throw new Error('disk')
    }
    expect(() => logTo({ destination: { write: fail } }).log.error('lost')).not.toThrow()
  })
})
