import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { mailError } from '../../../src/app/connect/email.ts'
import { type Build, createBuild } from '../../peers/build.ts'
import { createDovecot, type Dovecot, hasDovecot } from '../../peers/mail/dovecot.ts'
import { passwordOf } from '../../peers/mail/dovecot-config.ts'

const bot = 'skein@house.test'

describe.skipIf(!hasDovecot())('skein setup email (left out where there is no Dovecot)', () => {
  let build: Build
  let dovecot: Dovecot
  let folder: string
  beforeAll(async () => {
    build = createBuild()
    dovecot = await createDovecot()
  })
  afterAll(async () => {
    await dovecot.close()
  })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skein-setup-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  })

  /** Takes what it is given to the mailboxes, with these lines above it, as a border server would. */
  async function submission(stamp = '', passes = true): Promise<string> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      logger: false,
      onAuth({ password }, _session, done) {
        if (password === passwordOf(bot)) done(null, { user: bot })
        else done(new Error('no such password'))
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const bytes = Buffer.concat([Buffer.from(stamp), ...chunks])
          const all = session.envelope.rcptTo.map(({ address }) => dovecot.deliver(address, bytes))
          Promise.all(passes ? all : []).then(() => done(), done)
        })
      },
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
    return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  }

  async function setUp(args: string[], smtp: string) {
    const place = ['--data', join(folder, 'data'), '--config', join(folder, 'config.toml')]
    const servers = ['--imap', `imap://127.0.0.1:${dovecot.ports.imap}`, '--smtp', smtp]
    const child = spawn(process.execPath, [build.main, ...place, 'setup', 'email', ...servers, ...args], {
      env: { PATH: process.env.PATH, HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (out += String(chunk)))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, out }
  }

  function passwordFile(text = passwordOf(bot)): string {
    const file = join(folder, 'password')
    writeFileSync(file, `${text}\n`, { mode: 0o600 })
    return file
  }

  const config = () => readFileSync(join(folder, 'config.toml'), 'utf8')
  const usual = () => ['--address', bot, '--password-file', passwordFile(), '--owner', 'ana@elsewhere.test', '--yes']

  test('signs in, sends a mail out and back, learns who vouches for senders, and leaves nothing of it behind', async () => {
    const stamp = 'Authentication-Results: mx.house.test; dmarc=pass header.from=house.test\r\n'
    const smtp = await submission(stamp)
    const { code, out } = await setUp(usual(), smtp)
    expect([code, out]).toEqual([0, expect.stringContaining('The test mail was sent and received.')])
    expect(config()).toContain(`address = "${bot}"`)
    expect(config()).toContain('owner_addresses = ["ana@elsewhere.test"]')
    expect(config()).toContain('authserv_id = "mx.house.test"')
    expect(config()).toContain(`smtp = "${smtp}"`)
    const kept = join(folder, 'data/mail-password')
    expect(config()).toContain(`password = "file:${kept}"`)
    expect(statSync(kept).mode & 0o777).toBe(0o600)
    expect(out + config()).not.toContain(passwordOf(bot))
    expect(await dovecot.mailbox(bot).mails()).toEqual([])
  })

  test('a server that judges no senders is not believed to', async () => {
    const { code } = await setUp(usual(), await submission('Authentication-Results: relay.test; auth=pass\r\n'))
    expect([code, config().includes('authserv_id')]).toEqual([0, false])
  })

  test('a wrong password changes nothing', async () => {
    const args = ['--address', bot, '--password-file', passwordFile('wrong'), '--yes']
    const { code, out } = await setUp(args, await submission())
    expect([code, out]).toEqual([64, expect.stringMatching(/does not let "skein@house.test" in.*app password/s)])
    expect(() => config()).toThrow()
  })

  test('a server that nobody listens at changes nothing, and says which', async () => {
    const { code, out } = await setUp(usual(), 'smtp://127.0.0.1:9')
    expect([code, out]).toEqual([64, expect.stringContaining('127.0.0.1:9')])
    expect(() => config()).toThrow()
  })

  test('what stands in the file already stays, but for the old mailbox', async () => {
    const old =
      '[email]\naddress = "old@x"\npassword = "gone"\nowner_addresses = ["bea@x"]\nstrangers = "notify" # hm\n'
    writeFileSync(join(folder, 'config.toml'), old, { mode: 0o600 })
    const { code, out } = await setUp(usual(), await submission())
    expect([code, out]).toEqual([0, expect.stringContaining('The previous version is in')])
    expect(config()).toContain('owner_addresses = ["bea@x", "ana@elsewhere.test"]')
    expect(config()).toContain('strangers = "notify" # hm')
    expect(config()).not.toContain('old@x')
  })

  test.each([
    ['no address', [], 'Give it with --address skein@example.org'],
    ['no password', ['--address', bot], '--password-file FILE'],
    ['what is no address', ['--address', 'nobody', '--yes'], 'a mail address such as'],
  ])('%s is told with the next step', async (_what, args, says) => {
    const given = args.includes('--yes') ? [...args, '--password-file', passwordFile()] : args
    const { code, out } = await setUp(given, await submission())
    expect([code === 0, out]).toEqual([false, expect.stringContaining(says)])
    expect(() => config()).toThrow()
  })
})

describe('what went wrong is told with what to do', () => {
  const at = (host: string, port: number) => ({ host, port, security: 'tls' }) as const
  const account = {
    address: bot,
    displayName: 'Skein',
    imap: at('imap.x', 993),
    smtp: at('smtp.x', 465),
    login: { kind: 'password', user: bot, password: 'secret-word' },
    folders: ['INBOX'],
    mode: 'send',
    sentCopy: 'append',
    receipts: false,
    plusAddresses: false,
  } as const

  test.each([
    ['imap', { kind: 'refused', reason: 'NO' }, /imap\.x:993 does not let .* app password/],
    ['smtp', { kind: 'unencrypted', reason: 'no TLS' }, /--smtp smtps:\/\/smtp\.x/],
    ['smtp', { kind: 'lost', reason: 'getaddrinfo ENOTFOUND smtp.x' }, /Nobody knows a server called smtp\.x/],
    ['imap', { kind: 'lost', reason: 'self-signed certificate' }, /NODE_EXTRA_CA_CERTS/],
    [
      'imap',
      { kind: 'lost', reason: 'write EPROTO ssl3_get_record:wrong version number' },
      /imap\.x:993 does not speak TLS from the first byte.*--imap imap:\/\/imap\.x:143/,
    ],
    [
      'smtp',
      {
        kind: 'lost',
        reason: "Hostname/IP does not match certificate's altnames: DNS:mail.y (ERR_TLS_CERT_ALTNAME_INVALID)",
      },
      /certificate of smtp\.x is not for that name\. It is for mail\.y\./,
    ],
    ['imap', { kind: 'lost', reason: 'certificate has expired (CERT_HAS_EXPIRED)' }, /has expired\. Have it renewed/],
    ['imap', { kind: 'throttled', afterMs: 1000 }, /try again in a few minutes/],
    ['delivery', { kind: 'lost', reason: 'late' }, /also under Junk/],
  ] as const)('%s: %o', (step, failure, says) => {
    const { message } = mailError(
      { ok: false, step, failure },
      { ...account, folders: [...account.folders], aliases: [] },
    )
    expect(message).toMatch(says)
    expect(message).not.toContain('secret-word')
  })
})
