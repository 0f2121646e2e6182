import { expect, onTestFinished, test } from 'vitest'
import { createTalkServer } from './talk.ts'
import { auditTalk } from './talk-ledger.ts'
import { createPerson } from './talk-people.ts'

async function start() {
  const talk = await createTalkServer({ version: 22 })
  onTestFinished(() => talk.close())
  const skein = talk.user('skein')
  const person = (id: string) => createPerson({ url: talk.url(), id, password: talk.user(id).appPassword, againMs: 5 })
  return { talk, skein, ana: person('ana'), ben: person('ben') }
}

test('people say, mention, reply, share, edit and go, and what they said stands there once', async () => {
  const { talk, ana, ben } = await start()
  const room = await ana.openGroup('Lab', 'ben', 'skein')
  const first = await ana.mention(room, 'skein', 'how far is it?')
  const second = await ben.reply(room, first.id, 'and how long?')
  const third = await ben.shareFile(room, 'map.png', 'png', 'here')
  await ana.edit(first, '@skein how far is it by foot?')
  await ana.react(room, second.id, '👍')
  const shown = await ana.read(room)
  expect(shown.find(({ id }) => id === first.id)?.message).toBe(`{mention-user1} how far is it by foot? [${first.key}]`)
  expect(shown.find(({ id }) => id === second.id)?.parent?.id).toBe(first.id)
  expect(shown.find(({ id }) => id === third.id)?.message).toContain(third.key)
  await ana.expel(room, 'ben')
  expect(await ben.rooms()).toEqual([])
  await ana.invite(room, 'ben')
  await ben.leave(room)
  expect(talk.place(room).room.attendees.map(({ actor }) => actor.id)).toEqual(['ana', 'skein'])
})

test('whatever the server does to a call, it is said once', async () => {
  const { talk, ana } = await start()
  const room = await ana.openOneToOne('skein')
  for (const fault of ['reset-before', 'reset-after', 'gateway-after', 'gateway-before', 'cut-after'] as const)
    talk.fail('send@ana', fault)
  for (const word of ['one', 'two', 'three']) await ana.say(room, word)
  const said = talk.place(room).saidBy(talk.user('ana'))
  expect(said.map(({ message }) => message.split(' ')[0])).toEqual(['one', 'two', 'three'])
})

test('the ledger counts what is lost, doubled, in the wrong room, unasked and out of order', async () => {
  const { talk, skein, ana, ben } = await start()
  const one = talk.place(await ana.openOneToOne('skein'))
  const other = talk.place(await ben.openOneToOne('skein'))
  const lost = await ana.say(one.token, 'lost')
  const twice = await ana.say(one.token, 'twice')
  const astray = await ana.say(one.token, 'astray')
  const fine = await ben.say(other.token, 'fine')
  const quiet = await ben.say(other.token, 'quiet', { expects: 'silence' })
  const late = await ben.say(other.token, 'late')
  one.say(skein, `once ${twice.key}`)
  one.say(skein, `again ${twice.key}`)
  other.say(skein, `oh ${astray.key}`)
  other.say(skein, `before its time ${late.key}`)
  other.say(skein, fine.text)
  other.say(skein, quiet.text)
  other.say(skein, 'I was away for a while.')
  const audit = await auditTalk([ana, ben], 'skein')
  expect(audit.lost).toEqual([lost, astray])
  expect(audit.doubled.map(({ asked }) => asked)).toEqual([twice])
  expect(audit.misrouted.map(({ asked }) => asked)).toEqual([astray])
  expect(audit.unasked.map(({ asked }) => asked)).toEqual([quiet])
  expect(audit.others.map(({ message }) => message)).toEqual(['I was away for a while.'])
  expect(audit.disorder).toMatchObject([{ token: other.token, answered: [late.key, fine.key, quiet.key] }])
})
