import type { Config } from '../../config/config.ts'
import type { ChannelName } from '../../domain/ids.ts'
import { printable } from '../../lib/text/visible.ts'
import { systemClock } from '../../lib/time/clock.ts'
import type { Language } from '../../messages/languages.ts'
import { type AnyText, mapText, textIn } from '../../messages/localized.ts'
import { setupMessages } from './setup-messages.ts'

/** The result of one attempt to write to the owner. */
export interface Hello {
  channel: ChannelName
  isSent: boolean
  says: AnyText
}

export interface HelloDeps {
  language: Language
  /** The owner's accounts on a channel that were added with a code. */
  pairedAccounts(channel: ChannelName): string[]
}

/** Writes the first message to the owner on every connected channel where they are known. */
export async function sendHello(config: Config, deps: HelloDeps, signal: AbortSignal): Promise<Hello[]> {
  const text = textIn(setupMessages.hello(config.owner.name ?? ''), deps.language)
  const hellos: Hello[] = []
  for (const { channel, name, owner, send } of greetings(config, deps)) {
    if (owner === undefined) continue
    const problem = await send(text, signal)
    const says = problem
      ? setupMessages.helloFailed(name, mapText(problem, printable))
      : setupMessages.helloSent(`${name}, ${printable(owner)}`)
    hellos.push({ channel, isSent: problem === undefined, says })
  }
  return hellos
}

interface Greeting {
  channel: ChannelName
  name: string
  /** The account of the owner. Undefined if nobody is known there. */
  owner: string | undefined
  /** Returns why the message could not be sent. */
  send(text: string, signal: AbortSignal): Promise<AnyText | undefined>
}

/** The libraries of a channel are loaded only if it is used. */
function greetings(config: Config, { language, pairedAccounts }: HelloDeps): Greeting[] {
  const { telegram, talk, email } = config
  const first = (channel: ChannelName, listed: readonly (string | number)[]) => {
    const [account] = [...listed.map(String), ...pairedAccounts(channel)]
    return account
  }
  const telegramOwner = telegram.token === undefined ? undefined : first('telegram', telegram.ownerIds)
  const talkOwner = talk.url === undefined ? undefined : first('talk', talk.ownerIds)?.replace(/^users\//, '')
  const mailOwner = email.address === undefined ? undefined : first('email', email.ownerAddresses)
  return [
    {
      channel: 'telegram',
      name: 'Telegram',
      owner: telegramOwner,
      async send(text, signal) {
        const { PUBLIC_API_ROOT } = await import('../../channels/telegram/telegram.ts')
        const { sendDirectMessage } = await import('../../channels/telegram/wire/direct-message.ts')
        const { reasonOf } = await import('../../channels/telegram/wire/failure.ts')
        const options = { token: telegram.token ?? '', apiRoot: telegram.apiRoot ?? PUBLIC_API_ROOT }
        const failure = await sendDirectMessage(options, { to: Number(telegramOwner), text }, signal)
        return failure && reasonOf(failure)
      },
    },
    {
      channel: 'talk',
      name: 'Nextcloud Talk',
      owner: talkOwner,
      async send(text, signal) {
        const { createTalkClient } = await import('../../channels/talk/wire/talk-client.ts')
        const { reasonOf } = await import('../../channels/talk/wire/failure.ts')
        const { writeToOwner } = await import('../connect/talk-account.ts')
        const { url = '', user = '', password = '' } = talk
        const client = createTalkClient({ url, user, password, clock: systemClock })
        try {
          const sent = await writeToOwner(client, talkOwner ?? '', text, signal)
          return sent.ok ? undefined : reasonOf(sent.failure)
        } finally {
          client.close()
        }
      },
    },
    {
      channel: 'email',
      name: 'Email',
      owner: mailOwner,
      async send(text, signal) {
        const { sendShortMail } = await import('../../channels/email/wire/mailbox-trial.ts')
        const { openMailbox } = await import('../connect/email.ts')
        const subject = textIn(setupMessages.helloSubject, language)
        const mailbox = openMailbox(config, email.password ?? '')
        return sendShortMail(mailbox, { to: mailOwner ?? '', subject, text }, signal)
      },
    },
  ]
}
