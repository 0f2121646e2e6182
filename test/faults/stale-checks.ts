import type { Channel } from '../../src/channels/channel.ts'
import { makeChatId } from '../../src/domain/ids.ts'
import { momentOf } from '../../src/lib/time/clock.ts'
import { createWaker } from '../../src/lib/time/timers.ts'
import { createBrains } from '../../src/spawner/brains.ts'
import type { Brain, Turn } from '../../src/spawner/spawner.ts'
import type { Claim } from '../../src/store/work/claims.ts'
import { createAttachments } from '../../src/tasks/files/files.ts'
import { createTrails } from '../../src/tasks/run/run-trail.ts'
import type { TaskDeps } from '../../src/tasks/task-deps.ts'
import { onRoad, type RoadOfBuild } from '../peers/road.ts'
import { createScriptedChannel } from '../support/scripted-channel.ts'
import type { SmallCheck } from './small-checks.ts'

const never = new AbortController().signal
const LONG_MS = 10_000

/** A worker that was taken for dead ends its turn after another has taken the task over. */
export const staleWorkerEnds: SmallCheck = (build) =>
  onRoad(build, async (given) => {
    const { road, parts } = given
    accept(given, 'who answers?')
    const thawed = createWaker()
    const stale = brain('stale', thawed.wait(LONG_MS, never))
    const dying = parts.run.runTask(runDeps(road, stale), claimNext(given, road), stale, never)

    const next = given.afterDeath()
    parts.recovery.recover(next)
    const claim = claimNext(given, next)
    thawed.wake()
    await dying
    const fresh = brain('fresh', Promise.resolve())
    await parts.run.runTask(runDeps(next, fresh), claim, fresh, never)
    const replies = road.db.raw.prepare("SELECT text FROM message WHERE author = 'bot'").pluck().all()
    return replies.join() === 'fresh' ? [] : [`the replies are ${replies.join(' and ')}`]
  })

/** The daemon dies after the bytes left and before it noted that they arrived. */
export const dieWhileSending: SmallCheck = (build) =>
  onRoad(build, async (given) => {
    const { road, parts } = given
    const arrived: string[] = []
    const left = createWaker()
    const first = post(arrived, (_delivery, signal) => {
      left.wake()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', reject))
    })
    const death = new AbortController()
    accept(given, '/help')
    const dying = parts.deliver.createDeliver({ ...road, channels: new Map([['web', first]]) }).run(death.signal)
    await left.wait(LONG_MS, never)

    const settled = createWaker()
    const second = post(arrived, async () => ({ status: 'sent', remoteId: '1' }), settled.wake)
    const next = { ...given.afterDeath(), channels: new Map([['web' as const, second]]) }
    parts.recovery.recover(next)
    const end = new AbortController()
    const delivering = parts.deliver.createDeliver(next).run(end.signal)
    await settled.wait(LONG_MS, never)
    end.abort()
    death.abort()
    await Promise.all([delivering, dying])
    return arrived.length === 1 ? [] : [`the same line was sent ${arrived.length} times, unmarked`]
  })

function accept({ inbox, parts }: RoadOfBuild, text: string): void {
  const sender = { channel: 'web', id: 'owner' } as const
  const said = { chat: makeChatId('web', 'home'), key: 'k1', text, sender, senderName: 'Ana' }
  inbox.accept([parts.inbound.toMessage(said, new Date())])
}

function claimNext({ parts }: RoadOfBuild, { db, clock, instance }: TaskDeps): Claim {
  const claim = parts.claims.claimTask(db, {
    instance,
    ...momentOf(clock),
    leaseUntil: performance.now() + 60_000,
    suspects: true,
    kinds: ['reply'],
  })
  if (!claim || !('token' in claim)) throw new Error('there is no task to claim')
  return claim
}

function runDeps(road: TaskDeps, given: Brain) {
  return {
    ...road,
    brains: createBrains(given),
    standIn: () => undefined,
    scrub: (text: string) => text,
    attachments: createAttachments(),
    workspaces: { furnish: async (turn: Turn) => turn },
    bindTools: () => ({ noteForeign() {}, release() {} }),
    overflowed() {},
    trails: createTrails(),
    background: {
      prepare: async () => ({ status: 'ask' as const }),
      take: () => false,
      staySilent() {},
      modelFor: () => 'fast',
    },
    assemble: async ({ task }: Claim) => ({
      adds: undefined,
      record() {},
      report() {},
      epoch: undefined,
      turn: {
        task: task.id,
        kind: task.kind,
        chat: task.chat,
        person: { id: task.personId, name: 'Ana' },
        model: 'general',
        trust: 'owner' as const,
        foreign: [],
        files: [],
        system: '',
        text: '',
        question: '',
      },
    }),
  }
}

function brain(text: string, when: Promise<void>): Brain {
  return {
    name: 'script',
    maxAttempts: 1,
    hasSessions: false,
    hasTools: false,
    forget() {},
    async *run() {
      await when
      yield { kind: 'done', text }
    },
    async close() {},
  }
}

/** A channel that cannot take a line back: it counts what arrived, and knows it when asked. */
function post(arrived: string[], answer: Channel['send'], settled: () => void = () => {}): Channel {
  return {
    name: 'web',
    manners: { ...createScriptedChannel().manners, textLimit: 1000, reconcileAfterMs: 0 },
    async listen() {},
    show() {},
    lastAttempt: () => 0,
    async close() {},
    send(delivery, signal) {
      arrived.push(delivery.key)
      settled()
      return answer(delivery, signal)
    },
    async reconcile(delivery) {
      settled()
      return { status: 'sent', remoteId: delivery.key }
    },
    open: async () => ({ status: 'refused', reason: 'nobody is written to first' }),
  }
}
