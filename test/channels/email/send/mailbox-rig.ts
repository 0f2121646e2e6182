import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { MailAccount } from '../../../../src/channels/email/account.ts'
import type { SenderDeps } from '../../../../src/channels/email/send/sender.ts'
import { createDovecot, type Dovecot } from '../../../peers/mail/dovecot.ts'
import { startSending, us } from './rig.ts'
import { startScriptedSmtp } from './scripted-smtp.ts'

/** The sender between a scripted server and a real mailbox, which is empty before each test. */
export function besideMailbox() {
  let server: Dovecot | undefined
  const dovecot = () => {
    if (!server) throw new Error('there is no mailbox yet')
    return server
  }
  beforeAll(async () => {
    server = await createDovecot()
  })
  beforeEach(() => dovecot().wipe(us))
  afterAll(() => server?.close())
  return {
    dovecot,
    mailbox: () => dovecot().mailbox(us),
    async start(extra: Partial<MailAccount>, deps: Partial<SenderDeps> = {}) {
      const smtp = await startScriptedSmtp()
      return { smtp, ...startSending({ smtp: smtp.port, imap: dovecot().ports.imap }, extra, deps) }
    },
  }
}
