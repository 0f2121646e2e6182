import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineMailbox } from '../../../../src/channels/email/wire/doctor.ts'
import type { Language } from '../../../../src/messages/languages.ts'
import { createDovecot, type Dovecot, hasDovecot } from '../../../peers/mail/dovecot.ts'
import { createSmtpPeer, type SmtpPeer } from '../../../peers/mail/smtp-peer.ts'
import { AUTHSERV, accountAt, letter, newAddress } from '../rig.ts'

describe.skipIf(!hasDovecot())('the doctor looks at a mailbox', () => {
  let dovecot: Dovecot
  let smtp: SmtpPeer
  beforeAll(async () => {
    dovecot = await createDovecot()
    smtp = await createSmtpPeer({ isLogin: (_user, password) => password.startsWith('open-') })
  })
  afterAll(async () => {
    await dovecot.close()
    await smtp.close()
  })

  const box = (more: Parameters<typeof accountAt>[2] = {}, address = newAddress()) =>
    accountAt(dovecot, address, { smtp: { host: smtp.host, port: smtp.port, security: 'plain' }, ...more })
  const examine = async (account: ReturnType<typeof box>, language: Language = 'en') =>
    (await examineMailbox({ account, kept: () => undefined }, AbortSignal.timeout(60_000))).map(
      ({ verdict, says }) => `${verdict} ${says[language]}`,
    )

  test('that is as it should be', async () => {
    const account = box()
    await dovecot.deliver(account.address, letter({}))
    expect(await examine(account)).toEqual([
      expect.stringMatching(/^ok .* is read at 127\.0\.0\.1, in INBOX$/),
      `ok senders are verified by ${AUTHSERV}`,
      expect.stringMatching(/^ok .* sends by /),
    ])
  })

  test('whose server signs under another name than the one that is set, or under one that is not', async () => {
    const address = newAddress()
    for (let n = 0; n < 3; n++) await dovecot.deliver(address, letter({}))
    const wrong = await examine(box({ authservId: 'old.house.test' }, address))
    expect(wrong[1]).toBe(
      `bad none of the last 3 mails was checked by "old.house.test", so no sender can be verified; your server signs as "${AUTHSERV}": put that into email.authserv_id`,
    )
    const { authservId: _, ...unset } = box({}, address)
    expect((await examine(unset))[1]).toMatch(/^note .* as "mx\.house\.test"; set email\.authserv_id = /)
  })

  test('with a folder that is not there, a wrong password, or nobody who sends', async () => {
    expect(await examine(box({ folders: ['INBOX', 'Nowhere'] }))).toContainEqual(
      expect.stringMatching(/^bad .* has no folder "Nowhere"; there are .*Drafts/),
    )
    const nobody = box({}, `nobody${newAddress()}`)
    expect(await examine(nobody)).toEqual([
      expect.stringMatching(/^bad nobody.* cannot be read\. 127\S+ does not let "nobody.* app password/),
    ])
    expect(await examine(nobody, 'de')).toEqual([
      expect.stringMatching(/^bad nobody.* lässt sich nicht lesen\. 127\S+ lässt „nobody.* App-Passwort/),
    ])
    const away = box({ smtp: { host: '127.0.0.1', port: 9, security: 'plain' } })
    expect((await examine(away)).at(-1)).toMatch(
      /^bad .* cannot send\. Nobody listens at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/,
    )
  })
})
