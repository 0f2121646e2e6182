import { expect, test } from 'vitest'
import { readHeaders } from '../../../../src/channels/email/authority/headers.ts'
import { verifySender } from '../../../../src/channels/email/authority/sender-verification.ts'
import { bytesOf, judge, now, post } from './post.ts'
import { keyOf, signed, zone } from './signing.ts'

const key = keyOf('example.org')
const mail = signed(post('Ana <ana@example.org>'), key)

function failing(code: string) {
  return () => Promise.reject(Object.assign(new Error('no'), { code }))
}

test('what could not be checked now may be tried again, and what never will hold is not', async () => {
  for (const code of ['ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED', 'EREFUSED']) {
    expect(await judge(mail, { resolve: failing(code) })).toMatchObject({ status: 'unproven', isTemporary: true })
  }
  const noKey = await judge(mail, { resolve: zone() })
  expect(noKey).toMatchObject({
    status: 'unproven',
    address: 'ana@example.org',
    reason: { en: expect.stringContaining('no key') },
  })
  expect(noKey).not.toHaveProperty('isTemporary')
})

test('a name that nobody can ask for is no reason to wait', async () => {
  const long = signed(post('ana@example.org'), { ...key, selector: 'x'.repeat(64) })
  expect(
    await judge(long, { resolve: (name) => (name.length > 60 ? failing('EBADNAME')() : zone()(name, 'TXT')) }),
  ).not.toHaveProperty('isTemporary')
})

test('a policy that nobody can tell, of a key that everybody can: it waits', async () => {
  const known = zone(key)
  const verdict = await judge(mail, {
    resolve: (name, type) => (name.startsWith('_dmarc') ? failing('ESERVFAIL')() : known(name, type)),
  })
  expect(verdict).toMatchObject({
    isTemporary: true,
    reason: { en: expect.stringContaining('could not be checked now') },
  })
})

test('a key that could not be asked for outweighs one that does not hold', async () => {
  const twice = signed(mail, keyOf('example.org', 1024))
  const known = zone(keyOf('example.org', 1024, { name: 'another' }))
  const verdict = await judge(twice, {
    resolve: (name, type) => (name.startsWith('ed.') ? failing('ETIMEOUT')() : known(name, type)),
  })
  expect(verdict).toMatchObject({ isTemporary: true })
})

test('only the names of the domain in From are asked for, and few', async () => {
  const asked: string[] = []
  const loud = {
    headers: [
      ...Array.from(
        { length: 50 },
        (_, at) => `DKIM-Signature: v=1; a=rsa-sha256; d=victim${at}.example; s=s; h=from:subject:date; bh=x; b=x`,
      ),
      ...Array.from(
        { length: 50 },
        (_, at) => `DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s${at}; h=from:subject:date; bh=x; b=x`,
      ),
      ...post('ana@example.org').headers,
    ],
    body: '',
  }
  await judge(loud, {
    resolve(name) {
      asked.push(name)
      return failing('ENOTFOUND')()
    },
  })
  expect(asked.length).toBeLessThanOrEqual(5)
  expect(asked.filter((name) => !name.endsWith('example.org'))).toEqual([])
})

test('whoever waits for an answer that never comes is not kept waiting when it is time to stop', async () => {
  const stop = new AbortController()
  const source = bytesOf(mail)
  const verdict = verifySender(
    { headers: readHeaders(source), source },
    { now, resolve: () => new Promise(() => {}) },
    stop.signal,
  )
  stop.abort(new Error('stopped'))
  await expect(verdict).rejects.toThrow('stopped')
})

test('the headers that count are those of the mail, and without the mail there is no proof', async () => {
  const source = bytesOf(mail)
  const other = readHeaders(bytesOf(post('ben@example.org')))
  const { signal } = new AbortController()
  const by = { now, resolve: zone(key) }
  expect(await verifySender({ headers: other, source }, by, signal)).toMatchObject({
    status: 'proven',
    address: 'ana@example.org',
  })
  expect(await verifySender({ headers: readHeaders(source) }, by, signal)).toMatchObject({ status: 'unproven' })
})

test('an unproven one still says whom it claims to be from', async () => {
  expect(await judge(post('Ana <ana@example.org>'), { resolve: zone() })).toEqual({
    status: 'unproven',
    address: 'ana@example.org',
    name: 'Ana',
    reason: { en: 'it is not signed', de: 'sie ist nicht signiert' },
  })
  expect(await judge(post('nobody'), { resolve: zone() })).toMatchObject({ status: 'unproven', name: '' })
})
