import { expect, test } from 'vitest'
import { readFacts } from '../../../../src/channels/email/mail-facts.ts'
import { compose } from '../../../../src/channels/email/send/compose.ts'
import { openSeparateThread, openThread } from '../../../../src/channels/email/send/thread-opening.ts'
import { threadIn } from '../../../../src/channels/email/threads/message-ids.ts'
import { readMime } from '../../../peers/mail/mime.ts'
import { accountWith, ana, createShelf, delivery, seed, us } from './rig.ts'

function open(key: string) {
  const opened = openThread({ to: { channel: 'email', id: ana }, title: 'Re: a\nreport', key }, { account: us, seed })
  const facts = opened.status === 'opened' ? readFacts(opened.route) : undefined
  if (opened.status !== 'opened' || !facts) throw new Error('it was not opened')
  return { ...opened, facts }
}

test('a thread that we begin is the same for the same key, and another for another', () => {
  expect(open('one')).toEqual(open('one'))
  expect(open('one').route.chat).not.toBe(open('two').route.chat)
  expect(open('one').route.chat).toBe(`email:${open('one').facts.token}`)
})

test('what we write in it stands in one thread, before anybody has answered', async () => {
  const { route, facts } = open('one')
  const deps = { account: accountWith({}), fileStore: createShelf(), seed, quote: true }
  const mails = await Promise.all(
    ['first', 'second'].map(async (text) => {
      const one = { ...delivery(text, {}, { kind: 'notice' }), route }
      return readMime((await compose(deps, one, facts)).bytes)
    }),
  )
  const [first, second] = mails
  expect(first?.header('subject')).toBe('a report')
  expect(first?.header('in-reply-to')).toBeUndefined()
  expect(first?.header('references')).toBe(second?.header('references'))
  expect(first?.header('message-id')).not.toBe(second?.header('message-id'))
  for (const mail of mails) {
    expect(threadIn(mail.header('references') ?? '', us)).toBe(facts.token)
    expect(threadIn(mail.header('message-id') ?? '', us)).toBe(facts.token)
  }
})

test('a thread beside another is with the same person, under its own subject, for notices too', async () => {
  const { route } = open('one')
  const beside = (key: string) => openSeparateThread(route, { title: 'water the plants', key }, seed)
  expect(beside('job 1')).toEqual(beside('job 1'))
  expect(beside('job 1')?.route.chat).not.toBe(beside('job 2')?.route.chat)
  const own = beside('job 1')
  const facts = readFacts(own?.route ?? {})
  if (!own || !facts) throw new Error('there is none')
  expect(own.to).toEqual({ channel: 'email', id: ana })
  const deps = { account: accountWith({}), fileStore: createShelf(), seed, quote: true }
  const missed = { ...delivery('I missed it', {}, { kind: 'notice' }), route: own.route }
  const mail = readMime((await compose(deps, missed, facts)).bytes)
  expect(mail.header('subject')).toBe('water the plants')
  expect(threadIn(mail.header('references') ?? '', us)).toBe(facts.token)
})
