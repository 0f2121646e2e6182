import { expect, test } from 'vitest'
import { createLoopbackServer } from '../../loopback.ts'
import { signatureOf } from '../bots/webhooks.ts'
import { arrangements } from './arrangements.ts'
import { createStage, type Stage } from './reconstruct.ts'
import { headersOf, type Recording, readRecordings, shapeOf } from './recording.ts'
import { type Arrangement, botSecret } from './states.ts'

const recordings = readRecordings()
if (recordings === undefined) console.warn('left out: the recordings of a real server are not beside this project')

/** The recorded request, by the same person, to a server in the same state. */
async function repeat(stage: Stage, { actor, request }: Recording, arrangement: Arrangement): Promise<Response> {
  const url = new URL(request.path, stage.talk.url())
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  const headers = { ...request.headers }
  const user = stage.talk.world.accounts.get(actor.split(' ')[0] ?? '')
  if (headers.Authorization !== undefined && user !== undefined)
    headers.Authorization = `Basic ${Buffer.from(`${user.id}:${user.appPassword}`).toString('base64')}`
  Object.assign(headers, arrangement.headers)
  const body = arrangement.body ?? request.body
  const init: RequestInit = { method: request.method, headers, redirect: 'manual' }
  if (body !== null && body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body)
  if (arrangement.during !== undefined) stage.talk.state.secondMs = 50
  const answer = fetch(url, init)
  if (arrangement.during !== undefined) {
    await stage.talk.listening()
    arrangement.during()
  }
  return answer
}

async function seen(response: Response, masked: string[]): Promise<object> {
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const body = text === '' ? null : isJson ? shapeOf(narrow(JSON.parse(text)), masked) : tags(text)
  return { status: response.status, headers: headersOf(response.headers), body }
}

function expected({ response }: Recording, masked: string[]): object {
  const { body } = response
  const isBytes = typeof body === 'object' && body !== null && '$base64' in body
  const shown = isBytes
    ? '<bytes>'
    : typeof body === 'string'
      ? tags(body)
      : body === null
        ? null
        : shapeOf(narrow(body), masked)
  return { status: response.status, headers: headersOf(Object.entries(response.headers)), body: shown }
}

/** Of the capabilities, those of the server and of Talk: what other apps say is nothing to us. */
function narrow(body: unknown): unknown {
  const { data } = (body as { ocs?: { data?: unknown } } | null)?.ocs ?? {}
  if (typeof data !== 'object' || data === null || !('capabilities' in data)) return body
  const { spreed, bruteforce } = data.capabilities as { spreed: { config: { call: object } }; bruteforce: unknown }
  const call = { ...spreed.config.call, 'supported-reactions': [], 'predefined-backgrounds': [] }
  return { data: { ...data, capabilities: { bruteforce, spreed: { ...spreed, config: { ...spreed.config, call } } } } }
}

/** XML by its elements; of other texts only that there is one. */
function tags(text: string): string[] | string {
  return text.startsWith('<?xml') ? (text.match(/<[^>?]+>/g) ?? []).map((tag) => tag.replace(/ .*/, '>')) : '<bytes>'
}

const isHook = ({ name }: Recording) => name.startsWith('webhook-')
const replayed = (recordings ?? []).filter((recording) => !isHook(recording))

test.skipIf(recordings === undefined)('every recording is repeated, and none is left out', () => {
  const unknown = (recordings ?? []).filter(({ name }) => {
    return told[name] === undefined && !arrangements.some(([pattern]) => pattern.test(name))
  })
  expect(unknown.map(({ name }) => name)).toEqual([])
  expect(recordings?.length).toBeGreaterThan(250)
})

test.skipIf(recordings === undefined).each(replayed.map((recording) => [recording.name, recording] as const))(
  'answers as recorded: %s',
  async (name, recording) => {
    const [, arrange] = arrangements.find(([pattern]) => pattern.test(name)) ?? []
    if (arrange === undefined) throw new Error(`nothing brings a server into the state of ${name}`)
    const stage = await createStage()
    try {
      const arrangement = (await arrange(stage, recording)) ?? {}
      const { masked = [] } = arrangement
      const answer = await repeat(stage, recording, arrangement)
      expect(await seen(answer, masked)).toEqual(expected(recording, masked))
    } finally {
      await stage.talk.close()
    }
  },
)

/** What people did that a bot was told of. */
const told: Record<string, (stage: Stage) => void> = {
  'webhook-create-text': ({ lab, alice }) => lab.say(alice, 'Hello webhook bot — ünïcode 😀 / "quotes"'),
  'webhook-create-mention': ({ lab, alice }) => lab.say(alice, '@bob please look, @all too'),
  'webhook-create-reply': ({ lab, bob }) => lab.say(bob, 'a reply', { replyTo: 150 }),
  'webhook-activity-file': ({ lab, alice }) => lab.share(alice, { name: 'hook.txt' }),
  'webhook-activity-system': ({ lab, alice }) => lab.describe(alice, 'hooked'),
  'webhook-activity-deleted': ({ lab, alice }) => lab.remove(alice, 150),
}

interface Hooked extends Recording {
  request: Recording['request'] & { rawBody: string }
}

test
  .skipIf(recordings === undefined)
  .each((recordings ?? []).filter(isHook).map((one) => [one.name, one as Hooked] as const))(
  'tells a webhook bot as recorded: %s',
  async (name, { request }) => {
    const stage = await createStage()
    let raw = ''
    let header: (name: string) => string = () => ''
    const listener = createLoopbackServer((incoming, response) => {
      header = (one) => String(incoming.headers[one.toLowerCase()])
      incoming.on('data', (chunk: Buffer) => void (raw += chunk.toString('utf8')))
      incoming.on('end', () => response.end())
    })
    await listener.up()
    try {
      stage.next(150)
      stage.lab.say(stage.alice, 'before')
      stage.lab.room.name = 'Skein lab 2'
      const bot = stage.talk.webhooks.install({ name: 'Fixture Bot', secret: botSecret, url: listener.url() })
      stage.lab.room.bots.add(bot.id)
      told[name]?.(stage)
      await expect.poll(() => stage.talk.webhooks.results).toEqual([200])
      expect(activityOf(raw)).toEqual(activityOf(request.rawBody))
      expect(header('X-Nextcloud-Talk-Signature')).toBe(signatureOf(botSecret, header('X-Nextcloud-Talk-Random'), raw))
      expect(header('X-Nextcloud-Talk-Random')).toHaveLength(request.headers['X-Nextcloud-Talk-Random']?.length ?? 0)
      expect(header('X-Nextcloud-Talk-Backend')).toBe(`${stage.talk.url()}/`)
      // The recorded vector holds for the same arithmetic.
      const { 'X-Nextcloud-Talk-Random': random = '', 'X-Nextcloud-Talk-Signature': signature } = request.headers
      expect(signatureOf(botSecret, random, request.rawBody)).toBe(signature)
    } finally {
      await listener.down()
      await stage.talk.close()
    }
  },
)

/** An activity and the JSON within its JSON; how PHP wrote it is seen in whether anything but ASCII is left. */
function activityOf(raw: string): unknown {
  const activity = JSON.parse(raw) as { object: { content: string } }
  const content = JSON.parse(activity.object.content) as { parameters: { file?: { name: string } } }
  if (content.parameters.file !== undefined) content.parameters.file.name = ''
  const isAscii = /^[ -~]*$/.test(raw) && !/[^\\]\//.test(raw)
  return { isAscii, activity: shapeOf({ ...activity, object: { ...activity.object, content: shapeOf(content) } }) }
}
