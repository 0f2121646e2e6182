import type { ConnectionOptions } from 'node:tls'
import { ImapFlow } from 'imapflow'
import type { Log } from '../../../lib/log.ts'
import type { Credential, MailServer } from '../account.ts'

export interface ImapDeps {
  server: MailServer
  /** Asked at every login. */
  credential(signal: AbortSignal): Promise<Credential>
  log: Log
  /** Roots beside the usual ones, for a server in a test. */
  tls?: ConnectionOptions
}

/** NATs forget a silent line sooner than the half hour of RFC 2177. */
const LONGEST_IDLE_MS = 4 * 60_000
const CONNECT_MS = 30_000

/**
 * A connection that is logged in. It serves once: when it is closed, whoever wants another asks for a new one. Rejects when
 * it cannot be had, with `authenticationFailed` where the server refused the login.
 */
export async function openImap({ server, credential, log, tls }: ImapDeps, signal: AbortSignal): Promise<ImapFlow> {
  const login = await credential(signal)
  signal.throwIfAborted()
  const client = new ImapFlow({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    // Without it a server, or whoever stands before it, that offers no STARTTLS would get the password in the clear.
    ...(server.security === 'starttls' && { doSTARTTLS: true }),
    ...(server.security === 'plain' && { doSTARTTLS: false }),
    auth:
      'password' in login
        ? { user: login.user, pass: login.password }
        : { user: login.user, accessToken: login.accessToken },
    ...(tls && { tls }),
    logger: false,
    // Nothing that we ask for is larger; a server that sends more is broken, or hostile.
    maxLineLength: 8 * 1024 * 1024,
    maxLiteralSize: 4 * 1024 * 1024,
    maxResponseSize: 16 * 1024 * 1024,
    maxIdleTime: LONGEST_IDLE_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    clientInfo: { name: 'skein' },
  })
  // Without a listener it would take the daemon down.
  client.on('error', (error: unknown) => log.debug({ err: error }, 'a connection to the mailbox broke'))
  const close = () => client.close()
  signal.addEventListener('abort', close, { once: true })
  client.on('close', () => signal.removeEventListener('abort', close))
  try {
    await client.connect()
  } catch (error) {
    client.close()
    throw error
  }
  return client
}
