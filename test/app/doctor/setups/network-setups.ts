import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { startEmbeddings } from '../../../peers/embeddings/server.ts'
import { startOllama } from '../../../peers/providers/ollama-api.ts'
import { createTalkServer } from '../../../peers/talk/talk.ts'
import { createTelegram, type TelegramOptions } from '../../../peers/telegram/telegram.ts'
import { type BrokenSetup, type Patient, running } from '../patient.ts'

/** An address where this is answered; the status may change. */
async function serve(answer: { status: number; text: string }): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(answer.status).end(answer.text))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function telegram({ configure }: Patient, options: TelegramOptions = {}, owners: number[] = []) {
  const peer = await createTelegram(options)
  onTestFinished(() => peer.close())
  const ids = owners.length > 0 ? `owner_ids = [${owners.join(', ')}]\n` : ''
  const use = (other = peer) => configure(`[telegram]\ntoken = "${other.token()}"\napi_root = "${other.url()}"\n${ids}`)
  use()
  return { peer, use }
}

async function talk({ configure }: Patient, ownerId?: string) {
  const server = await createTalkServer({ version: 22 })
  onTestFinished(() => server.close())
  const bot = server.user('skein')
  const use = (owner = ownerId) =>
    configure(
      `[talk]\nurl = "${server.url()}"\nuser = "skein"\npassword = "${bot.appPassword}"\n` +
        (owner === undefined ? '' : `owner_ids = ["${owner}"]\n`),
    )
  server.oneToOne(server.user('alice'), bot)
  use()
  return { server, bot, use }
}

const nobody = 'http://127.0.0.1:1'

/** Each returns what heals it, because both need the same server. */
const broken: Record<string, (patient: Patient) => Promise<() => void | Promise<void>>> = {
  async 'channels.page'(patient) {
    const answer = { status: 503, text: 'stuck' }
    patient.daemon = running
    patient.configure(`[web]\nport = ${new URL(await serve(answer)).port}\n`)
    return () => void Object.assign(answer, { status: 200, text: 'ok' })
  },
  async 'channels.public-url'(patient) {
    const answer = { status: 421, text: 'no such host' }
    patient.daemon = running
    patient.configure(`[web]\npublic_url = "${await serve(answer)}"\n`)
    return () => void Object.assign(answer, { status: 200, text: 'ok' })
  },
  async 'channels.telegram'(patient) {
    const { peer, use } = await telegram(patient)
    peer.revoke()
    return () => use()
  },
  async 'channels.telegram-privacy'(patient) {
    const { use } = await telegram(patient)
    const hears = await telegram(patient, { bot: { can_read_all_group_messages: true } })
    use()
    return () => hears.use()
  },
  async 'channels.telegram-owner'(patient) {
    const { peer } = await telegram(patient, {}, [42])
    return () => void peer.privateChat(peer.user({ id: 42, name: 'Ana' }))
  },
  async 'channels.talk'(patient) {
    const { server, bot } = await talk(patient)
    server.revoke(bot)
    return async () => void (await talk(patient))
  },
  async 'channels.talk-version'(patient) {
    const { server } = await talk(patient)
    const { talk: tested } = server.world.release
    server.world.release.talk = '31.0.1'
    return () => void (server.world.release.talk = tested)
  },
  async 'channels.talk-rooms'(patient) {
    const { server } = await talk(patient)
    server.fail('rooms', 'unavailable-before', 9)
    return () => server.mend()
  },
  async 'channels.talk-features'(patient) {
    const { server } = await talk(patient)
    const { release } = server.world
    release.threads = false
    return () => void (release.threads = true)
  },
  async 'channels.talk-owner'(patient) {
    const { use } = await talk(patient, 'Alice')
    return () => use('alice')
  },
  async 'channels.talk-webhook'(patient) {
    patient.daemon = running
    const use = (address: string) =>
      patient.configure(
        `[talk]\nurl = "${nobody}"\nuser = "skein"\npassword = "a-long-enough-one"\n` +
          `[talk.webhook]\nsecret = "${'s'.repeat(40)}"\nport = ${new URL(address).port}\n`,
      )
    use(nobody)
    return async () => use(await serve({ status: 200, text: '' }))
  },
  async 'channels.speech'({ configure }) {
    const url = await serve({ status: 200, text: '{}' })
    configure('[speech]\ncommand = ["no-such-program-4711"]\n')
    return () => configure(`[speech]\nurl = "${url}"\n`)
  },
  async 'models.vectors'({ configure }) {
    const service = await startEmbeddings()
    onTestFinished(() => service.close())
    const use = (url: string) => configure(`[recall]\nvectors = "endpoint"\nurl = "${url}"\nmodel = "peer-model"\n`)
    use(nobody)
    return () => use(service.url)
  },
  async 'models.providers'(patient) {
    const api = await startOllama({ models: ['grain-7'] })
    onTestFinished(() => api.close())
    const use = (address: string) =>
      patient.configure(`[providers.near]\nkind = "ollama"\nbase_url = "${address}"\nmodels.general = "grain-7"\n`)
    use(nobody)
    return () => use(api.url)
  },
}

/** Nothing is left to say about these once they are healed. */
const silent = ['channels.telegram-webhook', 'channels.talk-features', 'channels.talk-owner']

export const networkSetups: BrokenSetup[] = [
  {
    id: 'channels.telegram-webhook',
    endsSilent: true,
    async breaks(patient) {
      const { peer } = await telegram(patient)
      await fetch(`${peer.url()}/bot${peer.token()}/setWebhook?url=https://elsewhere.test/hook`)
    },
  },
  ...Object.entries(broken).map(([id, breaks]): BrokenSetup => {
    let heal: (() => void | Promise<void>) | undefined
    return {
      id: id as BrokenSetup['id'],
      ...(silent.includes(id) && { endsSilent: true }),
      async breaks(patient) {
        heal = await breaks(patient)
      },
      heals: async () => await heal?.(),
    }
  }),
]
