// One turn at the runner: from the ticket to the end of the brain's run.
//   1. The runner claims the turn under random bytes of its own, from which the keys of both directions are derived.
//   2. The daemon sends the work. Without it (the turn is over, or somebody else has it) nothing happens.
//   3. The brain runs. Its events go to the daemon, text at most 25 times a second.
//   4. What only the daemon can do is called there, and the answers come back on the other stream.
//   5. The last message is `end`, when nothing of the turn is running any more.
import { randomBytes } from 'node:crypto'
import type { Foreign } from '../../domain/foreign.ts'
import { lowestTrust, type Trust } from '../../domain/person.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Brain, BrainEvent, JoinedMessages, Turn } from '../spawner.ts'
import { keys, type RedisLink } from './redis-link.ts'
import { createOpener, createSealer } from './sealed-line.ts'
import { createTextPieces } from './text-pieces.ts'
import type { Call, SentFile, ToDaemon, ToRunner, Work } from './turn-messages.ts'
import type { UseMarks } from './use-marks.ts'

/** What the parts of a running turn can ask of the daemon. */
export interface DaemonCalls {
  readonly work: Extract<Work, { kind: 'turn' }>
  call(call: Call): Promise<unknown>
  /** The lowest trust of everything the model has read, as far as the daemon has said. */
  trust(): Trust
  noteTrust(trust: Trust | undefined): void
}

export interface HostDeps {
  link: RedisLink
  clock: Clock
  runner: string
  /** Random for each start. */
  instance: string
  root: Buffer
  brains: ReadonlyMap<string, Brain>
  /** Puts the files of the turn where the brain can read them, and gives it a workspace. */
  furnish(turn: Turn, files: readonly SentFile[], calls: DaemonCalls, hasWorkspace: boolean): Promise<Turn>
  /** Lets the tools of the runner serve this turn until the returned function is called. */
  bind(turn: Turn, calls: DaemonCalls, signal: AbortSignal): () => void
  marks: Pick<UseMarks, 'usesIn'>
  /** How long a stream outlives its reader. */
  streamLifeMs: number
  log: { info(fields: object, text: string): void; warn(fields: object, text: string): void }
}

/** A turn that this runner has taken, or tries to. */
export interface HostedTurn {
  id: string
  sent: number
  received: number
  startedAt: number
  /** Nothing of the turn is running any more, so its place is free. */
  isOver: boolean
  /** Ends the turn if the daemon does not want it any more or the lock of its job is lost. */
  control: AbortController
}

/** How long the runner waits for the work after its claim. */
const WORK_TIMEOUT_MS = 5_000
const READ_WAIT_MS = 1_000

