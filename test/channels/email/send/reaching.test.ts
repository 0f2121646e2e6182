import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCertificate } from '../../../peers/mail/certificate.ts'
import { delivery, minutes, never, password, startSending, us } from './rig.ts'
import { type Script, startScriptedSmtp } from './scripted-smtp.ts'

describe('a server that is not there', () => {
  test('is waited for', async () => {
    const smtp = await startScriptedSmtp()
    await smtp.stop()
    const { sender } = startSending({ smtp: smtp.port })
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'retry', away: true })
  })

  test('but for a name that nobody knows, or one who hangs up: the same', async () => {
    const smtp = await startScriptedSmtp()
    smtp.always({ at: { greeting: { end: 'drop' } } })
    const { sender } = startSending({ smtp: smtp.port })
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'retry', away: true })
    const server = { host: 'no-such-host.invalid', port: 25, security: 'plain' } as const
    const { sender: lost } = startSending({}, { smtp: server })
    expect(await lost.send(delivery('x'), never)).toMatchObject({ status: 'retry', away: true })
  })

  test('is told of once, after a while', async () => {
    const { sender, clock, troubles } = startSending({ smtp: 1 })
    await sender.send(delivery('x'), never)
    clock.advance(9 * 60_000)
    await sender.send(delivery('x'), never)
    expect(troubles).toEqual([])
    clock.advance(2 * 60_000)
    for (let times = 0; times < 3; times++) await sender.send(delivery('x'), never)
    expect(troubles).toHaveLength(1)
    expect(troubles[0]).toContain(us)
  })
})

describe('the login', () => {
  test('that is refused twice is tried rarely, and told of once', async () => {
    const smtp = await startScriptedSmtp()
    smtp.always({ at: { auth: `535 5.7.8 ${Buffer.from(`\0${us}\0${password}`).toString('base64')} is wrong\r\n` } })
    const { sender, clock, troubles, refusals } = startSending({ smtp: smtp.port })
    const receipts: unknown[] = []
    for (const many of [1, 15, 60, 60]) {
      receipts.push(await sender.send(delivery('x'), never))
      expect(receipts.at(-1)).toMatchObject({ status: 'retry', afterMs: minutes(many) })
      // Nobody else tries the same meanwhile.
      const logins = smtp.sessions
      clock.advance(minutes(many) - 1000)
      expect(await sender.send(delivery('y'), never)).toMatchObject({ status: 'retry', afterMs: 1000 })
      expect(smtp.sessions).toBe(logins)
      clock.advance(1000)
    }
    expect(troubles).toHaveLength(1)
    expect(refusals).toHaveLength(4)
    const said = JSON.stringify([receipts, troubles])
    expect(said).toContain('is wrong')
    for (const secret of [password, Buffer.from(password).toString('base64').slice(0, 20)])
      expect(said).not.toContain(secret)
    smtp.always({})
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'sent' })
    smtp.always({ at: { auth: '535 no\r\n' } })
    expect(await sender.send(delivery('x'), never)).toMatchObject({ afterMs: minutes(1) })
  })

  test('that cannot be judged now is tried again soon', async () => {
    const smtp = await startScriptedSmtp()
    smtp.always({ at: { auth: '454 4.7.0 later\r\n' } })
    const { sender, troubles } = startSending({ smtp: smtp.port })
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'retry', afterMs: minutes(1) })
    expect(troubles).toEqual([])
  })

  test('with a token asks for a new one each time', async () => {
    const smtp = await startScriptedSmtp()
    let tokens = 0
    const credential = async () => ({ user: us, accessToken: `token-${++tokens}` })
    const { sender, refusals } = startSending({ smtp: smtp.port }, {}, { credential })
    await sender.send(delivery('x'), never)
    await sender.send(delivery('y'), never)
    const logins = smtp.heard.filter((line) => line.startsWith('AUTH XOAUTH2 '))
    expect(logins.map((line) => Buffer.from(line.slice(13), 'base64').toString())).toEqual(
      [1, 2].map((at) => `user=${us}\u0001auth=Bearer token-${at}\u0001\u0001`),
    )
    smtp.always({ at: { auth: '535 5.7.3 no\r\n' } })
    expect(await sender.send(delivery('z'), never)).toMatchObject({ status: 'retry', afterMs: minutes(1) })
    expect(refusals).toHaveLength(1)
  })

  test('that cannot be had is no reason to lose a mail', async () => {
    const smtp = await startScriptedSmtp()
    const credential = async () => Promise.reject(new Error('the token server is away'))
    const { sender } = startSending({ smtp: smtp.port }, {}, { credential })
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'retry', afterMs: minutes(1) })
    expect(smtp.sessions).toBe(0)
  })

  test('whose token nobody gives out any more is a refused one', async () => {
    const gone = Object.assign(new Error('the refresh token is refused'), { authenticationFailed: true })
    const { sender, clock, troubles } = startSending({}, {}, { credential: async () => Promise.reject(gone) })
    await sender.send(delivery('x'), never)
    clock.advance(minutes(2))
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'retry', afterMs: minutes(15) })
    expect(troubles).toHaveLength(1)
  })
})

