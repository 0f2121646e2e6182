import { createServer, type Server } from 'node:http'
import { ConfigError } from '../../domain/errors.ts'
import type { Log } from '../../lib/log.ts'
import { sleep } from '../../lib/time/timers.ts'
import type { AnyText } from '../../messages/localized.ts'
import { webMessages } from '../../messages/web-messages.ts'

const MAX_PORTS_TO_TRY = 50
const RETRY_MS = 30_000

export interface ListenAddress {
  host: string
  port: number
}

/** Returns the bound port: the wanted one or the next free one. A port that others rely on is never changed. */
export async function listenFrom(
  server: Server,
  { host, port: firstPort }: ListenAddress,
  isFixed: boolean,
  log: Log,
): Promise<number> {
  const last = Math.min(firstPort + (isFixed ? 0 : MAX_PORTS_TO_TRY), 65_535)
  for (let port = firstPort; ; port++) {
    try {
      const boundPort = await listen(server, { host, port })
      if (firstPort !== 0 && boundPort !== firstPort)
        log.warn({ wanted: firstPort, port: boundPort }, 'web port taken, using the next free one')
      return boundPort
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE') throw error
      if (port < last) continue
      const problem =
        port === firstPort ? `port ${port} is taken` : `the ports from ${firstPort} to ${port} are all taken`
      throw new ConfigError(`web.port: ${problem}. Set web.port to a free one.`, { cause: error })
    }
  }
}

/** Listens on a network address, which may not exist yet right after boot. Resolves after the first attempt. */
export async function listenElsewhere(
  server: Server,
  address: ListenAddress,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  if (await tryListen(server, address)) return
  log.warn(
    { bind: address.host },
    'this machine does not have the address web.bind names (yet); looking again every 30 s',
  )
  void retryUntilBound()

  async function retryUntilBound(): Promise<void> {
    while (!signal.aborted) {
      await sleep(RETRY_MS, signal)
      if (signal.aborted) return
      const isBound = await tryListen(server, address).catch((error: unknown) =>
        log.error({ error }, 'web.bind failed'),
      )
      if (isBound === false) continue
      if (isBound) log.info({ bind: address.host }, 'the page listens on web.bind now')
      return
    }
  }
}

/** Why nothing could listen there at the next start; undefined if something could. */
export async function findListenProblem({ host, port }: ListenAddress): Promise<AnyText | undefined> {
  const server = createServer()
  try {
    return (await tryListen(server, { host, port })) ? undefined : webMessages.notThisMachine(host)
  } catch (error) {
    if (error instanceof ConfigError) return webMessages.portTaken(`${host}:${port}`)
    if (codeOf(error) === 'ENOTFOUND' || codeOf(error) === 'EINVAL') return webMessages.notThisMachine(host)
    throw error
  } finally {
    server.close()
  }
}

/** Returns false if this machine does not have the address. */
async function tryListen(server: Server, address: ListenAddress): Promise<boolean> {
  try {
    await listen(server, address)
    return true
  } catch (error) {
    if (codeOf(error) === 'EADDRNOTAVAIL') return false
    if (codeOf(error) !== 'EADDRINUSE') throw error
    const message = `web.bind: port ${address.port} of ${address.host} is taken. Set web.port to a free one.`
    throw new ConfigError(message, { cause: error })
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
