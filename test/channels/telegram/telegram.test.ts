import { expect, test } from 'vitest'
import { chatOf, delivery, startRig } from './rig.ts'

const ana = { id: 42, name: 'Ana' }

test('a code is brought along by an address with our own name, once the platform has told it', async () => {
  const { telegram, channel } = await startRig()
  await telegram.called('getUpdates')
  expect(channel.startLink?.('ABCD2345')).toBe(`https://t.me/${telegram.bot.username}?start=ABCD2345`)
})

test('what a person writes arrives, is looked at, and is answered by reply', async () => {
  const { telegram, channel, inbox, signal } = await startRig()
  const chat = telegram.privateChat(telegram.user(ana))
  const message = chat.say(telegram.user(ana), 'What is new?')
  const event = await inbox.until((events) => events.find(({ kind }) => kind === 'message'))
  expect(event).toMatchObject({ chat: chatOf(chat), text: 'What is new?', sender: { id: '42' }, addressed: true })
  await telegram.called('setMessageReaction')
  expect(chat.messages()[0]?.reactions).toEqual({ [telegram.bot.id]: '👀' })

  const receipt = await channel.send(delivery(channel, chat, 'A **lot**.', { replyTo: message.message_id }), signal)
  const answer = chat.answers()[0]
  expect(receipt).toEqual({ status: 'sent', remoteId: String(answer?.id) })
  expect(answer).toMatchObject({
    text: 'A lot.',
    reply: message.message_id,
    entities: [{ type: 'bold', offset: 2, length: 3 }],
  })
  await telegram.called('setMessageReaction', 2)
  expect(chat.messages()[0]?.reactions).toEqual({})
})
