import type { Server } from 'node:http'
import { ConfigError } from '../../domain/errors.ts'
import type { Log } from '../../lib/log.ts'
import { sleep } from '../../lib/time/timers.ts'

const portsToTry = 50
const lookAgainMs = 30_000

export interface Place {
  host: string
  port: number
}

/** The port it got: the wanted one, or the next that is free. Where others know the port, there is no other. */
export async function listenFrom(
  server: Server,
  { host, port: wanted }: Place,
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

/**
 * On an address of a network, which may not be there yet when the machine has only just started: that is no reason to
 * answer nobody. Resolves after the first try.
 */
export async function listenElsewhere(server: Server, place: Place, log: Log, signal: AbortSignal): Promise<void> {
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

/** False: there is no such address on this machine now. */
async function tryPlace(server: Server, place: Place): Promise<boolean> {
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

function listen(server: Server, { host, port }: Place): Promise<number> {
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