/** `isWelcome`: whether there is a place for it. */
export async function hostTurn(deps: HostDeps, hosted: HostedTurn, isWelcome: boolean): Promise<void> {
  const { link, runner, root } = deps
  const nonce = randomBytes(16)
  const name = { root, runner, line: hosted.id, salt: nonce }
  const sealer = createSealer({ ...name, direction: 'to-daemon' })
  const opener = createOpener({ ...name, direction: 'to-runner' })
  const up = keys.toDaemon(hosted.id)
  const down = keys.toRunner(hosted.id, nonce.toString('hex'))
  const from = `${runner}.${nonce.toString('hex')}`
  const pending = new Map<number, (value: unknown) => void>()
  const reading = new AbortController()
  let nextCall = 0
  let running: Promise<void> | undefined
  let isOver = false
  let sending = Promise.resolve()

  function send(message: ToDaemon): void {
    hosted.sent += 1
    const frame = sealer.seal(message)
    sending = sending.then(() => deliver(frame)).catch(() => {})
  }

  /** A missing stream means that the daemon does not read any more, or that Redis has lost what it had not read yet. */
  async function deliver(frame: Buffer): Promise<void> {
    if (!(await link.send(up, { from, frame }))) hosted.control.abort()
  }

  async function call(asked: Call): Promise<unknown> {
    const id = nextCall++
    send({ t: 'call', id, call: asked })
    return await new Promise((resolve) => {
      pending.set(id, resolve)
      if (hosted.control.signal.aborted) settle(id, undefined)
    })
  }

  function settle(id: number, value: unknown): void {
    pending.get(id)?.(value)
    pending.delete(id)
  }

  async function begin(work: Work): Promise<void> {
    const brain = deps.brains.get(work.brain)
    const { signal } = hosted.control
    try {
      if (work.kind === 'turn') await runTurn({ ...deps, send, call }, brain, work, signal)
      else {
        const completion = await brain?.complete?.(work.prompt, work.limits, signal)
        if (completion)
          send({ t: 'completed', completion: completion as Extract<ToDaemon, { t: 'completed' }>['completion'] })
      }
    } catch (err) {
      deps.log.warn({ err, turn: hosted.id }, 'a turn failed unexpectedly')
    }
    hosted.isOver = true
    send({ t: 'end' })
    await sending
  }

  function take(message: ToRunner): void {
    if (message.t === 'stop') return hosted.control.abort()
    if (message.t === 'answer') return settle(message.id, message.value)
    running ??= begin(message.work).finally(() => {
      isOver = true
      // A read that is cut off costs a connection.
      link.finish(down).catch(() => reading.abort())
    })
  }

  hosted.control.signal.addEventListener('abort', () => {
    for (const id of pending.keys()) settle(id, undefined)
    if (!running) reading.abort()
  })
  if (!isWelcome) {
    send({ t: 'declined' })
    return await sending
  }
  // Redis takes both in this order, so the answer to the claim finds its stream.
  const created = link.open(down, deps.streamLifeMs)
  send({ t: 'claim', instance: deps.instance })
  const options = { after: await created, waitMs: READ_WAIT_MS, lifeMs: deps.streamLifeMs }
  for await (const entry of link.read(down, options, reading.signal)) {
    if (isOver) break
    if (entry === 'gone') hosted.control.abort()
    else if (entry === undefined) {
      if (!running && deps.clock.mono() - hosted.startedAt > WORK_TIMEOUT_MS) break
    } else {
      const opened = opener.open(entry.frame)
      if (opened.kind === 'gap') hosted.control.abort()
      if (opened.kind !== 'message') continue
      hosted.received += 1
      // It is sealed for us by our own daemon, which speaks the same contract.
      take(opened.message as ToRunner)
    }
  }
  if (!running) void link.finish(down).catch(() => {})
  await running
}

interface TurnRun extends HostDeps {
  send(message: ToDaemon): void
  call(call: Call): Promise<unknown>
}

async function runTurn(
  deps: TurnRun,
  brain: Brain | undefined,
  work: Extract<Work, { kind: 'turn' }>,
  signal: AbortSignal,
): Promise<void> {
  const { send } = deps
  const { hasWorkspace, canJoin, files, ...rest } = work.turn
  let { trust } = rest
  const calls: DaemonCalls = {
    work,
    call: deps.call,
    trust: () => trust,
    noteTrust(next) {
      if (next !== undefined) trust = lowestTrust([trust, next])
    },
  }
  const pieces = createTextPieces((piece) => send({ t: 'text', ...piece }))
  const emit = (event: BrainEvent) => {
    if (event.kind === 'text') return pieces.push(event.text)
    pieces.flush()
    const line = event.kind === 'tool' ? event.line : event.kind === 'action' ? event.action.line : ''
    const named = deps.marks.usesIn(line)
    send({
      t: 'event',
      event: event as Extract<ToDaemon, { t: 'event' }>['event'],
      ...(named.length > 0 && { uses: named }),
    })
  }
  const furnished = await deps.furnish({ ...rest, files: [] }, files, calls, hasWorkspace)

  async function takeJoined(): Promise<JoinedMessages | undefined> {
    const joined = (await deps.call({ kind: 'joined' })) as SentJoined | undefined
    // The messages may belong to this task already, so it must not be answered without them.
    if (joined?.error !== undefined) throw new Error(`messages could not join the turn: ${joined.error}`)
    if (joined?.text === undefined) return undefined
    calls.noteTrust(joined.trust)
    const added = await deps.furnish({ ...rest, files: [] }, joined.files, calls, hasWorkspace)
    return { text: joined.text, trust: joined.trust, foreign: joined.foreign, files: added.files }
  }

  const turn: Turn = { ...furnished, ...(canJoin && { takeJoined }) }
  const release = deps.bind(turn, calls, signal)
  try {
    for await (const event of brain?.run(turn, signal) ?? []) emit(event)
  } finally {
    pieces.flush()
    release()
  }
}

interface SentJoined {
  error?: string
  text?: string
  trust: Trust
  foreign: readonly Foreign[]
  files: readonly SentFile[]
}
