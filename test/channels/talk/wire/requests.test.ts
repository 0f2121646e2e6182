import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createQuestions } from '../../../../src/channels/talk/show/questions.ts'
import { createWorkingMark } from '../../../../src/channels/talk/show/working-mark.ts'
import { makeChatId } from '../../../../src/domain/ids.ts'
import type { Seen } from '../../../peers/talk/traffic.ts'
import { delivery, never, startSending } from '../send/rig.ts'

// The makers' own description of what may be asked, kept beside this project and not in it.
const file = fileURLToPath(new URL('../../../../../shared/contracts/talk-openapi.json', import.meta.url))
if (!existsSync(file)) console.warn(`left out: there is no description of the interface at ${file}`)

interface Schema {
  type?: string
  enum?: unknown[]
  pattern?: string
  minimum?: number
  maximum?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

test.skipIf(!existsSync(file))(
  'everything that we ask of the newest server is asked as its description says',
  async () => {
    const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, Operation>> }
    const { sender, client, server, group, alice, shelve } = await startSending({ version: 24 })
    const chat = makeChatId('talk', group.token)
    const topic = group.say(alice, 'thread', { threadTitle: 'Plans' })
    const asked = group.say(alice, 'the files', { threadId: topic })
    const one = delivery(group, 'Here.', { replyTo: asked, topic, files: [shelve('a.txt', 'a'), shelve('b.ogg', 'b')] })
    const receipt = await sender.send(one, never)
    await sender.reconcile(one, never)
    const remoteId = receipt.status === 'sent' ? receipt.remoteId : ''
    const broke = (error: unknown) => expect.fail(String(error))
    const mark = createWorkingMark(client, never, broke)
    mark.open(chat, String(asked))
    mark.close(chat, String(asked))
    createQuestions(client, never, broke).settle(chat, 1, remoteId, { instead: 'Over.', beside: [remoteId] })
    await client.rooms(undefined, never)
    await client.rooms(1, never)
    await client.openOneToOne('alice', never)
    await client.messages(group.token, { before: asked, limit: 50 }, never)
    await client.messages(group.token, { after: asked, limit: 100, waitSeconds: 30 }, never)
    await client.markRead(group.token, asked, never)
    const done = (route: string) =>
      server.traffic.calls.some((call) => call.route === route && call.status !== undefined)
    await server.traffic.until('all of it', () => ['unreact', 'delete', 'read'].every(done))

    const ours = server.traffic.calls.filter(({ path }) => path.includes('/apps/spreed/'))
    const problems = ours.flatMap((call) =>
      problemsOf(call, paths).map((what) => `${call.method} ${call.path}: ${what}`),
    )
    expect(problems).toEqual([])
    expect(new Set(ours.map(({ route }) => route)).size).toBeGreaterThanOrEqual(12)
  },
)

function problemsOf({ method, path, query, params }: Seen, paths: Record<string, Record<string, Operation>>): string[] {
  const found = Object.entries(paths).find(([pattern, verbs]) => fits(pattern, path) && verbs[method.toLowerCase()])
  const operation = found?.[1][method.toLowerCase()]
  if (!operation) return ['nobody knows it']
  const known = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const missing = known.filter(({ name, required }) => required && !(name in query)).map(({ name }) => `no ${name}`)
  const strange = Object.entries(query).flatMap(([name, value]) => {
    const schema = known.find((parameter) => parameter.name === name)?.schema
    return schema ? problemOf(name, schema.type === 'integer' ? Number(value) : value, schema) : [`what is ${name}?`]
  })
  const schema = operation.requestBody?.content['application/json'].schema
  const fields = Object.entries(params).filter(([name]) => !(name in query))
  const body = fields.flatMap(([name, value]) => {
    const field = schema?.properties?.[name]
    return field ? problemOf(name, value, field) : [`what is ${name}?`]
  })
  const left = (schema?.required ?? []).filter((name) => !(name in params)).map((name) => `no ${name}`)
  return [...missing, ...strange, ...body, ...left]
}

function fits(pattern: string, path: string): boolean {
  const steps = pattern.split('/')
  const given = path.split('/')
  return steps.length === given.length && steps.every((step, at) => step.startsWith('{') || step === given[at])
}

function problemOf(name: string, value: unknown, { type, enum: allowed, minimum, maximum, pattern }: Schema): string[] {
  const kind = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value
  const isRight =
    (type === undefined || type === kind) &&
    (!allowed || allowed.includes(value)) &&
    (typeof value !== 'number' || (value >= (minimum ?? value) && value <= (maximum ?? value))) &&
    (typeof value !== 'string' || pattern === undefined || new RegExp(pattern).test(value))
  return isRight ? [] : [`${name} is ${JSON.stringify(value)}`]
}
