import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { connect, createServer, type Server } from 'node:net'
import { sleep } from '../../../src/lib/time/timers.ts'

/** A server program in the foreground, which ends when whoever started it does, however that happens. */
export interface ServerProcess {
  /** Resolves when it greets there. */
  start(host: string, port: number): Promise<void>
  /** Resolves when it is gone. */
  stop(): Promise<void>
  /** Ends it at once, with everything that it has started. */
  kill(): Promise<void>
}

const AGAIN_MS = 20
const START_MS = 60_000
const never = new AbortController().signal

/** `words` is what it has written of itself, for when it does not come up. */
export function createServerProcess(command: string, args: string[], words: () => string): ServerProcess {
  let child: ChildProcess | undefined
  let gone: Promise<unknown> = Promise.resolve()

  function launch(): ChildProcess {
    const started = spawn('setpriv', ['--pdeathsig', 'TERM', command, ...args], {
      env: { PATH: `${process.env.PATH}:/usr/sbin` },
      stdio: 'ignore',
      // A group of its own: what it starts is ended with it.
      detached: true,
    })
    gone = new Promise((resolve) => {
      started.once('error', resolve)
      started.once('exit', resolve)
    })
    child = started
    return started
  }

  async function end(act: (pid: number) => void): Promise<void> {
    const { pid } = child ?? {}
    child = undefined
    if (pid !== undefined) act(pid)
    await gone
  }

  return {
    async start(host, port) {
      const until = Date.now() + START_MS
      let started = launch()
      while (!(await greets(host, port))) {
        if (Date.now() > until) throw new Error(`${command} did not come up: ${words()}`)
        // Somebody else's connection may have had its port for a moment.
        if (started.exitCode !== null) started = launch()
        await sleep(AGAIN_MS, never)
      }
      if (started.exitCode !== null) throw new Error(`${command} ended: ${words()}`)
    },
    stop: () => end((pid) => process.kill(pid, 'SIGTERM')),
    kill: () => end((pid) => process.kill(-pid, 'SIGKILL')),
  }
}

function greets(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    const answer = (yes: boolean) => {
      socket.destroy()
      resolve(yes)
    }
    socket.once('data', () => answer(true))
    socket.once('error', () => answer(false))
    socket.once('close', () => answer(false))
  })
}

/** Ports that nobody listens on, all different: held until each of them is known. */
export async function freePorts(count: number): Promise<number[]> {
  const held = await Promise.all(Array.from({ length: count }, hold))
  const ports = held.map((server) => (server.address() as { port: number }).port)
  await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

function hold(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}

export function hasProgram(name: string): boolean {
  const path = `${process.env.PATH}:/usr/sbin`
  return spawnSync('sh', ['-c', `command -v ${name}`], { env: { PATH: path } }).status === 0
}
