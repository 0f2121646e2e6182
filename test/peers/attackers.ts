import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

/** Programs on this machine that mean harm, or do it by neglect: none of them behaves as a browser does. */
export interface Attackers {
  /** Opens a connection, writes what is given and reads nothing, ever. */
  deaf(port: number, said: string): Promise<Socket>
  /** Writes what is given, then a byte now and then, for as long as it is let. */
  dripping(port: number, said: string, drop: string): Promise<void>
  /** Comes, writes, and is gone before any answer. */
  passing(port: number, said: string): Promise<void>
  /** Those whose connection the other side has not ended. */
  count(): number
  /** All of them go at once. */
  leave(): void
}

const DRIP_MS = 100

export function createAttackers(): Attackers {
  const sockets = new Set<Socket>()
  const drips = new Set<NodeJS.Timeout>()

  async function open(port: number, said: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    // Being cut off is what happens to attackers; one that reads nothing notices it when it writes.
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    await new Promise<void>((resolve) => {
      socket.once('connect', resolve)
      socket.once('close', () => resolve())
    })
    socket.pause()
    socket.write(said)
    return socket
  }

  return {
    deaf: open,
    async dripping(port, said, drop) {
      const socket = await open(port, said)
      const drip = setInterval(() => (socket.writable ? socket.write(drop) : clearInterval(drip)), DRIP_MS)
      drips.add(drip)
    },
    async passing(port, said) {
      const socket = await open(port, said)
      await new Promise<void>((resolve) => setImmediate(() => resolve()))
      socket.destroy()
    },
    count: () => sockets.size,
    leave() {
      for (const drip of drips) clearInterval(drip)
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The ports of loopback on which a process listens. */
export function listeningPorts(pid: number): number[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1]),
  )
  return readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === LISTEN && inodes.has(inode))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16))
}

const LISTEN = '0A'

/** A descriptor may be closed while we look. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

/** Kilobytes of memory a process has now, and the most it ever had. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1])
  return { now: read('VmRSS'), most: read('VmHWM') }
}
