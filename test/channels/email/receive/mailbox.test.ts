import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDovecot, type Dovecot, hasDovecot } from '../../../peers/mail/dovecot.ts'
import { size } from '../../../support/sizes.ts'
import { until } from '../../../support/until.ts'
import { accountAt, createMemoryInbox, letter, type MailRig, newAddress, startMail } from '../rig.ts'

describe.skipIf(!hasDovecot())('a mailbox on a real server', () => {
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await createDovecot()
  })
  afterAll(() => dovecot.close())

  const listening = ({ channel }: MailRig) => until(() => expect(channel.lastRoundTrip()).toBeDefined())
  const deliver = (to: string, text: string, more = {}) => dovecot.deliver(to, letter({ to, text, ...more }))

  test('is read from the day on which we met it: what lay there before is left alone', async () => {
    const address = newAddress()
    await dovecot.mailbox(address).append('INBOX', letter({ to: address, text: 'from before' }))
    const rig = startMail([accountAt(dovecot, address)])
    await listening(rig)
    await deliver(address, 'What is it?', { subject: 'A question' })
    await until(() => expect(rig.inbox.texts()).toEqual(['Subject: A question\n\nWhat is it?']))
    expect(rig.inbox.messages()).toMatchObject([
      { sender: { channel: 'email', id: 'ana@friends.test' }, senderName: 'Ana', audience: 'private', addressed: true },
    ])
    await until(async () => {
      const flags = (await dovecot.mailbox(address).mails()).map((mail) => mail.flags)
      expect(flags).toEqual([[], expect.arrayContaining(['\\Seen', '$SkeinDone'])])
    })
  })

  test('is gone on with after a stop, in order, each mail once', async () => {
    const address = newAddress()
    const account = accountAt(dovecot, address)
    const inbox = createMemoryInbox()
    const first = startMail([account], {}, inbox)
    await listening(first)
    await deliver(address, 'one')
    await until(() => expect(inbox.texts()).toEqual(['one']))
    await first.stop()
    for (const text of ['two', 'three', 'four']) await deliver(address, text)
    startMail([account], {}, inbox)
    await until(() => expect(inbox.texts()).toEqual(['one', 'two', 'three', 'four']))
    await deliver(address, 'five')
    await until(() => expect(inbox.texts()).toEqual(['one', 'two', 'three', 'four', 'five']))
    expect(inbox.duplicates).toEqual([])
  })

  test('is heard through cut connections and a server that was away', async () => {
    const address = newAddress()
    const rig = startMail([accountAt(dovecot, address)], { secondMs: 20 })
    await listening(rig)
    for (const text of ['one', 'two', 'three']) {
      dovecot.kick()
      await deliver(address, text)
      await until(() => expect(rig.inbox.texts().at(-1)).toBe(text))
    }
    await dovecot.stop()
    await dovecot.start()
    await deliver(address, 'four')
    await until(() => expect(rig.inbox.texts()).toEqual(['one', 'two', 'three', 'four']))
  })

  test('that gets new numbers is read again by its dates, and nothing comes twice', async () => {
    const address = newAddress()
    await dovecot.mailbox(address).append('INBOX', letter({ to: address, text: 'from long before' }))
    const rig = startMail([accountAt(dovecot, address)], { secondMs: 20 })
    await listening(rig)
    // Servers tell the day and time of a mail by the second.
    await sleep(1100)
    for (const text of ['one', 'two']) await deliver(address, text)
    await until(() => expect(rig.inbox.texts()).toEqual(['one', 'two']))
    for (const text of ['three', 'four']) {
      dovecot.renumber(address)
      dovecot.kick()
      await deliver(address, text)
      await until(() => expect(rig.inbox.texts().at(-1)).toBe(text))
    }
    expect(rig.inbox.duplicates.length).toBeGreaterThan(0)
    expect(rig.inbox.texts()).toEqual(['one', 'two', 'three', 'four'])
  })

  test('that is made anew is read on', async () => {
    const address = newAddress()
    const rig = startMail([accountAt(dovecot, address)], { secondMs: 20 })
    await listening(rig)
    for (const text of ['one', 'two', 'three']) await deliver(address, text)
    await until(() => expect(rig.inbox.texts()).toEqual(['one', 'two', 'three']))
    await dovecot.wipe(address)
    await deliver(address, 'four')
    await until(() => expect(rig.inbox.texts()).toEqual(['one', 'two', 'three', 'four']))
  })

  test('that holds a thousand mails is read in order, also when it is stopped in the middle', async () => {
    const count = size(60, 1000)
    const address = newAddress()
    const account = accountAt(dovecot, address)
    const inbox = createMemoryInbox()
    const first = startMail([account], {}, inbox)
    await listening(first)
    await first.stop()
    const texts = Array.from({ length: count }, (_, n) => `mail ${n}`)
    for (const text of texts) await deliver(address, text)
    for (let stops = 1; stops <= 3; stops++) {
      const rig = startMail([account], {}, inbox)
      await until(() => expect(inbox.texts().length).toBeGreaterThan((stops * count) / 10))
      await rig.stop()
    }
    expect(inbox.texts().length).toBeLessThan(count)
    startMail([account], {}, inbox)
    await until(() => expect(inbox.texts()).toHaveLength(count))
    expect(inbox.texts()).toEqual(texts)
    expect(inbox.duplicates).toEqual([])
  })

  test('takes the same mail once, and another under the same id as another', async () => {
    const address = newAddress()
    const rig = startMail([accountAt(dovecot, address)])
    await listening(rig)
    const twice = letter({ to: address, text: 'the same', id: '<one@friends.test>' })
    await dovecot.deliver(address, twice)
    await dovecot.deliver(address, twice)
    await deliver(address, 'not the same', { id: '<one@friends.test>' })
    await until(() => expect(rig.inbox.texts()).toEqual(['the same', 'not the same']))
    expect(rig.inbox.duplicates).toEqual(['the same'])
  })

  test('loses nothing to a mail that is thrown away or moved before it is read, and takes one that is rescued', async () => {
    const address = newAddress()
    const account = accountAt(dovecot, address)
    const box = dovecot.mailbox(address)
    const inbox = createMemoryInbox()
    const first = startMail([account], {}, inbox)
    await listening(first)
    await first.stop()
    for (const text of ['gone', 'moved', 'kept']) await deliver(address, text)
    await dovecot.deliver(`${address.replace('@', '+Junk@')}`, letter({ to: address, text: 'rescued' }))
    const [gone, moved] = await box.mails()
    await box.expunge(gone?.uid ?? 0)
    await box.move(moved?.uid ?? 0, 'INBOX', 'Archive')
    const rig = startMail([account], {}, inbox)
    await until(() => expect(inbox.texts()).toEqual(['kept']))
    const [junk] = await box.mails('Junk')
    await box.move(junk?.uid ?? 0, 'Junk', 'INBOX')
    await until(() => expect(inbox.texts()).toEqual(['kept', 'rescued']))
    expect(rig.troubles).toEqual([])
  })

  test('may be one of several, with several folders', async () => {
    const [one, two] = [newAddress(), newAddress()]
    const rig = startMail([accountAt(dovecot, one, { folders: ['INBOX', 'Archive'] }), accountAt(dovecot, two)])
    await listening(rig)
    await deliver(one, 'to the first')
    await until(() => expect(rig.inbox.texts()).toEqual(['to the first']))
    await dovecot.mailbox(one).append('Archive', letter({ to: one, text: 'into its folder' }))
    await until(() => expect(rig.inbox.texts()).toEqual(['to the first', 'into its folder']))
    await deliver(two, 'to the second')
    await until(() => expect(rig.inbox.texts()).toHaveLength(3))
    expect(rig.inbox.messages().map(({ account }) => account)).toEqual([one, one, two])
  })

  test('with a wrong password is told to the owner, and not tried over and over', async () => {
    const rig = startMail([accountAt(dovecot, `nobody${newAddress()}`)], { secondMs: 20 })
    await until(() => expect(rig.troubles).toEqual([expect.stringMatching(/refuses the login of nobody/)]))
    const logins = dovecot
      .words()
      .split('\n')
      .filter((line) => /nobody/.test(line) && /auth failed/.test(line))
    expect(logins.length).toBeLessThanOrEqual(3)
    expect(rig.channel.lastAttempt()).toBeGreaterThan(0)
  })

  test('that does not encrypt is given no password', async () => {
    const address = newAddress()
    const account = accountAt(dovecot, address)
    const rig = startMail([{ ...account, imap: { ...account.imap, security: 'starttls' } }], { secondMs: 20 })
    await until(() => expect(rig.troubles).toEqual([expect.stringMatching(/does not encrypt/)]))
    expect(dovecot.words()).not.toContain(`user=<${address}>`)
  })
})

describe.skipIf(!hasDovecot())('a server of another kind', () => {
  test.each([
    ['that cannot tell of new mail', { withoutIdle: true }],
    ['that speaks TLS', { security: 'tls' }],
    ['that turns to TLS', { security: 'starttls' }],
  ] as const)('%s is heard', async (_, manner) => {
    const dovecot = await createDovecot(manner)
    try {
      const address = newAddress()
      const account = accountAt(dovecot, address)
      const security = 'security' in manner ? manner.security : 'plain'
      const tls = dovecot.certificate && { ca: dovecot.certificate.cert }
      const rig = startMail([{ ...account, imap: { ...account.imap, security } }], {
        secondMs: 20,
        ...(tls && { tls }),
      })
      await until(() => expect(rig.channel.lastRoundTrip()).toBeDefined())
      await dovecot.deliver(address, letter({ to: address, text: 'one' }))
      await until(() => expect(rig.inbox.texts()).toEqual(['one']))
      await rig.stop()
    } finally {
      await dovecot.close()
    }
  })
})
