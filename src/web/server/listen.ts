import type { Server } from 'node:http'
import { ConfigError } from '../../domain/errors.ts'
import type { Log } from '../../lib/log.ts'
import { sleep } from '../../lib/time/timers.ts'

const portsToTry = 50
const lookAgainMs = 30_000

export interface ListenAddress {
  host: string
  port: number
}

/** Returns the bound port: the wanted one or the next free one. A port that others rely on is never changed. */
export async function listenFrom(
  server: Server,
  { host, port: wanted }: ListenAddress,
  isKnown: boolean,
  log: Log,
): Promise<number> {
  const last = Math.min(wanted + (isKnown ? 0 : portsToTry), 65_535)
  for (let port = wanted; ; port++) {
    try {
      const bound = await listen(server, { host, port })
      if (wanted !== 0 && bound !== wanted) log.warn({ wanted, port: bound }, 'web port taken, using the next free one')
      return bound
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE') throw error
      if (port < last) continue
      const taken = port === wanted ? `port ${port} is taken` : `the ports from ${wanted} to ${port} are all taken`
      throw new ConfigError(`web.port: ${taken}. Set web.port to a free one.`, { cause: error })
    }
  }
}

/** Listens on a network address, which may not exist yet right after boot. Resolves after the first attempt. */
export async function listenElsewhere(
  server: Server,
  place: ListenAddress,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  if (await tryPlace(server, place)) return
  log.warn(
    { bind: place.host },
    'this machine does not have the address web.bind names (yet); looking again every 30 s',
  )
  void lookAgain()

  async function lookAgain(): Promise<void> {
    while (!signal.aborted) {
      await sleep(lookAgainMs, signal)
      if (signal.aborted) return
      const isThere = await tryPlace(server, place).catch((error: unknown) => log.error({ error }, 'web.bind failed'))
      if (isThere === false) continue
      if (isThere) log.info({ bind: place.host }, 'the page listens on web.bind now')
      return
    }
  }
}

/** Returns false if this machine does not have the address. */
async function tryPlace(server: Server, place: ListenAddress): Promise<boolean> {
  try {
    await listen(server, place)
    return true
  } catch (error) {
    if (codeOf(error) === 'EADDRNOTAVAIL') return false
    if (codeOf(error) !== 'EADDRINUSE') throw error
    const says = `web.bind: port ${place.port} of ${place.host} is taken. Set web.port to a free one.`
    throw new ConfigError(says, { cause: error })
  }
}

function listen(server: Server, { host, port }: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
