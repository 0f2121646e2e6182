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
  close(): Promise<void>
}

export function createTicketQueues(link: RedisLink, onError: (err: Error) => void): TicketQueues {
  const queues = new Map<string, Queue>()

  function queueOf(runner: string | undefined): Queue {
    const name = queueName(runner)
    const known = queues.get(name)
    if (known) return known
    const queue = new Queue(name, { connection: link.options, prefix: PREFIX, skipMetasUpdate: true })
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
    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.disconnect()))
    },
  }
}
