import { describe, expect, test } from 'vitest'
import { ownMessageId, plusAddress, threadToken } from '../../../../src/channels/email/threads/message-ids.ts'
import { createThreadBook, type RememberedMail } from '../../../../src/channels/email/threads/thread-book.ts'
import { findThread, type ThreadHints } from '../../../../src/channels/email/threads/thread-finder.ts'
import { createMemoryInbox } from '../rig.ts'

const us = 'skein@house.test'
const now = new Date('2026-05-01T10:00:00Z')
const daysLater = (days: number) => new Date(now.getTime() + days * 86_400_000)

function open() {
  const inbox = createMemoryInbox()
  const book = createThreadBook(inbox, us)
  const deps = { account: us, seed: 'here', book }
  const token = threadToken('here', us, '<root@friends.test>')
  const remember = (mail: Partial<RememberedMail>) => {
    const usual = { token, messageId: '<root@friends.test>', subject: 'Plans', people: ['ana@friends.test'], at: now }
    inbox.accept([], undefined, book.remember({ ...usual, admitted: ['ana@friends.test'], ...mail }))
  }
  const find = (hints: Partial<ThreadHints>) => {
    const people = ['ana@friends.test']
    const usual = { messageId: '<new@friends.test>', inReplyTo: [], references: [], subject: '', recipients: [us] }
    return findThread({ ...usual, from: 'ana@friends.test', people, at: now, ...hints }, deps)
  }
  return { book, token, remember, find }
}

describe('a mail finds its thread', () => {
  const ours = (token: ReturnType<typeof threadToken>) => ownMessageId(token, 'answer', us)
  test.each<[string, (token: ReturnType<typeof threadToken>) => Partial<ThreadHints>]>([
    ['by an id of ours in References', (token) => ({ references: ['<x@y>', ours(token), '<z@y>'] })],
    ['by an id of ours in In-Reply-To', (token) => ({ inReplyTo: [ours(token)] })],
    ['by a known id of somebody else', () => ({ references: ['<root@friends.test>'] })],
    ['by an address of its own', (token) => ({ recipients: [plusAddress(us, token)] })],
    ['by its subject, among the same people', () => ({ subject: 'Re: Plans' })],
    ['by its subject, in another language', () => ({ subject: 'Antw: plans' })],
  ])('%s', (_, hints) => {
    const { token, remember, find } = open()
    remember({})
    expect(find(hints(token))).toMatchObject({ token, isNew: false })
  })

  test.each<[string, Partial<ThreadHints>]>([
    ['a new subject', { subject: 'Re: Other plans' }],
    ['the same subject that answers nothing', { subject: 'Plans' }],
    ['other people under the same subject', { subject: 'Re: Plans', people: ['ana@friends.test', 'ben@friends.test'] }],
    ['the same subject after a week', { subject: 'Re: Plans', at: daysLater(8) }],
    ['no subject', { subject: 'Re:' }],
    ['an id that is none of ours', { references: ['<c.0123456789abcdef01234567.0123456789abcdef0123@evil.test>'] }],
  ])('%s begins a new one', (_, hints) => {
    const { token, remember, find } = open()
    remember({})
    const found = find(hints)
    expect(found.isNew).toBe(true)
    expect(found.token).not.toBe(token)
  })

  test('an id of ours that belongs to nobody lets nobody in', () => {
    const { token, find } = open()
    expect(find({ references: [ours(token)] }).token).not.toBe(token)
  })

  test('the nearest of several threads that they belong to is theirs', () => {
    const { token, remember, find } = open()
    remember({})
    const later = threadToken('here', us, '<later@friends.test>')
    remember({ token: later, messageId: '<later@friends.test>', subject: 'Later' })
    expect(find({ references: [ours(token), ours(later)] }).token).toBe(later)
    expect(find({ references: ['<later@friends.test>', ours(token)] }).token).toBe(token)
  })

  test('people are let in once, and a bounded number of them', () => {
    const { book, token, remember } = open()
    remember({ admitted: Array.from({ length: 80 }, (_, n) => `p${n}@x.test`) })
    expect(book.people(token)).toHaveLength(50)
    expect(book.admit(token, ['p1@x.test'])).toBeUndefined()
  })
})
