import { connect } from 'node:net'
import type { TalkFinding } from '../../../channels/talk/wire/doctor.ts'
import type { Config } from '../../../config/config.ts'
import { configCheck, createChannelCheck, note, ok, within } from '../check.ts'
import type { Subject } from '../subject.ts'
import { compareTested, testedTalk } from '../tested-versions.ts'
import { chatServiceMessages } from '../words/chat-service-messages.ts'

const { talk: texts, neverTested } = chatServiceMessages
const LIMIT_MS = 10_000

const version = configCheck('channels.talk-version', texts.version, async (config, subject, signal) => {
  const found = (await askTalk(config, subject, signal)).find((finding) => finding.version !== undefined)?.version
  if (found === undefined) return undefined
  const range = texts.version.range(testedTalk.oldest, testedTalk.newest)
  const compared = compareTested(found, testedTalk)
  return compared === 'tested' ? ok(found) : note(neverTested(found, range), texts.version.steps[compared])
})

/** Only while the daemon runs. Whether the server can reach it too, only the server knows. */
const webhook = configCheck('channels.talk-webhook', texts.webhook, async ({ talk }, { daemon }, signal) => {
  const { secret, host, port } = talk.webhook
  if (talk.url === undefined || secret === undefined || (await daemon()) === undefined) return undefined
  const isOpen = await canConnect(host, port, within(LIMIT_MS, signal))
  return isOpen ? ok(`${host}:${port}`) : note(texts.webhook.closed(host, port), texts.webhook.choose)
})

function canConnect(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, signal })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}

async function askTalk({ talk }: Config, { once }: Subject, signal: AbortSignal): Promise<TalkFinding[]> {
  const { url, user, password, ownerIds } = talk
  if (url === undefined || user === undefined || password === undefined) return []
  const { examineTalk } = await import('../../../channels/talk/wire/doctor.ts')
  return once('talk', () => examineTalk({ url, user, password, ownerIds }, within(LIMIT_MS, signal)))
}

const talkCheck = createChannelCheck(askTalk)

export const talkChecks = [
  talkCheck('channels.talk', texts.signIn, undefined),
  version,
  talkCheck('channels.talk-rooms', texts.rooms, 'rooms'),
  talkCheck('channels.talk-features', texts.features, 'features'),
  talkCheck('channels.talk-owner', texts.owner, 'owner'),
  webhook,
]
