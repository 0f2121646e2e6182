import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mailAccounts } from '../../../src/channels/email/from-config.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { ConfigError } from '../../../src/domain/errors.ts'

function accounts(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'skein-mailboxes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'config.toml')
  writeFileSync(file, text, { mode: 0o600 })
  return mailAccounts(loadConfig(file, {}))
}

test('an address and a password are enough where the provider is known', () => {
  expect(accounts('[email]\naddress = "Skein@GMX.de"\npassword = "hush-hush"')).toEqual([
    {
      address: 'skein@gmx.de',
      aliases: [],
      displayName: 'Skein',
      imap: { host: 'imap.gmx.net', port: 993, security: 'tls' },
      smtp: { host: 'mail.gmx.net', port: 465, security: 'tls' },
      login: { kind: 'password', user: 'Skein@GMX.de', password: 'hush-hush' },
      folders: ['INBOX'],
      mode: 'send',
      sentCopy: 'append',
      receipts: false,
      plusAddresses: false,
    },
  ])
})

test('where it is not, the servers have to be named', () => {
  const box = '[email]\naddress = "s@example.org"\npassword = "hush-hush"\n'
  expect(() => accounts(box)).toThrow(ConfigError)
  expect(() => accounts(`${box}imap = "imaps://imap.example.org"`)).toThrow(/^email\.smtp is missing/)
  const named = box.replace('[email]', '[email.accounts.my_work]')
  expect(() => accounts(named)).toThrow(/^email\.accounts\.my_work\.imap is missing/)
})

test.each([
  ['imaps://mail.example.org', { host: 'mail.example.org', port: 993, security: 'tls' }],
  ['imap://mail.example.org', { host: 'mail.example.org', port: 143, security: 'starttls' }],
  ['imap://mail.example.org:1143', { host: 'mail.example.org', port: 1143, security: 'starttls' }],
  ['imap://127.0.0.1:1143', { host: '127.0.0.1', port: 1143, security: 'plain' }],
  ['imap://[::1]:1143', { host: '::1', port: 1143, security: 'plain' }],
  ['imap://127.0.0.1.example.org', { host: '127.0.0.1.example.org', port: 143, security: 'starttls' }],
])('%s is never spoken to in the clear from afar', (imap, server) => {
  const text = `[email]\naddress = "s@x.org"\npassword = "p"\nimap = "${imap}"\nsmtp = "smtps://x.org"`
  expect(accounts(text)[0]?.imap).toEqual(server)
})

test('a mailbox under a domain of its own is known by its host, and several stand side by side', () => {
  const text = `
    [email]
    address = "skein@firm.example"
    imap = "imaps://outlook.office365.com"
    smtp = "smtp://smtp.office365.com"
    oauth = { client_id = "me", refresh_token = "r" }
    [email.accounts.home]
    address = "skein@posteo.de"
    password = "p"
    sent_copy = "none"
    folders = ["INBOX", "Lists", "INBOX"]`
  const [work, home] = accounts(text)
  expect(work).toMatchObject({
    sentCopy: 'server',
    smtp: { port: 587, security: 'starttls' },
    login: { kind: 'oauth2', tokenUrl: expect.stringContaining('login.microsoftonline.com') },
  })
  expect(home).toMatchObject({ address: 'skein@posteo.de', sentCopy: 'none', folders: ['INBOX', 'Lists'] })
})
