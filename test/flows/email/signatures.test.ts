import { expect, onTestFinished, test } from 'vitest'
import { createDnsServer } from '../../peers/mail/dns-server.ts'
import { hasDovecot } from '../../peers/mail/dovecot.ts'
import { createHastyMailBuild, startMailDaemon } from '../../peers/mail/mail-daemon.ts'
import { createPostOffice } from '../../peers/mail/post-office.ts'

test.skipIf(!hasDovecot())('where nobody stamps, the daemon asks for the keys of a domain itself', async () => {
  const office = await createPostOffice()
  const dns = await createDnsServer(office.zone)
  const build = createHastyMailBuild({ dnsPort: dns.port })
  const skein = await startMailDaemon({ build, office, unstamped: true })
  onTestFinished(async () => {
    await skein.close()
    await dns.close()
    await office.close()
  })
  const { ana, mailbox } = skein
  const eve = office.person('eve@work.test', 'Ana')
  const to = mailbox.address
  const asked = await ana.write({ to, text: 'It is me' })
  await skein.answers(ana, asked)
  const tampered = asked.bytes.toString('latin1').replace('It is me', 'It is he')
  const unsigned = await ana.write({ to, text: 'It may be me', unsigned: true })
  await eve.write({ to, text: 'It is I', from: 'Ana <ana@home.test>' })
  // Straight into the mailbox, past the border.
  const stamp = 'Authentication-Results: mx.house.test; dmarc=pass header.from=home.test\r\n'
  const bring = (bytes: Buffer) => office.dovecot.deliver(to, bytes, ana.address)
  await bring(Buffer.from(tampered, 'latin1'))
  await bring(Buffer.concat([Buffer.from(stamp), unsigned.bytes]))
  const again = await ana.write({ to, text: 'It is still me' })
  await skein.answers(ana, again)
  await skein.settled()
  expect(await mailbox.count()).toBe(6)
  const answered = (await ana.mailbox.mails()).flatMap((mail) => mail.header('in-reply-to') ?? [])
  expect(answered).toEqual([asked.id, again.id])
  expect(skein.query("SELECT count(*) FROM task WHERE kind = 'reply'")).toEqual([2])
  expect(dns.asked).toEqual(expect.arrayContaining(['post._domainkey.home.test', '_dmarc.home.test']))
})
