import type { ConnectionOptions } from 'node:tls'
import { ImapFlow } from 'imapflow'
import type { Log } from '../../../lib/log.ts'
import type { MailCredential, MailServer } from '../account.ts'

export interface ImapDeps {
  server: MailServer
  /** Requested at every login. */
  credential(signal: AbortSignal): Promise<MailCredential>
  log: Log
  /** Additional root certificates, for a test server. */
  tls?: ConnectionOptions
}

/** NAT routers drop idle connections sooner than the 29 minutes of RFC 2177. */
const MAX_IDLE_MS = 4 * 60_000
const CONNECT_TIMEOUT_MS = 30_000

/**
 * Opens a connection and logs in. After a connection has closed, open a new one instead of using it again. Rejects on
 * failure, with `authenticationFailed` if the server refused the login.
 */
export async function openImap({ server, credential, log, tls }: ImapDeps, signal: AbortSignal): Promise<ImapFlow> {
  const login = await credential(signal)
  signal.throwIfAborted()
  const client = new ImapFlow({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    // Otherwise a server or a man in the middle that offers no STARTTLS would get the password unencrypted.
    ...(server.security === 'starttls' && { doSTARTTLS: true }),
    ...(server.security === 'plain' && { doSTARTTLS: false }),
    auth:
      'password' in login
        ? { user: login.user, pass: login.password }
        : { user: login.user, accessToken: login.accessToken },
    ...(tls && { tls }),
    logger: false,
    // We never request anything larger. A server that sends more is broken or hostile.
    maxLineLength: 8 * 1024 * 1024,
    maxLiteralSize: 4 * 1024 * 1024,
    maxResponseSize: 16 * 1024 * 1024,
    maxIdleTime: MAX_IDLE_MS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    clientInfo: { name: 'skein' },
  })
  // Without a listener an error event would crash the daemon.
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
