import { createHash, randomBytes } from 'node:crypto'
import { keys, type RedisLink } from './redis-link.ts'
import type { Farewell, RunnerBook } from './runner-book.ts'
import type { TicketQueues } from './ticket-queues.ts'

/** Tells removed runners, whenever they are connected, that they were removed, until they have erased everything. */
export interface RemovedRunners {
  /** `farewell` is encrypted for this runner and names the receipt. Returns false if no runner has this name. */
  add(name: string, farewell: (receipt: string) => Buffer): boolean
  /** A runner of this name was paired again. */
  drop(name: string): void
  /** Stops waiting for this runner. Returns false if no removed runner has this name. */
  giveUp(name: string): boolean
  tell(): Promise<void>
}

export interface RemovedRunnersDeps {
  link: RedisLink
  book: Pick<RunnerBook, 'remove' | 'farewells' | 'forget'>
  queues: Pick<TicketQueues, 'remove'>
  /** How long a message waits in Redis. */
  lifeMs: number
  log: { info(fields: object, text: string): void; warn(fields: object, text: string): void }
}

const RECEIPT_BYTES = 16

export function createRemovedRunners({ link, book, queues, lifeMs, log }: RemovedRunnersDeps): RemovedRunners {
  const farewells = new Map(book.farewells().map((farewell) => [farewell.name, farewell]))

  /** Writes only if the runner is there, so that nothing is left in Redis. */
  async function tellOne({ name, farewell, receipt }: Farewell): Promise<void> {
    const said = await link.redis.getBuffer(keys.beatOfRunner(name))
    if (!said) return
    if (receipt === undefined || hashOf(said) !== receipt)
      return void (await link.redis.set(keys.beatOfDaemon(name), farewell, 'PX', lifeMs))
    if (!farewells.delete(name)) return
    book.forget(name)
    log.info({ runner: name }, 'a removed runner has erased everything')
    await link.redis.del(keys.beatOfRunner(name), keys.beatOfDaemon(name))
    // The runner used its queue until now.
    await queues.remove(name)
  }

  const tell = async () => void (await Promise.all([...farewells.values()].map(tellOne)))

  return {
    add(name, farewell) {
      const receipt = randomBytes(RECEIPT_BYTES).toString('hex')
      const stored = { name, farewell: farewell(receipt), receipt: hashOf(receipt) }
      if (!book.remove(stored)) return false
      farewells.set(name, stored)
      Promise.all([tellOne(stored), queues.remove(name)]).catch((err: unknown) =>
        log.warn({ err }, 'a removed runner could not be told yet'),
      )
      return true
    },
    drop: (name) => void farewells.delete(name),
    giveUp(name) {
      if (!farewells.delete(name)) return false
      book.forget(name)
      return true
    },
    tell,
  }
}

function hashOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}
