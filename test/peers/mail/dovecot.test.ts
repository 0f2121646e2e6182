import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../support/until.ts'
import { createDovecot, type Dovecot, hasDovecot } from './dovecot.ts'
import { passwordOf } from './dovecot-config.ts'
import { openSession } from './imap-session.ts'

const mail = (subject: string, body = 'hello') =>
  Buffer.from(`From: bo@elsewhere.test\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@x>\r\n\r\n${body}\r\n`)

describe.skipIf(!hasDovecot())('a real Dovecot, started by the test', () => {
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await createDovecot()
  })
  afterAll(() => dovecot.close())

  test('keeps what is delivered, by address and by folder, and nothing for whom it does not know', async () => {
    const ana = dovecot.mailbox('ana@example.org')
    await dovecot.deliver('ana@example.org', mail('one'))
    await dovecot.deliver('ana+Sent@example.org', mail('two'))
    await dovecot.deliver('ana+token@example.org', mail('three', '--- x\r\n.\r\nend'))
    expect(await ana.folders()).toEqual(['Archive', 'Drafts', 'INBOX', 'Junk', 'Sent', 'Trash'])
    const [first, third] = await ana.mails()
    expect(first).toMatchObject({ uid: 1, flags: expect.not.arrayContaining(['\\Seen']), text: 'hello\n' })
    expect(first?.header('return-path')).toBe('<somebody@elsewhere.test>')
    expect(third?.text).toBe('--- x\n.\nend\n')
    expect((await ana.mails('Sent')).map((one) => one.header('subject'))).toEqual(['two'])
    await expect(dovecot.deliver('nobody@example.org', mail('four'))).rejects.toThrow(/nobody|doesn't exist/)
  })

  test('lets in nobody with a wrong password', async () => {
    dovecot.mailbox('bea@example.org')
    const wrong = { host: dovecot.ports.host, port: dovecot.ports.imap, user: 'bea@example.org', password: 'guess' }
    await expect(openSession(wrong)).rejects.toThrow(/AUTHENTICATIONFAILED/)
  })

  test('moves, flags and expunges; numbers a mailbox anew; makes another when it was taken away', async () => {
    const cyd = dovecot.mailbox('cyd@example.org')
    for (const name of ['a', 'b', 'c']) await dovecot.deliver('cyd@example.org', mail(name))
    await cyd.move(1, 'INBOX', 'Junk')
    await cyd.flag(2, ['\\Seen', '$Done'])
    await cyd.expunge(3)
    expect((await cyd.mails()).map(({ uid, flags }) => [uid, flags.includes('$Done')])).toEqual([[2, true]])
    expect(await cyd.count('Junk')).toBe(1)

    const validity = async () => {
      const session = await openSession({
        host: dovecot.ports.host,
        port: dovecot.ports.imap,
        user: 'cyd@example.org',
        password: passwordOf('cyd@example.org'),
      })
      const lines = await session.command('SELECT INBOX')
      session.close()
      return /UIDVALIDITY (\d+)/.exec(lines.map(({ text }) => text).join())?.[1]
    }
    const before = await validity()
    dovecot.renumber('cyd@example.org')
    expect(await validity()).not.toBe(before)
    await dovecot.wipe('cyd@example.org')
    expect(await cyd.count()).toBe(0)
    await dovecot.deliver('cyd@example.org', mail('d'))
    expect((await cyd.mails()).map(({ uid }) => uid)).toEqual([1])
  })

  test('cuts connections, goes away and comes back at the same place with everything in it', async () => {
    const dan = dovecot.mailbox('dan@example.org')
    await dovecot.deliver('dan@example.org', mail('kept'))
    const door = {
      host: dovecot.ports.host,
      port: dovecot.ports.imap,
      user: 'dan@example.org',
      password: passwordOf('dan@example.org'),
    }
    const session = await openSession(door)
    dovecot.kick()
    // The signal may take a moment to arrive.
    await expect(
      (async () => {
        for (;;) await session.command('NOOP')
      })(),
    ).rejects.toThrow()
    await dovecot.stop()
    await expect(openSession(door)).rejects.toThrow(/ECONNREFUSED/)
    await dovecot.start()
    expect(await dan.count()).toBe(1)
  })
})

describe.skipIf(!hasDovecot())('other manners of a Dovecot', () => {
  test('without IDLE it does not know the word', async () => {
    const dovecot = await createDovecot({ withoutIdle: true })
    dovecot.mailbox('ana@example.org')
    const door = {
      host: dovecot.ports.host,
      port: dovecot.ports.imap,
      user: 'ana@example.org',
      password: passwordOf('ana@example.org'),
    }
    const session = await openSession(door)
    const [said] = await session.command('CAPABILITY')
    expect(said?.text).toContain('UIDPLUS')
    expect(said?.text).not.toContain('IDLE')
    session.close()
    await dovecot.close()
  })

  test.each(['starttls', 'tls'] as const)('with %s it takes no password in the clear', async (security) => {
    const dovecot = await createDovecot({ security })
    await dovecot.mailbox('ana@example.org').create('Letters')
    const door = {
      host: dovecot.ports.host,
      port: dovecot.ports.imap,
      user: 'ana@example.org',
      password: passwordOf('ana@example.org'),
    }
    if (security === 'starttls') await expect(openSession(door)).rejects.toThrow(/PRIVACYREQUIRED|LOGINDISABLED/)
    const other = { ca: '', startsPlain: security === 'starttls' }
    await expect(openSession({ ...door, tls: other })).rejects.toThrow(/certificate|self/)
    await until(async () => expect(await dovecot.mailbox('ana@example.org').folders()).toContain('Letters'))
    await dovecot.close()
  })
})