describe('the line to the server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-certificate-'))
  const certificate = makeCertificate(folder)
  rmSync(folder, { recursive: true })

  async function startSecured(offers?: string[]) {
    const smtp = await startScriptedSmtp(certificate)
    if (offers) smtp.always({ offers })
    const server = { host: 'localhost', port: smtp.port, security: 'starttls' } as const
    return { smtp, server }
  }

  test('is secured before anything is said', async () => {
    const { smtp, server } = await startSecured()
    const { sender } = startSending({}, { smtp: server }, { tls: { ca: certificate.cert } })
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'sent' })
    expect(smtp.inTheClear.map((line) => line.split(' ')[0])).toEqual(['EHLO', 'STARTTLS'])
    expect(smtp.taken).toHaveLength(1)
  })

  test.each<[string, Script]>([
    ['does not offer it', { offers: ['AUTH PLAIN'], at: { starttls: '502 unknown\r\n' } }],
    ['refuses it', { at: { starttls: '454 not now\r\n' } }],
    ['says nothing to it', { at: { starttls: { end: 'drop' } } }],
    ['answers more than that', { at: { starttls: '220 go\r\n235 welcome\r\n250 ok\r\n' } }],
    ['only knows HELO', { at: { ehlo: '500 what?\r\n' } }],
  ])('is nothing where the server %s', async (_, script) => {
    const smtp = await startScriptedSmtp()
    smtp.always(script)
    const { sender } = startSending(
      {},
      { smtp: { host: '127.0.0.1', port: smtp.port, security: 'starttls' } },
      { secondMs: 20 },
    )
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'retry' })
    expect(smtp.heard.join('\n')).not.toMatch(/AUTH|MAIL|RCPT/)
    expect(smtp.taken).toEqual([])
  })

  test('is nothing where the certificate is not to be trusted', async () => {
    const { smtp, server } = await startSecured()
    const { sender } = startSending({}, { smtp: server })
    const receipt = await sender.send(delivery('x'), never)
    expect(receipt).toMatchObject({ status: 'retry', afterMs: minutes(1) })
    expect(smtp.taken).toEqual([])
  })

  test('that never answers ends by itself, and whether it was sent is known', async () => {
    const smtp = await startScriptedSmtp()
    const { sender } = startSending({ smtp: smtp.port }, {}, { secondMs: 1 })
    for (const stage of ['greeting', 'ehlo', 'auth', 'mail', 'rcpt', 'data'] as const) {
      smtp.script({ at: { [stage]: {} } })
      expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'retry' })
    }
    // With seconds of 1 ms a busy machine may be too slow for an earlier step, which is a plain retry.
    smtp.always({ at: { end: { takes: true } } })
    let receipt = await sender.send(delivery('x'), never)
    while (smtp.ends === 0) receipt = await sender.send(delivery('x'), never)
    expect(receipt).toMatchObject({ status: 'unknown' })
    expect(smtp.taken).toHaveLength(1)
  })
})
