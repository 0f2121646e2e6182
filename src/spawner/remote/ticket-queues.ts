import { Queue } from 'bullmq'
import { PREFIX, queueName, type RedisLink } from './redis-link.ts'

/** A job that tells runners of an open turn. Later attempts replace tickets that were lost. */
export interface Ticket {
  attempt: number
  /** Whose queue it is in; undefined for the queue of all. */
  runner: string | undefined
}

/** The daemon's end of the queues. */
export interface TicketQueues {
  /** Puts a ticket for the turn into a queue. Does nothing while the same one waits. */
  ring(turn: string, ticket: Ticket): Promise<void>
  withdraw(turn: string, ticket: Ticket): Promise<void>
  /** Removes the queue of a runner, with all tickets in it. */
  remove(runner: string): Promise<void>
  close(): Promise<void>
}

export function createTicketQueues(link: RedisLink, onError: (err: Error) => void): TicketQueues {
  const queues = new Map<string, Queue>()

  function queueOf(runner: string | undefined): Queue {
    const name = queueName(runner)
    const known = queues.get(name)
    if (known) return known
    // On our own connection, so that a ticket follows the stream that it names, and nothing has to wait for that.
    const queue = new Queue(name, { connection: link.redis, prefix: PREFIX, skipMetasUpdate: true })
    queue.on('error', onError)
    queues.set(name, queue)
    return queue
  }

  return {
    async ring(turn, { attempt, runner }) {
      const options = { jobId: `${turn}-${attempt}`, attempts: 1, removeOnComplete: true, removeOnFail: true }
      await queueOf(runner).add('turn', { turn }, options)
    },
    async withdraw(turn, { attempt, runner }) {
      await queueOf(runner).remove(`${turn}-${attempt}`)
    },
    async remove(runner) {
      const queue = queueOf(runner)
      queues.delete(queueName(runner))
      const lists = await Promise.all(['wait', 'active'].map((list) => link.redis.lrange(queue.toKey(list), 0, -1)))
      const tickets = lists.flat().flatMap((id) => [queue.toKey(id), `${queue.toKey(id)}:lock`])
      await link.redis.del(...Object.values(queue.keys), ...tickets)
      // Not `disconnect`, which would end the connection that all queues share.
      await queue.close()
    },
    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()))
    },
  }
}
