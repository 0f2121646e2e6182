// One turn at the daemon: from the ticket in the queue to the end of the runner's stream.
//   1. The turn is opened, and a ticket for it is put into a queue.
//   2. A runner claims it. The first valid claim gets the work, encrypted for this runner; others get nothing.
//   3. Its messages are opened in order and passed on. Calls are answered while others arrive.
//   4. The line ends with the runner's `end`, or when the turn is lost. After an abort it waits for either of them, so
//      that nothing of the turn is running any more.
import { randomBytes } from 'node:crypto'
import { sleep } from '../../lib/time/timers.ts'
import { type Entry, keys, streamLifeMs } from './redis-link.ts'
import type { OpenTurn, RunnerPool } from './runner-pool.ts'
import { createOpener, createSealer, type Opener, type Sealer } from './sealed-line.ts'
import type { Ticket } from './ticket-queues.ts'
import { type Call, parseToDaemon, type ToDaemon, type ToRunner, type Work } from './turn-messages.ts'

/** What the brain gets of a line. */
export type LineMessage = Exclude<ToDaemon, { t: 'claim' | 'declined' | 'call' | 'end' }>

export type LineEnd =
  | { kind: 'ended'; runner: string; claimedAt: number }
  /** The turn was given to a runner, and nobody knows how far it got. */
  | { kind: 'lost'; runner: string; claimedAt: number; why: string }
  /** No runner took it. */
  | { kind: 'unclaimed' }

export interface LineDeps {
  pool: RunnerPool
  /** The name of the brain. */
  brain: string
  /** Only this runner may take it. */
  only?: string | undefined
  /** Called when a runner has taken the turn. */
  work(runner: string): Work | Promise<Work>
  onMessage(message: LineMessage): void
  answer(call: Call): Promise<unknown>
}

/** How long a turn waits while no runner is there that could take it. After our own start all need some heartbeats. */
const NO_RUNNER_BEATS = 5
/** How long a ticket waits although a runner has a free place. */
const TICKET_BEATS = 5

interface Claimed {
  runner: string
  claimedAt: number
  from: string
  down: string
  sealer: Sealer
  opener: Opener
}

