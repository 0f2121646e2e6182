import { randomBytes, randomInt } from 'node:crypto'
import { Queue } from 'bullmq'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { keys, openRedis, PREFIX, queueName } from '../../../src/spawner/remote/redis-link.ts'
import type { PairedRunner } from '../../../src/spawner/remote/runner-book.ts'
import { createSealer } from '../../../src/spawner/remote/sealed-line.ts'
import { type RedisPeer, redisServers, startRedis } from '../../peers/redis/redis.ts'
import { createRunnerWorld, turnOf } from '../../support/runner-world.ts'
import { createScriptedBrain, type Script } from '../../support/scripted-brain.ts'
import { size } from '../../support/sizes.ts'
import { until } from '../../support/until.ts'

/** Of all kinds together. */
const TRIES = size(100, 1000)

// Somebody who can read and write Redis, and a runner that speaks for another one.

describe.skipIf(redisServers.length === 0)('jobs, events and calls of others', () => {
  let redis: RedisPeer
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => await redis.remove())

  test(`are never accepted: 0 of ${TRIES}`, async () => {
    let goOn = () => {}
    const gate = new Promise<void>((resolve) => (goOn = resolve))
    const called: unknown[] = []
    const call = async (_: string, input: unknown) => (called.push(input), { text: 'found', failed: false })
    const script: Script = async function* (turn, signal) {
      yield { kind: 'text', text: 'I begin' }
      await Promise.race([gate, new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))])
      const answer = await world.boundTo(turn).calls.call({ kind: 'tool', name: 'search', input: 'real' })
      yield { kind: 'done', text: JSON.stringify([answer, signal.aborted]) }
    }
    const world = await createRunnerWorld(
      redis,
      { attic: createScriptedBrain(script), barn: createScriptedBrain(script) },
      // A runner holds a place for some seconds for each ticket that leads to nothing.
      { tools: { call }, places: TRIES },
    )
    onTestFinished(world.close)
    const session = { id: 's', isNew: true }
    const events: unknown[] = []
    const asking = (async () => {
      for await (const event of world.remote.run(turnOf({ session }), new AbortController().signal)) events.push(event)
    })()
    await until(() => expect(events).toHaveLength(1))
    // The one that did not get the turn is the attacker.
    const [runner, mole] = world.brain('attic').turns.length === 1 ? ['attic', 'barn'] : ['barn', 'attic']
    const identityOf = (name: string) => world.paired.find((one) => one.name.startsWith(name)) as PairedRunner
    const { name: runnerName } = identityOf(runner)
    const { name: moleName, root: moleRoot } = identityOf(mole)

    const admin = redis.admin()
    const link = openRedis(redis.settings, () => {})
    const queues = [undefined, ...world.paired.map(({ name }) => name)].map(
      (name) => new Queue(queueName(name), { connection: link.options, prefix: PREFIX, skipMetasUpdate: true }),
    )
    onTestFinished(async () => {
      await Promise.all(queues.map((queue) => queue.disconnect()))
      await link.close()
    })
    const [up = '', down = ''] = (await admin.keys('skein:turn:*')).toSorted((a, b) => b.length - a.length).toReversed()
    const turn = up.split(':')[2] ?? ''
    const nonce = down.split(':').at(-1) ?? ''
    const framesIn = async (stream: string) => {
      const frames = (await admin.xrangeBuffer(stream, '-', '+')).map((entry) => {
        const [, [, from, , frame]] = entry as unknown as [Buffer, Buffer[]]
        return { from: String(from), frame: frame ?? Buffer.alloc(0) }
      })
      // The first one belongs to nobody.
      return frames.filter(({ frame }) => frame.length > 0)
    }
    const real = new Map(await Promise.all([up, down].map(async (name) => [name, await framesIn(name)] as const)))
    const write = async (stream: string, from: string, frame: Buffer) =>
      void (await link.redis.xadd(stream, '*', 'f', from, 'd', frame))
    const ring = async (data: unknown) => {
      const options = { removeOnComplete: true, removeOnFail: true }
      await Promise.all(queues.map((queue) => queue.add('turn', data, options)))
    }
    /** What the mole can seal: with its own secret, for this turn, with the counter that is due. */
    const sealedByMole = (direction: 'to-daemon' | 'to-runner', due: number, message: unknown, runner = runnerName) => {
      const sealer = createSealer({ root: moleRoot, runner, line: turn, direction, salt: Buffer.from(nonce, 'hex') })
      for (let count = 0; count < due; count++) sealer.seal({})
      return sealer.seal(message)
    }
    const forgedCall = { t: 'call', id: 0, call: { kind: 'tool', name: 'search', input: 'forged' } }
    const forgedEnd = { t: 'event', event: { kind: 'done', text: 'forged' } }

    type Attack = (stream: string) => Promise<void>
    const onStream = (change: (frame: Buffer, due: number) => Buffer): Attack => {
      return async (stream) => {
        const frames = real.get(stream) ?? []
        const { from, frame } = frames[randomInt(frames.length)] ?? { from: '', frame: Buffer.alloc(0) }
        await write(stream, from, change(frame, frames.length))
      }
    }
    const attacks: Attack[] = [
      // Streams: repeated, cut, changed, invented, from the wrong place in the order.
      onStream((frame) => frame),
      onStream((frame) => frame.subarray(0, randomInt(frame.length))),
      onStream((frame) => {
        const changed = Buffer.from(frame)
        const at = randomInt(changed.length)
        changed[at] = (changed[at] as number) ^ (1 << randomInt(8))
        return changed
      }),
      onStream((frame, due) => {
        const invented = randomBytes(frame.length)
        invented.writeBigUInt64BE(BigInt(due))
        return invented
      }),
      onStream((frame, due) => {
        const moved = Buffer.from(frame)
        moved.writeBigUInt64BE(BigInt(due + randomInt(3)))
        return moved
      }),
      // The mole's: calls and answers for the turn of another.
      async (stream) => {
        const direction = stream === up ? 'to-daemon' : 'to-runner'
        const frames = real.get(stream) ?? []
        for (const message of [forgedCall, forgedEnd, { t: 'stop' }, { t: 'answer', id: 0, value: { text: 'forged' } }])
          await write(stream, frames[0]?.from ?? '', sealedByMole(direction, frames.length, message))
      },
      async () => {
        const frame = sealedByMole('to-daemon', 0, forgedEnd, moleName)
        await write(up, `${moleName}.${nonce}`, frame)
      },
      // Claims of turns that nobody opened.
      async () => {
        const invented = randomBytes(16).toString('hex')
        await write(keys.toDaemon(invented), `${runnerName}.${invented}`, randomBytes(60))
      },
      // Jobs: for turns that do not exist, for the one that runs, and what is no job.
      async () => await ring({ turn: randomBytes(16).toString('hex') }),
      async () => await ring({ turn }),
      async () => await ring([{ turn: 7 }, { turn: `${turn}x` }, null, 'turn', { __proto__: { turn } }][randomInt(5)]),
    ]
    // One of each kind at the same time: on a busy machine, each answer of Redis takes long.
    for (let tried = 0; tried < TRIES; tried += attacks.length) {
      const stream = (tried / attacks.length) % 2 === 0 ? up : down
      await Promise.all(attacks.slice(0, TRIES - tried).map((attack) => attack(stream)))
    }
    // Everything was read before the turn goes on: the runner has answered or dropped every ticket.
    await until(async () => {
      const counts = await Promise.all(queues.map((queue) => admin.llen(`${PREFIX}:${queue.name}:wait`)))
      expect(counts).toEqual(queues.map(() => 0))
    })
    goOn()
    await asking
    const answer = { text: 'found', failed: false, trust: 'owner' }
    expect(events).toEqual([
      { kind: 'text', text: 'I begin' },
      { kind: 'done', text: JSON.stringify([answer, false]) },
    ])
    expect(called).toEqual(['real'])
    expect([runner, mole].map((name) => world.brain(name).turns.length)).toEqual([1, 0])
  })
})
