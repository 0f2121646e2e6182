import { expect, test } from 'vitest'
import { parseAuthenticationResults } from '../../../../src/channels/email/authority/authentication-results.ts'

function parsed(value: string) {
  const block = parseAuthenticationResults(value)
  return (
    block && [
      block.authservId,
      ...block.results.map(({ method, result, properties }) => [method, result, Object.fromEntries(properties)]),
    ]
  )
}

// The examples of RFC 8601, appendix B, and of servers.
test.each<[string, unknown]>([
  ['example.org 1; none', ['example.org']],
  [
    'example.com; spf=pass smtp.mailfrom=example.net',
    ['example.com', ['spf', 'pass', { 'smtp.mailfrom': 'example.net' }]],
  ],
  [
    'example.com; auth=pass (cram-md5) smtp.auth=sender@example.net; spf=pass smtp.mailfrom=example.net;',
    [
      'example.com',
      ['auth', 'pass', { 'smtp.auth': 'sender@example.net' }],
      ['spf', 'pass', { 'smtp.mailfrom': 'example.net' }],
    ],
  ],
  [
    'example.com; dkim=pass reason="good signature" header.i=@mail-router.example.net; dkim=fail reason="bad; (signature)" header.i=@newyork.example.com',
    [
      'example.com',
      ['dkim', 'pass', { reason: 'good signature', 'header.i': '@mail-router.example.net' }],
      ['dkim', 'fail', { reason: 'bad; (signature)', 'header.i': '@newyork.example.com' }],
    ],
  ],
  [
    "foo.example.net (foobar) 1 (baz);\tdkim (Because I like it) / 1 (One yay) = (wait for it) fail policy (A dot can go here) . (like that) expired (this surprised me) = (as I wasn't expecting it) 1362471462",
    undefined,
  ],
  [
    "foo.example.net (foobar) 1 (baz); dkim/1 (One yay) = (wait for it) fail policy.expired (this surprised me) = (as I wasn't) 1362471462",
    ['foo.example.net', ['dkim', 'fail', { 'policy.expired': '1362471462' }]],
  ],
  [
    'MX.Example.org; DMARC=Pass Header.From=Example.ORG',
    ['mx.example.org', ['dmarc', 'pass', { 'header.from': 'Example.ORG' }]],
  ],
  [
    'mx.example.org; spf=pass smtp.mailfrom="a;b c"@example.net',
    ['mx.example.org', ['spf', 'pass', { 'smtp.mailfrom': 'a;b c@example.net' }]],
  ],
  ['"mx.example.org"; none', ['mx.example.org']],
  ['mx.example.org', ['mx.example.org']],
  ['mx.example.org;', ['mx.example.org']],
  ['spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.net', undefined],
  ['mx.example.org 2; none', undefined],
  ['mx.example.org; spf', undefined],
  ['mx.example.org; spf=', undefined],
  ['mx.example.org; spf=pass (never ends', undefined],
  ['mx.example.org; spf=pass reason="never ends', undefined],
  ['mx.example.org; spf=pass ) x=y', undefined],
  ['mx.example.org; spf=pass smtp.mailfrom=a smtp.mailfrom=b', undefined],
  ['mx.example.org; spf=pass (of "x) smtp.mailfrom=a', undefined],
  ['', undefined],
  [`mx.example.org; ${'spf=pass; '.repeat(3000)}`, undefined],
])('%s', (value, expected) => {
  expect(parsed(value)).toEqual(expected)
})
