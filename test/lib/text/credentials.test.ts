import { expect, test } from 'vitest'
import { withoutCredentials } from '../../../src/lib/text/secrets.ts'

// Put together here, so that no file of ours holds what a scanner would take for a key.
const made = (...parts: string[]) => parts.join('')
const long = 'a1B2c3D4e5F6g7H8i9J0'

test.each([
  ['my password is hunter2!', 'my password is [secret]'],
  ['Password: hunter2, the user is ana', 'Password: [secret] the user is ana'],
  ['the PIN is 4711', 'the PIN is [secret]'],
  ['the ſecret is hunter2', 'the ſecret is [secret]'],
  ['the to\u212aen is hunter2', 'the to\u212aen is [secret]'],
  ['the password of the router is hunter2!', 'the password of the router is [secret]'],
  ['das Passwort für das WLAN lautet geheim99', 'das Passwort für das WLAN lautet [secret]'],
  [`API key = "${long}"`, 'API key = "[secret]"'],
  [`use ${made('sk', '-ant-', long)} for it`, 'use [secret] for it'],
  [made('gh', 'p_', long), '[secret]'],
  [made('AK', 'IA', 'ABCDEFGHIJKLMNOP'), '[secret]'],
  [`token ${made('eyJ', 'hbGciOiJI', '.', 'eyJzdWIiOiIx', '.', 'sig')}`, 'token [secret]'],
  [made('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE\n-----END RSA ', 'PRIVATE KEY-----'), '[secret]'],
  [made('-----BEGIN ', 'PRIVATE KEY-----\nMIIE and it was cut off'), '[secret]'],
  [`${made('123456789', ':', 'AA', long, long)} is the bot`, '[secret] is the bot'],
  ['https://ana:geheim99@example.org/x', 'https://ana:[secret]@example.org/x'],
])('%s', (text, expected) => {
  expect(withoutCredentials(text)).toBe(expected)
})

test.each([
  'The token ring was invented in 1969.',
  'My sister Ilse keeps 14 bees in Graz, password managers bore her.',
  'Call me at 12:30, the key to the shed is under the stone.',
  'Is the pin still on the map?',
  'I sent the token of my love for you and it is on its way.',
])('leaves plain words alone: %s', (text) => {
  expect(withoutCredentials(text)).toBe(text)
})
