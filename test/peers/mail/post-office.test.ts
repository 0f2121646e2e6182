import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../support/until.ts'
import { AUTHSERV_ID } from './border.ts'
import { hasDovecot } from './dovecot.ts'
import { passwordOf } from './dovecot-config.ts'
import { type Envelope, hand } from './hatch.ts'
import { createLine } from './line.ts'
import { createPostOffice, type PostOffice } from './post-office.ts'
import { hasPostfix } from './postfix.ts'
import { createSmtpPeer } from './smtp-peer.ts'

const words = (text: string) => Buffer.from(`From: skein@house.test\r\nMessage-ID: <x@y>\r\n\r\n${text}\r\n`)

describe('a submission server that does as it is told', () => {
  test('refuses, is slow, forgets to answer, cuts off, and keeps what it took', async () => {
    const kept: Envelope[] = []
    const peer = await createSmtpPeer({
      isLogin: (user, password) => user === 'skein' && password === 'right',
      refuses: (address) => (address.startsWith('dead') ? '550 no such person' : undefined),
      size: 10_000,
      async pass(envelope) {
        kept.push(envelope)
      },
    })
    const send = (to: string, text = 'hello', password = 'right') =>
      hand(
        { host: peer.host, port: peer.port, protocol: 'smtp', login: { user: 'skein', password } },
        { from: 'skein@house.test', to: [to] },
        words(text),
      ).then(
        () => 'sent',
        (error: { responseCode?: number }) => error.responseCode ?? 'no answer',
      )

    expect(await send('ana@home.test')).toBe('sent')
    expect(await send('ana@home.test', 'hello', 'wrong')).toBe(535)
    expect(await send('dead@home.test')).toBe(550)
    expect(await send('ana@home.test', 'x'.repeat(20_000))).toBe(552)
    peer.fail('recipient', { code: 451 })
    expect(await send('ana@home.test')).toBe(451)
    peer.fail('data', { code: 554 })
    expect(await send('ana@home.test')).toBe(554)
    peer.fail('connect', { code: 421 })
    expect(await send('ana@home.test')).toBe(421)
    peer.fail('data', 'cut')
    expect(await send('ana@home.test')).toBe('no answer')
    expect(kept).toHaveLength(1)
    peer.fail('data', 'lost-answer')
    expect(await send('ana@home.test')).toBe('no answer')
    expect(kept).toHaveLength(2)
    peer.fail('data', { delayMs: 20 })
    expect(await send('ana@home.test')).toBe('sent')
    expect(peer.got.map(({ answered }) => answered)).toEqual([true, false, true])
    expect(peer.got[0]).toMatchObject({ user: 'skein', to: ['ana@home.test'], bytes: words('hello') })

    const line = await createLine(peer, (said) => said.replace(/^250 /m, '250-and more\r\n250 '))
    await hand(
      { host: '127.0.0.1', port: line.port, protocol: 'smtp', login: { user: 'skein', password: 'right' } },
      { from: 'skein@house.test', to: ['ana@home.test'] },
      words('in many lines'),
    )
    await line.close()
    await peer.down()
    expect(await send('ana@home.test')).toBe('no answer')
    await peer.up()
    expect(await send('ana@home.test')).toBe('sent')
    await peer.close()
  })
})

