import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a server on which things happen that no server does by itself. */
export interface Line {
  port: number
  /** Cuts every connection; new ones are let through. */
  cut(): void
  /** From now on no byte comes through on what is open, in either direction, and nobody hangs up. */
  silence(): void
  /** How many are open. */
  open(): number
  close(): Promise<void>
}

/** `change` sees what the server says, as it comes. */
export async function createLine(
  to: { host: string; port: number },
  change: (words: string) => string = (words) => words,
): Promise<Line> {
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((near) => {
    const far = connect(to.port, to.host)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of pair) {
      socket.on('error', end)
      socket.on('close', end)
    }
    near.on('data', (chunk: Buffer) => void far.write(chunk))
    far.on('data', (chunk: Buffer) => void near.write(Buffer.from(change(chunk.toString('latin1')), 'latin1')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const cut = () => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    silence() {
      for (const socket of [...pairs].flat()) socket.removeAllListeners('data').pause()
    },
    open: () => pairs.size,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
