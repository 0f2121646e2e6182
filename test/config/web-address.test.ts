import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'

function load(lines: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'skein-web-address-')), 'config.toml')
  writeFileSync(file, `[web]\n${lines}\n`)
  return loadConfig(file, {}).web
}

test('the page is for this machine unless something else is said', () => {
  expect(load('')).toMatchObject({ enabled: true, port: 8420 })
  expect(load('').bind).toBeUndefined()
})

test.each([
  'bind = "192.168.1.20"',
  'bind = "fd00::20"',
  'public_url = "https://skein.example.org"',
  'public_url = "https://skein.example.org:8443/"',
  'bind = "0.0.0.0"\npublic_url = "http://192.168.1.20:8420"',
  'bind = "::"\npublic_url = "http://skein.local:8420"',
])('%s is fine', (lines) => expect(() => load(lines)).not.toThrow())

test.each([
  ['bind = "everywhere"', 'web.bind must be an IP address'],
  ['bind = "0.0.0.0"', 'needs web.public_url'],
  ['bind = "::"', 'needs web.public_url'],
  ['bind = "9.9.9.9"', 'a proxy with TLS'],
  ['public_url = "skein.example.org"', 'an http or https address'],
  ['public_url = "http://skein.example.org"', 'must begin with https'],
  ['public_url = "http://9.9.9.9:8420"', 'must begin with https'],
  ['public_url = "https://skein.example.org/chat"', 'without a path'],
  ['public_url = "https://ana:secret@skein.example.org"', 'without a path'],
  ['public_url = "https://skein.example.org/?x"', 'without a path'],
])('%s: %s', (lines, says) => expect(() => load(lines)).toThrow(says))
