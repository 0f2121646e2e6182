import { createTelegram } from '../../peers/telegram/telegram.ts'
import { channelContract } from '../contract.ts'
import { delivery, startRig } from './rig.ts'

channelContract('telegram', async () => {
  const telegram = await createTelegram({ secondMs: 20 })
  const ana = telegram.user({ id: 42, name: 'Ana' })
  const chat = telegram.privateChat(ana)
  return {
    async listen(inbox) {
      const { channel, stop } = await startRig({ telegram, into: inbox, awaitPoll: false })
      await telegram.listening()
      let last: object | undefined
      const say = async (text: string) => {
        last = chat.say(ana, text)
      }
      return { channel, stop, say, repeat: () => void telegram.push({ message: last }) }
    },
    person: { channel: 'telegram', id: '42' },
    shown: () => chat.answers().map(({ text }) => text),
    delivery: (channel, text, key) => ({ ...delivery(channel, chat, text), key }),
    loseAnswer: () => telegram.fail('sendMessage', 'reset-after'),
  }
})