/** Runs the line until its end. Never rejects because of Redis or a runner. */
export async function runLine(deps: LineDeps, signal: AbortSignal): Promise<LineEnd> {
  const { pool } = deps
  const { link, clock, beatMs } = pool
  const turn: OpenTurn = { id: randomBytes(16).toString('hex'), sent: 0, received: 0 }
  const up = keys.toDaemon(turn.id)
  const lifeMs = streamLifeMs(beatMs)
  const closing = new AbortController()
  let claimed: Claimed | undefined
  let attempt = 0
  let declined = 0
  let rungAt = Number.NEGATIVE_INFINITY
  let firstRungAt = clock.mono()
  const tickets = new Map<string, Ticket>()
  let aloneSince: number | undefined
  let sending = Promise.resolve()
  const only = deps.only
  const onAbort = () => {
    if (claimed) send({ t: 'stop' })
    else closing.abort()
  }

  /** Only then can a runner claim the turn. Redis gets it before the ticket, which is sent on the same connection. */
  function openStream(): void {
    link.open(up, lifeMs).catch(() => {})
  }

  /** In order, because the runner refuses what comes too early. */
  function send(message: ToRunner): void {
    const to = claimed
    if (!to) return
    turn.sent += 1
    const frame = to.sealer.seal(message)
    const deliver = async () => void (await link.send(to.down, { from: 'daemon', frame }))
    sending = sending.then(deliver).catch(() => {})
  }

  /** The runners that could take the turn now or soon. */
  const takers = () => pool.candidates(deps.brain).filter(({ name }) => only === undefined || name === only)

  /**
   * All runners share one queue. A ticket goes to a single one if only some have this brain, or if one that was full took
   * the last ticket. If none has the brain, no ticket is written.
   */
  function ring(): void {
    rungAt = clock.mono()
    const [taker] = takers()
    if (!taker) return
    const runner = only ?? (declined === 0 && pool.isSharedByAll(deps.brain) ? undefined : taker.name)
    const ticket = { attempt, runner }
    tickets.set(`${attempt} ${runner}`, ticket)
    // Redis may be away. The next tick rings again.
    pool.ring(turn, ticket).catch(() => {})
  }

  /** The runner may have been full only for a moment, or have less memory than it has said. */
  async function ringWhenFree(): Promise<void> {
    attempt += 1
    declined += 1
    // No tick rings meanwhile.
    rungAt = Number.POSITIVE_INFINITY
    const until = AbortSignal.any([signal, closing.signal])
    if (takers()[0]?.free) await sleep(Math.min(DECLINED_PAUSE_MS * 2 ** (declined - 1), beatMs), until)
    else await pool.untilPlace({ brain: deps.brain, only }, until)
    if (!until.aborted && !claimed) ring()
  }

  async function takeClaim(entry: Entry): Promise<void> {
    const [runner = '', nonce = ''] = entry.from.split('.')
    const root = pool.rootOf(runner)
    if (!root || (only !== undefined && runner !== only)) return
    const name = { root, runner, line: turn.id, salt: Buffer.from(nonce, 'hex') }
    const opener = createOpener({ ...name, direction: 'to-daemon' })
    const opened = opener.open(entry.frame)
    const message = opened.kind === 'message' ? parseToDaemon(opened.message) : undefined
    if (message?.t === 'declined') {
      void ringWhenFree()
      return
    }
    if (message?.t !== 'claim') return
    const sealer = createSealer({ ...name, direction: 'to-runner' })
    const claimedAt = clock.mono()
    claimed = { runner, claimedAt, from: entry.from, down: keys.toRunner(turn.id, nonce), opener, sealer }
    Object.assign(turn, { runner, received: 1, claimedAt, instance: message.instance })
    send({ t: 'work', work: await deps.work(runner) })
    if (signal.aborted) send({ t: 'stop' })
  }

  /** Returns the end, if this message is one. */
  function take(claim: Claimed, frame: Buffer): LineEnd | undefined {
    const opened = claim.opener.open(frame)
    if (opened.kind === 'gap') return { ...lostBy(claim), why: 'messages of the turn were lost' }
    if (opened.kind === 'refused') return undefined
    turn.received += 1
    const message = parseToDaemon(opened.message)
    if (!message) return { ...lostBy(claim), why: 'the runner sent something that is not understood' }
    switch (message.t) {
      case 'claim':
      case 'declined':
        return undefined
      case 'end':
        return { kind: 'ended', runner: claim.runner, claimedAt: claim.claimedAt }
      case 'call': {
        const { id, call } = message
        void deps
          .answer(call)
          .catch((err: unknown) => ({ error: err instanceof Error ? err.message : String(err) }))
          .then((value) => send({ t: 'answer', id, value }))
        return undefined
      }
      case 'text':
      case 'event':
      case 'completed':
        deps.onMessage(message)
        return undefined
    }
  }

  function tick(): LineEnd | undefined {
    if (claimed) {
      const why = pool.whyLost(turn)
      if (why === undefined) return undefined
      // If it still listens, it ends the turn.
      send({ t: 'stop' })
      return { ...lostBy(claimed), why }
    }
    aloneSince = takers().length > 0 ? undefined : (aloneSince ?? clock.mono())
    if (aloneSince !== undefined && clock.mono() - aloneSince > beatMs * NO_RUNNER_BEATS) return { kind: 'unclaimed' }
    // The ticket may have been lost together with everything in Redis, or with the runner that took it.
    const isTicketLost = clock.mono() - firstRungAt > beatMs * TICKET_BEATS && takers()[0]?.free
    if (isTicketLost) {
      attempt += 1
      firstRungAt = clock.mono()
    }
    if (isTicketLost || clock.mono() - rungAt > beatMs * 2) ring()
    return undefined
  }

  pool.open(turn)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    if (signal.aborted) return { kind: 'unclaimed' }
    openStream()
    ring()
    for await (const entry of link.read(up, { waitMs: Math.min(beatMs, 1000), lifeMs }, closing.signal)) {
      if (entry === 'gone') {
        if (claimed) return { ...lostBy(claimed), why: 'Redis has lost the messages of the turn' }
        openStream()
        continue
      }
      // Nothing of a runner that was removed counts any more, although it may still send.
      if (!entry || (claimed && !pool.rootOf(claimed.runner))) {
        const end = tick()
        if (end) return end
      } else if (!claimed) await takeClaim(entry)
      else if (entry.from === claimed.from) {
        const end = take(claimed, entry.frame)
        if (end) return end
      }
    }
    return { kind: 'unclaimed' }
  } finally {
    closing.abort()
    signal.removeEventListener('abort', onAbort)
    pool.close(turn)
    const rubbish = [up, ...(claimed === undefined ? [] : [(claimed as Claimed).down])]
    void sending.then(() => link.redis.del(...rubbish)).catch(() => {})
    // The one that was taken is gone.
    const left = claimed && tickets.size === 1 ? [] : [...tickets.values()]
    for (const ticket of left) void pool.withdraw(turn, ticket).catch(() => {})
  }
}

/** Doubled each time, up to a heartbeat. */
const DECLINED_PAUSE_MS = 100

function lostBy({ runner, claimedAt }: Claimed) {
  return { kind: 'lost', runner, claimedAt } as const
}
