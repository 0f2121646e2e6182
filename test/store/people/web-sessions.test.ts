import { afterEach, expect, test } from 'vitest'
import { createLink, endSession, findSession, installId, redeemLink } from '../../../src/store/people/web-sessions.ts'
import { onBoth } from '../../support/test-clock.ts'
import { createWorld } from '../../web/world.ts'

const day = 86_400_000
const start = onBoth(new Date('2026-03-01T10:00:00Z'))
const after = (ms: number) => onBoth(new Date(start.now.getTime() + ms))

const world = createWorld()
const { db, ownerId } = world
afterEach(() => db.statement('DELETE FROM web_session').run())

test('a link is traded once for a session of its person', () => {
  const token = createLink(db, ownerId, start)
  const cookie = redeemLink(db, token, start)
  expect(cookie && findSession(db, cookie, start.steady)).toBe(ownerId)
  expect(redeemLink(db, token, start)).toBeUndefined()
})

test('a link is good for 15 minutes', () => {
  expect(redeemLink(db, createLink(db, ownerId, start), after(15 * 60_000 - 1))).toBeDefined()
  expect(redeemLink(db, createLink(db, ownerId, start), after(15 * 60_000))).toBeUndefined()
})

test('a link token is no session, and a session is no link', () => {
  const token = createLink(db, ownerId, start)
  expect(findSession(db, token, start.steady)).toBeUndefined()
  const cookie = redeemLink(db, token, start) ?? ''
  expect(redeemLink(db, cookie, start)).toBeUndefined()
})

test('a session lives 90 days from its last use', () => {
  const cookie = redeemLink(db, createLink(db, ownerId, start), start) ?? ''
  expect(findSession(db, cookie, after(89 * day).steady)).toBe(ownerId)
  expect(findSession(db, cookie, after(170 * day).steady)).toBe(ownerId)
  expect(findSession(db, cookie, after(261 * day).steady)).toBeUndefined()
})

test('an ended session is gone', () => {
  const cookie = redeemLink(db, createLink(db, ownerId, start), start) ?? ''
  endSession(db, cookie)
  expect(findSession(db, cookie, start.steady)).toBeUndefined()
})

test('secrets have 256 bits and are stored as hashes only', () => {
  const token = createLink(db, ownerId, start)
  const cookie = redeemLink(db, createLink(db, ownerId, start), start) ?? ''
  expect([token, cookie].map((secret) => Buffer.from(secret, 'base64url').length)).toEqual([32, 32])
  const stored = JSON.stringify(db.statement('SELECT * FROM web_session').all())
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(cookie)
})

test('making a link sweeps out what has expired', () => {
  createLink(db, ownerId, start)
  createLink(db, ownerId, after(day))
  expect(db.statement('SELECT count(*) FROM web_session').pluck().get()).toBe(1)
})

test('the install id is made once', () => {
  expect(installId(db)).toMatch(/^[0-9a-f]{12}$/)
  expect(installId(db)).toBe(installId(db))
})
