import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Build } from '../../peers/build.ts'
import type { Correspondent } from '../../peers/mail/correspondent.ts'
import { hasDovecot } from '../../peers/mail/dovecot.ts'
import { passwordOf } from '../../peers/mail/dovecot-config.ts'
import { hand } from '../../peers/mail/hatch.ts'
import { createHastyMailBuild, type MailDaemon, startMailDaemon } from '../../peers/mail/mail-daemon.ts'
import type { SeenMail } from '../../peers/mail/mailbox.ts'
import { createSpeaker } from '../../peers/speaker.ts'
import { until } from '../../support/until.ts'

const settings =
  'owner_addresses = ["ana@home.test"]\nmember_addresses = ["bo@work.test"]\nmode = "draft"\nstrangers = "draft"\n'

describe.skipIf(!hasDovecot())('answers that lie in Drafts until somebody sends them', () => {
  let build: Build
  let skein: MailDaemon
  let bo: Correspondent
  beforeAll(async () => {
    build = createHastyMailBuild()
    skein = await startMailDaemon({ build, settings })
    bo = skein.office.person('bo@work.test', 'Bo')
  })
  afterAll(async () => {
    await skein?.close()
  })

  /** The draft that answers this, and the number that the owner was told. */
  async function draftFor(asked: { id: string }): Promise<{ mail: SeenMail; number: number }> {
    const mail = await until(async () => {
      const found = (await skein.mailbox.mails('Drafts')).find((one) => one.header('in-reply-to') === asked.id)
      if (!found) throw new Error('no draft yet')
      return found
    })
    const id = mail.header('message-id')
    const number = await until(() => {
      const [laid] = skein.query("SELECT id FROM outbox WHERE error LIKE 'Drafts of%' AND remote_id = ?", id)
      if (typeof laid !== 'number') throw new Error('it is not noted yet')
      return laid
    })
    await until(() => expect(skein.notices().some((text) => new RegExp(`/send ${number}\\b`).test(text))).toBe(true))
    return { mail, number }
  }
  const drafts = () => skein.mailbox.count('Drafts')

  test('an answer lies there and goes nowhere; the owner is told, and sends it with a command by mail', async () => {
    const { ana, mailbox } = skein
    const asked = await bo.write({ to: mailbox.address, subject: 'Plans', text: 'What do we do on Sunday?' })
    const { mail, number } = await draftFor(asked)
    expect(mail.flags).toContain('\\Draft')
    expect(mail.header('to')).toContain(bo.address)
    expect(skein.notices().join('\n')).toContain(`The reply to ${bo.address} is saved in Drafts of ${mailbox.address}`)
    expect(await bo.mailbox.count()).toBe(0)

    const told = await ana.write({ to: mailbox.address, text: `!send ${number}` })
    expect((await skein.answers(ana, told))[0]?.text).toContain(`Sending draft ${number}`)
    const [answer] = await skein.answers(bo, asked)
    expect(answer?.header('message-id')).toBe(mail.header('message-id'))
    await until(async () => expect(await drafts()).toBe(0))
    const sent = (await mailbox.mails('Sent')).map((one) => one.header('message-id'))
    expect(sent).toContain(mail.header('message-id'))
  })

  test('it is sent from another channel, with what somebody put right in it', async () => {
    const { mailbox } = skein
    const asked = await bo.write({ to: mailbox.address, subject: 'Repair', text: 'Who mends it?' })
    const { mail, number } = await draftFor(asked)
    const better = Buffer.from(mail.bytes.toString('latin1').replaceAll("Skein's demo", 'a better draft'), 'latin1')
    await mailbox.append('Drafts', better, ['\\Draft'])
    await mailbox.expunge(mail.uid, 'Drafts')
    const speaker = createSpeaker(skein.daemon.socket)
    await speaker.say('web:main', `/send ${number}`)
    const [answer] = await skein.answers(bo, asked)
    speaker.close()
    expect(answer?.text).toContain('a better draft')
    await until(async () => expect(await drafts()).toBe(0))
  })

  test('sent by hand from Drafts it is not sent a second time', async () => {
    const { ana, mailbox, office } = skein
    const asked = await bo.write({ to: mailbox.address, subject: 'By hand', text: 'Shall I?' })
    const { mail, number } = await draftFor(asked)
    // As a mail program does it: out, into Sent, and away from Drafts.
    const { host, port } = office.submission
    const login = { user: mailbox.address, password: passwordOf(mailbox.address) }
    await hand({ host, port, protocol: 'smtp', login }, { from: mailbox.address, to: [bo.address] }, mail.bytes)
    await mailbox.append('Sent', mail.bytes, ['\\Seen'])
    await mailbox.expunge(mail.uid, 'Drafts')
    const told = await ana.write({ to: mailbox.address, text: `!send ${number}` })
    await skein.answers(ana, told)
    await skein.quiet()
    expect(await bo.answersTo(asked)).toHaveLength(1)
    expect(skein.query('SELECT state FROM outbox WHERE id = ?', number)).toEqual(['sent'])
  })

  test('a stranger is answered by nobody but the owner', async () => {
    const { ana, mailbox, office } = skein
    const eve = office.person('eve@work.test', 'Eve')
    const asked = await eve.write({ to: mailbox.address, subject: 'Offer', text: 'Do you buy potatoes?' })
    const { number } = await draftFor(asked)
    const beggar = await eve.write({ to: mailbox.address, text: `!send ${number}` })
    await skein.settled()
    expect(await eve.mailbox.count()).toBe(0)
    await ana.write({ to: mailbox.address, text: `!send ${number}` })
    expect(await skein.answers(eve, asked)).toHaveLength(1)
    expect(await eve.answersTo(beggar)).toEqual([])
  })
})
