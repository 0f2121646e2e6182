import { expect, test } from 'vitest'
import { type Dns, findServers } from '../../../../src/channels/email/wire/discovery.ts'

const nothing: Dns = {
  mx: () => Promise.reject(new Error('ENOTFOUND')),
  srv: () => Promise.reject(new Error('ENODATA')),
}
const mx = (...hosts: string[]): Dns => ({
  ...nothing,
  mx: async () => hosts.map((exchange, priority) => ({ exchange, priority })),
})
const srv = (records: Record<string, { name: string; port: number; priority: number }[]>): Dns => ({
  ...nothing,
  srv: async (name) => records[name] ?? Promise.reject(new Error('ENODATA')),
})

test('the provider of an address is known by its domain', async () => {
  expect(await findServers('skein@GMAIL.com', nothing)).toMatchObject({
    imap: { host: 'imap.gmail.com', port: 993, security: 'tls' },
    smtp: { host: 'smtp.gmail.com', port: 465, security: 'tls' },
    by: 'Gmail',
  })
})

test.each([
  ['aspmx.l.google.com', 'imap.gmail.com'],
  ['example-org.mail.protection.outlook.com.', 'outlook.office365.com'],
  ['in1-smtp.messagingengine.com', 'imap.fastmail.com'],
])('a domain whose mail goes to %s is read at %s', async (host, imap) => {
  expect(await findServers('skein@example.org', mx('mx.example.org', host))).toMatchObject({ imap: { host: imap } })
})

test('a host that only looks like a provider is none', async () => {
  expect(await findServers('skein@example.org', mx('aspmx.notgoogle.com', 'google.com.example.org'))).toBeUndefined()
})

test('a domain may name its own servers, encrypted ones first, the best of several', async () => {
  const records = {
    '_imaps._tcp.example.org': [
      { name: 'second.example.org', port: 993, priority: 20 },
      { name: 'mail.example.org', port: 993, priority: 10 },
    ],
    '_submission._tcp.example.org': [{ name: 'mail.example.org', port: 587, priority: 0 }],
    '_submissions._tcp.example.org': [{ name: '', port: 0, priority: 0 }],
  }
  expect(await findServers('skein@example.org', srv(records))).toEqual({
    imap: { host: 'mail.example.org', port: 993, security: 'tls' },
    smtp: { host: 'mail.example.org', port: 587, security: 'starttls' },
    by: 'example.org',
  })
})

test('where one of the two is missing nothing is guessed', async () => {
  const one = { '_imaps._tcp.example.org': [{ name: 'mail.example.org', port: 993, priority: 0 }] }
  expect(await findServers('skein@example.org', srv(one))).toBeUndefined()
})
