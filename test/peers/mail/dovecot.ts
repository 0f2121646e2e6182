import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chown, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Certificate, makeCertificate } from './certificate.ts'
import { type DovecotManner, type DovecotPorts, dovecotConfig, hostFor, isRoot, passwordOf } from './dovecot-config.ts'
import { hand } from './hatch.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'
import { createServerProcess, freePorts, hasProgram } from './server-process.ts'

/** A real Dovecot on loopback, in a folder of its own. */
export interface Dovecot {
  ports: DovecotPorts
  certificate: Certificate | undefined
  /** The same again for an address that has one. */
  mailbox(address: string): Mailbox
  /** Puts bytes into somebody's mailbox by LMTP; `name+folder@` goes into that folder. */
  deliver(to: string, bytes: Buffer, from?: string): Promise<void>
  /** All ids of its mails are void from now on. */
  renumber(address: string, folder?: string): void
  /** Takes the whole mailbox away, with every folder; the next who asks for it gets a new one. */
  wipe(address: string): Promise<void>
  /** Cuts every open connection. */
  kick(): void
  start(): Promise<void>
  stop(): Promise<void>
  close(): Promise<void>
  /** What it says of itself. */
  words(): string
}

/** Whether there is one to start; otherwise what needs it is left out. */
export function hasDovecot(): boolean {
  return hasProgram('dovecot') && existsSync('/usr/lib/dovecot/lmtp')
}

/** Listens when it resolves. */
export async function createDovecot(manner: DovecotManner = {}): Promise<Dovecot> {
  const dir = mkdtempSync(join(tmpdir(), 'skein-mail-'))
  // Whoever owns the mails passes through it.
  chmodSync(dir, 0o755)
  const [imap = 0, lmtp = 0, sasl = 0] = await freePorts(3)
  const host = hostFor(manner)
  const ports = { host, imap, lmtp, sasl }
  const security = manner.security ?? 'plain'
  const certificate = security === 'plain' ? undefined : makeCertificate(dir)
  const [config, log] = [join(dir, 'dovecot.conf'), join(dir, 'log')]
  writeFileSync(config, dovecotConfig(dir, ports, manner))
  mkdirSync(join(dir, 'mail'))
  if (isRoot()) await chown(join(dir, 'mail'), 8, 8)
  const words = () => (existsSync(log) ? readFileSync(log, 'utf8') : '')
  const server = createServerProcess('dovecot', ['-F', '-c', config], words)
  const known = new Map<string, Mailbox>()

  function admin(...args: string[]): void {
    const { status, stderr } = spawnSync('doveadm', ['-c', config, ...args], { encoding: 'utf8' })
    // 68: nobody was there to be kicked.
    if (status !== 0 && status !== 68) throw new Error(`doveadm ${args.join(' ')}: ${stderr}`)
  }

  function mailbox(address: string): Mailbox {
    const there = known.get(address)
    if (there) return there
    const tls = certificate && { ca: certificate.cert, startsPlain: security === 'starttls' }
    const made = createMailbox({ host, port: imap, user: address, password: passwordOf(address), ...(tls && { tls }) })
    known.set(address, made)
    return made
  }

  await server.start(ports.host, lmtp)
  let epoch = Math.floor(Date.now() / 1000) + 1000
  return {
    ports,
    certificate,
    mailbox,
    deliver: (to, bytes, from = 'somebody@elsewhere.test') =>
      hand({ host, port: lmtp, protocol: 'lmtp' }, { from, to: [to] }, bytes),
    renumber: (address, folder = 'INBOX') =>
      admin('mailbox', 'update', '--uid-validity', String(++epoch), '-u', address, folder),
    async wipe(address) {
      await rm(join(dir, 'mail', address), { recursive: true, force: true, maxRetries: 20, retryDelay: 20 })
      admin('kick', address)
    },
    kick: () => admin('kick', '*'),
    start: () => server.start(ports.host, lmtp),
    stop: server.stop,
    async close() {
      await server.kill()
      rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 })
    },
    words,
  }
}
