import { isRecentSign, OTHER_DAEMON } from '../../../channels/shared/other-daemon.ts'
import type { Config } from '../../../config/config.ts'
import { reasonOf } from '../../../domain/errors.ts'
import type { ChannelName } from '../../../domain/ids.ts'
import { isRunnable } from '../../../lib/runnable.ts'
import { dateAndTime } from '../../../lib/time/calendar.ts'
import { textIn } from '../../../messages/localized.ts'
import { statusMessages } from '../../../messages/status-messages.ts'
import { countUnread, memoriesNamed } from '../../../store/messages/channel-state.ts'
import { listPeople } from '../../../store/people/people.ts'
import { describeUnread } from '../../../tasks/reports/overview.ts'
import { bad, configCheck, note, ok, storeCheck, within } from '../check.ts'
import { channelCheckMessages as texts } from '../words/channel-check-messages.ts'

const PROBE_MS = 5000

/** Only while the daemon runs; its own answer shows that the page is served and that messages are received. */
const page = configCheck('channels.page', texts.page, async ({ web }, { daemon }, signal) => {
  if (!web.enabled || (await daemon()) === undefined) return undefined
  const address = `http://127.0.0.1:${web.port}`
  const answer = await probe(`${address}/readyz`, signal)
  if (answer.text === 'ok') return ok(address)
  const isOurs = /^(?:starting|stuck|safe mode|disk full)$/.test(answer.text)
  if (isOurs) return bad(texts.page.notReady(address, answer.text), texts.page.status)
  if (answer.status === 0) return note(texts.page.closed(web.port), texts.page.restart)
  return note(texts.page.otherPort(web.port), texts.page.link)
})

const encryption = configCheck('channels.page-encryption', texts.encryption, ({ web }) => {
  if (!web.enabled || web.bind === undefined || web.bind.startsWith('127.') || web.bind === '::1')
    return ok(texts.encryption.local)
  return note(texts.encryption.open(web.bind), texts.encryption.proxy)
})

/** Asks as a browser does, through the proxy. */
const publicUrl = configCheck('channels.public-url', texts.publicUrl, async ({ web }, { daemon }, signal) => {
  if (!web.enabled || web.publicUrl === undefined || (await daemon()) === undefined) return undefined
  const { origin } = new URL(web.publicUrl)
  const answer = await probe(`${origin}/healthz`, signal)
  if (answer.status === 200 && answer.text === 'ok') return ok(origin)
  if (answer.status === 421) return bad(texts.publicUrl.otherHost(origin), texts.publicUrl.keepHost)
  const what = answer.status === 0 ? answer.text : String(answer.status)
  return bad(texts.publicUrl.noAnswer(origin, what), texts.publicUrl.proxy)
})

async function probe(address: string, signal: AbortSignal): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(address, { signal: within(PROBE_MS, signal), redirect: 'manual' })
    return { status: response.status, text: (await readStart(response)).trim() }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { status: 0, text: textIn(reasonOf(cause), 'en') }
  }
}

const MAX_ANSWER_CHARS = 200

/** Another program may listen there and send anything. */
async function readStart(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader && text.length < MAX_ANSWER_CHARS) {
    const { done, value } = await reader.read()
    if (done) return text
    text += value
  }
  await reader?.cancel()
  return text.slice(0, MAX_ANSWER_CHARS)
}

/** Somebody who may talk to the bot: an owner from the configuration, or anybody who was paired. */
const owner = storeCheck('channels.owner', texts.owner, (db, { config }) => {
  if (!config) return undefined
  const paired = new Set(listPeople(db).flatMap(({ addresses }) => addresses.map(({ channel }) => channel)))
  const silent = channelsWithoutOwner(config).filter(({ channel }) => !paired.has(channel))
  if (silent.length === 0) return ok(texts.owner.known)
  return silent.map(({ title }) => note(texts.owner.none(title), texts.owner.pair))
})

function channelsWithoutOwner({ telegram, talk, email }: Config): { channel: ChannelName; title: string }[] {
  return [
    ...(telegram.token !== undefined && telegram.ownerIds.length === 0
      ? [{ channel: 'telegram', title: 'Telegram' } as const]
      : []),
    ...(talk.password !== undefined && talk.ownerIds.length === 0 ? [{ channel: 'talk', title: 'Talk' } as const] : []),
    ...(email.address !== undefined && email.ownerAddresses.length === 0
      ? [{ channel: 'email', title: email.address } as const]
      : []),
  ]
}

const unread = storeCheck('channels.unread', texts.unread, (db, { machine }) => {
  const found = countUnread(db)
  if (found.length === 0) return ok(texts.unread.none)
  return found.map((one) => note(describeUnread(one, machine.zone), texts.unread.report))
})

const sharedAccount = storeCheck('channels.shared-account', texts.sharedAccount, (db, { machine }) => {
  const shared = memoriesNamed(db, OTHER_DAEMON).filter(({ value }) => isRecentSign(value, machine.now()))
  if (shared.length === 0) return ok(texts.sharedAccount.none)
  return shared.map(({ account, channel, value }) =>
    note(
      statusMessages.sharedAccount(account, channel, dateAndTime(new Date(value), machine.zone)),
      texts.sharedAccount.stop,
    ),
  )
})

const voice = configCheck('channels.voice', texts.voice, ({ web, telegram, talk }, { env }) => {
  const programs = [web, telegram, talk].flatMap(({ voice: { command } }) => command.slice(0, 1))
  if (programs.length === 0) return undefined
  const missing = programs.filter((program) => !isRunnable(program, env.PATH ?? ''))
  return missing.length === 0 ? ok(programs.join(', ')) : bad(texts.voice.missing(missing), texts.voice.install)
})

export const channelChecks = [page, encryption, publicUrl, owner, unread, sharedAccount, voice]
