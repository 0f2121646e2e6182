import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { sleep } from '../../src/lib/time/timers.ts'
import type { Said } from './ledger.ts'

/** For everything to come to its end, also on a machine that has much else to do; only what hangs takes so long. */
export const QUIET_MS = 300_000

export interface Answer {
  status: number
  body: unknown
}

/** One client of the daemon's socket: says lines as the page does, with one key each, until they are acknowledged. */
export interface Speaker {
  said: Said[]
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>
  /** Says it until it is acknowledged or the signal aborts. */
  say(chat: string, text: string, signal?: AbortSignal): Promise<Said>
  /** One try, whatever comes of it. */
  tell(said: Said): Promise<Answer>
  /** Resolves when a turn on this line is under way. */
  running(said: Said): Promise<void>
  outcome(said: Said): Promise<{ state: string; replies: string[] }>
  /** Resolves when no task and no delivery is under way. */
  quiet(signal: AbortSignal): Promise<void>
  close(): void
}

const AGAIN_MS = 50
const never = new AbortController().signal

export function createSpeaker(socket: string, connections = 8): Speaker {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const said: Said[] = []

  function call(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = body ? { 'content-type': 'application/json' } : {}
      const outgoing = request({ socketPath: socket, agent, method, path, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        // A connection cut in the middle of an answer is no answer.
        response.once('close', () => {
          if (!response.complete) return reject(new Error('the answer was cut off'))
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) })
        })
      })
      outgoing.once('error', (error: NodeJS.ErrnoException) => {
        // The daemon closes a connection that was not used for a while, perhaps in the moment in which we use it again.
        const isStale = outgoing.reusedSocket && (error.code === 'EPIPE' || error.code === 'ECONNRESET')
        if (isStale) resolve(call(method, path, body))
        else reject(error)
      })
      outgoing.end(body && JSON.stringify(body))
    })
  }

  async function tell(line: Said): Promise<Answer> {
    const began = performance.now()
    const answer = await call('POST', '/send', { chat: line.chat, key: line.key, text: line.text })
    if (answer.status === 200) {
      line.acked ??= (answer.body as { message: number }).message
      line.ackMs ??= performance.now() - began
      line.ackAt ??= performance.now()
    }
    return answer
  }

  async function say(chat: string, text: string, signal = never): Promise<Said> {
    const line: Said = { chat, key: randomUUID(), text }
    said.push(line)
    while (!signal.aborted && line.acked === undefined) {
      const answer = await tell(line).catch(() => undefined)
      if (answer?.status !== 200) await sleep(AGAIN_MS, signal)
    }
    return line
  }

  return {
    said,
    call,
    say,
    tell,
    async running(line) {
      for (;;) {
        const { body } = await call('GET', `/lines?chat=${line.chat}&limit=100`)
        const stored = (body as { id: number; receipt?: { state: string } }[]).find(({ id }) => id === line.acked)
        if (stored?.receipt?.state === 'running') return
        await sleep(5, never)
      }
    },
    async outcome(line) {
      // One request waits for a while only.
      for (;;) {
        const { body } = await call('GET', `/outcome/${line.acked}`)
        if (body !== null) return body as { state: string; replies: string[] }
      }
    },
    async quiet(signal) {
      for (;;) {
        const { body } = await call('GET', '/status')
        const { tasks, deliveries } = body as Status
        if (tasks.waiting + tasks.running + deliveries.open === 0) return
        signal.throwIfAborted()
        await sleep(AGAIN_MS, signal)
      }
    },
    close: () => agent.destroy(),
  }
}

interface Status {
  tasks: { waiting: number; running: number }
  deliveries: { open: number }
}