describe.skipIf(!hasDovecot())('a post office', () => {
  let office: PostOffice
  beforeAll(async () => {
    office = await createPostOffice({ savesSentOf: ['skein@house.test'] })
  })
  afterAll(() => office.close())

  test('says of each mail what it found out itself, and lets nobody else say it', async () => {
    const ana = office.person('ana@home.test', 'Ana Löw')
    const skein = office.mailbox('skein@house.test')
    const forged = `${AUTHSERV_ID}; dmarc=pass header.from=home.test`
    await ana.write({ to: skein.address, subject: 'Grüße', text: 'hello' })
    await ana.write({ to: skein.address, unsigned: true, headers: { 'Authentication-Results': forged } })
    await ana.write({ to: skein.address, from: 'bo@work.test' })
    const results = (await skein.mails()).map((mail) => mail.headers('authentication-results'))
    expect(results.map((all) => all.length)).toEqual([1, 1, 1])
    expect(results.map(([one]) => /dmarc=(\w+)/.exec(one ?? '')?.[1])).toEqual(['pass', 'fail', 'fail'])
    expect(results.every(([one]) => one?.startsWith(`${AUTHSERV_ID};`))).toBe(true)
  })

  test('a reply has the headers and the quote of a mail client, and files arrive as they were', async () => {
    const [ana, bo] = [office.person('amy@home.test'), office.person('bo@work.test', 'Bo')]
    const bytes = Buffer.from([0, 1, 2, 250, 251, 13, 10, 46, 13, 10])
    const first = await ana.write({ to: bo.address, text: 'What now?', files: [{ name: 'Büro plan.bin', bytes }] })
    const [got] = await bo.mailbox.mails()
    expect(got?.files).toEqual([{ name: 'Büro plan.bin', type: 'application/octet-stream', bytes }])
    if (got) await bo.reply(got, 'Nothing.')
    const [answer] = await ana.answersTo(first)
    expect(answer?.header('references')).toBe(first.id)
    expect(answer?.text).toMatch(/^Nothing\.\n\nOn .* wrote:\n> What now\?\n$/)
  })

  test('submission passes on to mailboxes, keeps what was sent, and refuses what it is told to', async () => {
    const { submission, dovecot } = office
    const send = (to: string) =>
      hand(
        {
          host: submission.host,
          port: submission.port,
          protocol: 'smtp',
          login: { user: 'skein@house.test', password: passwordOf('skein@house.test') },
        },
        { from: 'skein@house.test', to: [to] },
        words('from us'),
      )
    await send('cyd@home.test')
    expect((await dovecot.mailbox('cyd@home.test').mails())[0]?.text).toBe('from us\n')
    expect(await dovecot.mailbox('skein@house.test').count('Sent')).toBe(1)
    await send('far@away.test')
    expect(office.elsewhere.got).toMatchObject([{ to: ['far@away.test'] }])
    office.refused.add('far@away.test')
    await expect(send('far@away.test')).rejects.toThrow('550')
  })
})

describe.skipIf(!hasPostfix() || !hasDovecot())('a post office with a real Postfix', () => {
  test('delivers to plus addresses, keeps what was sent, returns what is refused, and relays for nobody it does not know', async () => {
    const office = await createPostOffice({ postfix: true, savesSentOf: ['skein@house.test'] })
    const [ana, skein] = [office.person('ana@home.test'), office.person('skein@house.test')]
    await ana.write({ to: 'skein+token@house.test', text: 'to the thread' })
    await until(async () => expect((await skein.mailbox.mails())[0]?.text).toBe('to the thread\n'))
    expect((await skein.mailbox.mails())[0]?.header('authentication-results')).toContain('dmarc=pass')

    const said = await skein.write({ to: ana.address, text: 'an answer' })
    await until(async () => expect((await ana.mailbox.mails())[0]?.header('message-id')).toBe(said.id))
    await until(async () => expect((await skein.mailbox.mails('Sent'))[0]?.header('message-id')).toBe(said.id))

    office.refused.add('gone@away.test')
    const lost = await skein.write({ to: 'gone@away.test', text: 'nobody reads this' })
    await until(async () => {
      const back = (await skein.mailbox.mails()).find((mail) => mail.type === 'multipart/report')
      expect(back?.parts[1]?.content.toString()).toContain('Action: failed')
      expect(back?.bytes.toString()).toContain(lost.id)
    })
    const stranger = { host: '127.0.0.1', port: office.postfix?.port ?? 0, protocol: 'smtp' } as const
    await expect(hand(stranger, { from: 'x@away.test', to: ['y@away.test'] }, words('relay me'))).rejects.toThrow('554')
    await office.close()
  })
})
