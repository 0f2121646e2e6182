import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { sleep } from '../../../src/lib/time/timers.ts'
import { createDueFaults } from '../due-faults.ts'
import { createWatchers, type Watchers } from '../watchers.ts'
import type { Certificate } from './certificate.ts'
import type { Envelope } from './hatch.ts'

/** What goes wrong at a stage of a submission. */
export type SmtpFault =
  /** An answer with this code in place of the right one: 421, 451, 550... */
  | { code: number; words?: string }
  /** The connection is cut. At `data` while the bytes are on their way: nothing is kept. */
  | 'cut'
  /** At `data` only: taken and passed on, and the connection is cut before that is said. */
  | 'lost-answer'
  /** At `data` only: taken and passed on, and nothing is ever said. */
  | 'silence'
  /** Nothing happens for so long. */
  | { delayMs: number }
  /** At `data` only: taken and passed on, and that is said so much later. */
  | { lateMs: number }

export type SmtpStage = 'connect' | 'login' | 'sender' | 'recipient' | 'data'

/** What came in whole. */
export interface Submitted extends Envelope {
  bytes: Buffer
  user: string | undefined
  /** Whether it was told that it is here. */
  answered: boolean
}

export interface SmtpPeer {
  host: string
  port: number
  got: Submitted[]
  /** The next so many times that this stage is reached. */
  fail(stage: SmtpStage, fault: SmtpFault, times?: number): void
  mend(): void
  until: Watchers['until']
  /** Nobody listens any more, and what is open is cut. */
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

export interface SmtpPeerOptions {
  protocol?: 'smtp' | 'lmtp'
  security?: 'plain' | 'starttls' | 'tls'
  certificate?: Certificate
  /** The most bytes of a mail; said in the greeting, and held to. */
  size?: number
  /** Without it nobody need log in. */
  isLogin?(user: string, password: string): boolean
  /** Why this recipient is refused, with a code in front. */
  refuses?(address: string): string | undefined
  /** Where it goes; a rejection is answered with 451. */
  pass?(envelope: Envelope, bytes: Buffer, user: string | undefined): Promise<void>
}

/** A server for mail on loopback that does as the test says. */
export async function createSmtpPeer(options: SmtpPeerOptions = {}): Promise<SmtpPeer> {
  const { protocol = 'smtp', security = 'plain', certificate, size, isLogin, refuses, pass } = options
  const faults = createDueFaults<SmtpFault>()
  const got: Submitted[] = []
  const calls: string[] = []
  const watchers = createWatchers(() => calls)
  let sockets = new Map<number, Socket>()
  const closed = new AbortController()
  let server: SMTPServer
  let port = 0

  /** Undefined when the connection is gone; an error is what is to be answered. */
  async function meet(stage: SmtpStage, session: SMTPServerSession, fault = faults.take(stage)): Promise<Met> {
    calls.push(fault ? `${stage} (${JSON.stringify(fault)})` : stage)
    watchers.changed()
    if (fault === undefined) return { go: true }
    if (fault === 'cut') return cut(session)
    if (typeof fault === 'string') return { go: true }
    if ('code' in fault) return { go: true, error: refusal(fault.code, fault.words) }
    if ('delayMs' in fault) await sleep(fault.delayMs, closed.signal)
    return { go: true }
  }

  function cut({ remotePort }: SMTPServerSession): Met {
    sockets.get(remotePort)?.resetAndDestroy()
    return { go: false }
  }

  const guarded =
    (stage: SmtpStage, check?: (value: never, session: SMTPServerSession) => Error | undefined) =>
    (value: never, session: SMTPServerSession, done: (error?: Error | null) => void) => {
      void meet(stage, session).then(({ go, error }) => go && done(error ?? check?.(value, session)))
    }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Met> {
    const fault = faults.take('data')
    const met = await meet('data', session, fault)
    if (!met.go) return met
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    if (met.error) return met
    if (stream.sizeExceeded) return { go: true, error: refusal(552, 'too big') }
    const { mailFrom, rcptTo } = session.envelope
    const user = session.user as string | undefined
    const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
    const bytes = Buffer.concat(chunks)
    try {
      await pass?.(envelope, bytes, user)
    } catch (error) {
      return { go: true, error: refusal(451, `not now: ${String(error)}`) }
    }
    const answered = fault !== 'lost-answer' && fault !== 'silence'
    got.push({ ...envelope, bytes, user, answered })
    watchers.changed()
    if (fault === 'lost-answer') return cut(session)
    if (typeof fault === 'object' && 'lateMs' in fault) await sleep(fault.lateMs, closed.signal)
    return { go: answered }
  }

  async function up(): Promise<void> {
    sockets = new Map()
    server = new SMTPServer({
      name: 'relay.test',
      lmtp: protocol === 'lmtp',
      secure: security === 'tls',
      ...(certificate && { cert: certificate.cert, key: certificate.key }),
      disabledCommands: [...(security === 'starttls' ? [] : ['STARTTLS']), ...(isLogin ? [] : ['AUTH'])],
      authOptional: isLogin === undefined,
      allowInsecureAuth: security === 'plain',
      ...(size !== undefined && { size }),
      disableReverseLookup: true,
      logger: false,
      onConnect: (session, done) => guarded('connect')(undefined as never, session, done),
      onAuth: (login, session, done) =>
        void meet('login', session).then(({ go, error }) => {
          if (!go) return
          const isRight = isLogin?.(login.username ?? '', login.password ?? '')
          if (error || !isRight) done(error ?? refusal(535, 'wrong user or password'))
          else done(null, { user: login.username })
        }),
      onMailFrom: (address, session, done) => guarded('sender')(address as never, session, done),
      onRcptTo: (address, session, done) =>
        guarded('recipient', () => reasonOf(refuses?.(address.address)))(address as never, session, done),
      onData: (stream, session, done) =>
        void receive(stream, session).then(
          ({ go, error }) => go && done(error),
          // The other side went away in the middle.
          () => {},
        ),
    })
    server.on('error', () => {})
    server.server.on('connection', (socket: Socket) => {
      const { remotePort = 0 } = socket
      sockets.set(remotePort, socket)
      socket.once('close', () => sockets.delete(remotePort))
    })
    await new Promise<void>((resolve, reject) => {
      server.server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    port = (server.server.address() as AddressInfo).port
  }

  async function down(): Promise<void> {
    for (const socket of sockets.values()) socket.destroy()
    await new Promise<void>((resolve) => server.close(resolve))
  }

  await up()
  return {
    host: '127.0.0.1',
    get port() {
      return port
    },
    got,
    fail: (stage, fault, times = 1) => faults.add(stage, fault, times),
    mend: faults.clear,
    until: watchers.until,
    up,
    down,
    async close() {
      closed.abort()
      await down()
    },
  }
}

/** Whether it goes on at all, and with what refusal. */
interface Met {
  go: boolean
  error?: Error | undefined
}

function refusal(responseCode: number, words = 'not now'): Error {
  return Object.assign(new Error(words), { responseCode })
}

function reasonOf(words: string | undefined): Error | undefined {
  return words === undefined ? undefined : refusal(Number(words.slice(0, 3)), words.slice(4))
}
