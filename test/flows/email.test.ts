import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Build } from '../peers/build.ts'
import { hasDovecot } from '../peers/mail/dovecot.ts'
import { hasPostfix } from '../peers/mail/postfix.ts'
import { createHastyMailBuild, type MailDaemon, startMailDaemon } from '../peers/mail-daemon.ts'

describe.skipIf(!hasDovecot())('mail with the built daemon, a real Dovecot and a real Postfix', () => {
  let build: Build
  let skein: MailDaemon
  beforeAll(async () => {
    build = createHastyMailBuild()
    skein = await startMailDaemon({ build, postfix: hasPostfix() })
  })
  afterAll(async () => {
    await skein?.close()
    build.remove()
  })

  test('a mail is answered in its thread, in the mailbox of who wrote it', async () => {
    const { ana, mailbox } = skein
    const asked = await ana.write({ to: mailbox.address, subject: 'Sourdough', text: 'How long must it rise?' })
    const [answer] = await skein.answers(ana, asked)
    expect(answer?.header('subject')).toBe('Re: Sourdough')
    expect(answer?.bytes.toString()).toBe('')
  })
})
