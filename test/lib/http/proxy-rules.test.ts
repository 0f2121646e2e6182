import { expect, test } from 'vitest'
import { childEnv } from '../../../src/lib/child.ts'
import { readProxyRules } from '../../../src/lib/http/proxy-rules.ts'

function settings(env: Record<string, string>) {
  const read = readProxyRules(env)
  if ('variable' in read) throw new Error(`${read.variable} was refused`)
  return read
}

const both = { HTTPS_PROXY: 'http://proxy.example:3128', HTTP_PROXY: 'http://plain.example:8080' }
const hostFor = (url: string, env: Record<string, string> = both) => settings(env).rules(new URL(url))?.host

test('each protocol has its proxy, and without a variable there is none', () => {
  expect(hostFor('https://api.example/')).toBe('proxy.example:3128')
  expect(hostFor('http://api.example/')).toBe('plain.example:8080')
  expect(hostFor('http://api.example/', { HTTPS_PROXY: both.HTTPS_PROXY })).toBeUndefined()
  expect(hostFor('https://api.example/', {})).toBeUndefined()
})

test('the lower case wins, an empty variable says nothing, and a scheme may be missing', () => {
  const url = 'https://api.example/'
  expect(hostFor(url, { ...both, https_proxy: 'http://lower.example' })).toBe('lower.example')
  expect(hostFor(url, { ...both, https_proxy: '' })).toBe('proxy.example:3128')
  expect(hostFor(url, { https_proxy: 'bare.example:3128' })).toBe('bare.example:3128')
})

test.each(['localhost', 'page.localhost', '127.0.0.1', '127.9.8.7', '[::1]', 'localhost.'])(
  '%s never goes through a proxy',
  (host) => {
    expect(hostFor(`http://${host}:8420/`)).toBeUndefined()
    expect(hostFor(`https://${host}/`)).toBeUndefined()
  },
)

test.each([
  ['example.com', 'https://example.com/', true],
  ['example.com', 'https://deep.example.com/', true],
  ['.example.com', 'https://deep.example.com/', true],
  ['*.example.com', 'https://deep.example.com/', true],
  ['example.com', 'https://notexample.com/', false],
  ['example.com', 'https://example.com.evil.test/', false],
  ['EXAMPLE.com', 'https://example.COM./', true],
  ['example.com:8443', 'https://example.com:8443/', true],
  ['example.com:8443', 'https://example.com/', false],
  ['example.com:443', 'https://example.com/', true],
  ['other.test, example.com', 'https://example.com/', true],
  ['other.test example.com', 'https://example.com/', true],
  ['10.1.2.3', 'http://10.1.2.3:11434/', true],
  ['10.0.0.0/8', 'http://10.1.2.3:11434/', true],
  ['10.0.0.0/8', 'http://11.1.2.3:11434/', false],
  ['10.0.0.0/99', 'http://10.1.2.3/', false],
  ['0.0.0.1', 'http://1.0.0.0.1.example/', false],
  ['fd00::/8', 'http://[fd00::5]/', true],
  ['[fd00::5]:8080', 'http://[fd00::5]:8080/', true],
  ['fd00::5', 'http://[fd00::5]:8080/', true],
  ['*', 'https://anything.example/', true],
  [',, ,', 'https://example.com/', false],
  [':80', 'http://example.com/', false],
])('NO_PROXY=%s and %s', (no_proxy, url, isDirect) => {
  expect(hostFor(url, { ...both, no_proxy }) === undefined).toBe(isDirect)
})

test('what is no HTTP proxy is refused by the name of the variable, without its value', () => {
  for (const value of ['socks5://user:hunter2@proxy.example', 'ftp://proxy.example', 'http://', '%%%'])
    expect(readProxyRules({ HTTPS_PROXY: value })).toEqual({ variable: 'HTTPS_PROXY' })
})

test('a password in the address is known for scrubbing, as written and as meant', () => {
  const { secrets } = settings({ HTTPS_PROXY: 'http://ana:p%40ssword-1@proxy.example:3128' })
  expect(secrets).toEqual(expect.arrayContaining(['p%40ssword-1', 'p@ssword-1', 'ana:p@ssword-1']))
  expect(settings(both).secrets).toEqual([])
})

test('a program that gets a proxy is told to leave it out on this machine', () => {
  expect(childEnv({ HTTPS_PROXY: 'http://p.example', NO_PROXY: 'corp.example' })).toEqual({
    HTTPS_PROXY: 'http://p.example',
    NO_PROXY: 'corp.example,localhost,127.0.0.1,::1',
    no_proxy: 'corp.example,localhost,127.0.0.1,::1',
  })
  expect(childEnv({ NO_PROXY: 'corp.example' })).toEqual({ NO_PROXY: 'corp.example' })
})
