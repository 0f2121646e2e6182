import { onTestFinished } from 'vitest'
import { AUTHSERV, letter, newAddress } from '../../../channels/email/rig.ts'
import { createDovecot } from '../../../peers/mail/dovecot.ts'
import { passwordOf } from '../../../peers/mail/dovecot-config.ts'
import { createSmtpPeer } from '../../../peers/mail/smtp-peer.ts'
import type { BrokenSetup, Patient } from '../patient.ts'

type Keys = Partial<Record<'password' | 'smtp' | 'authserv_id', string>>

/** A mailbox with one mail, and what uses it with other keys than the right ones. */
async function openMailbox({ configure }: Patient) {
  const dovecot = await createDovecot()
  const smtp = await createSmtpPeer({ isLogin: (_user, password) => password.startsWith('open-') })
  onTestFinished(async () => {
    await dovecot.close()
    await smtp.close()
  })
  const address = newAddress()
  await dovecot.deliver(address, letter({}))
  const right = {
    address,
    password: passwordOf(address),
    imap: `imap://${dovecot.ports.host}:${dovecot.ports.imap}`,
    smtp: `smtp://${smtp.host}:${smtp.port}`,
    authserv_id: AUTHSERV,
  }
  return (other: Keys = {}) =>
    configure(
      `[email]\n${Object.entries({ ...right, ...other })
        .map(([key, value]) => `${key} = "${value}"\n`)
        .join('')}`,
    )
}

const mistakes: [BrokenSetup['id'], Keys][] = [
  ['channels.email', { password: 'closed' }],
  ['channels.email-sending', { smtp: 'smtp://127.0.0.1:1' }],
  ['channels.email-verification', { authserv_id: 'elsewhere.test' }],
]

export const emailSetups = mistakes.map(([id, keys]): BrokenSetup => {
  let use: Awaited<ReturnType<typeof openMailbox>> | undefined
  return {
    id,
    async breaks(patient) {
      use = await openMailbox(patient)
      use(keys)
    },
    heals: () => use?.(),
  }
})
