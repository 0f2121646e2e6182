import { expect, test } from 'vitest'
import { startRoad } from '../../peers/telegram/road.ts'
import type { Script } from '../../support/scripted-brain.ts'

const echo: Script = (turn) => [{ kind: 'done', text: `heard: ${turn.question}` }]

test('every command there is answers on Telegram, and none of them reaches the model', async () => {
  const { telegram, chat, ana, brain } = await startRoad(() => echo)
  chat.say(ana, '/help')
  const [help] = await telegram.until('the help', () => chat.answers().length === 1 && chat.answers())
  const names = [...(help?.text ?? '').matchAll(/^• \/(\w+)/gm)].map(([, name]) => name ?? '')
  expect(names.length).toBeGreaterThanOrEqual(18)
  for (const name of names) {
    const asked = chat.say(ana, `/${name}`)
    const answer = await telegram.until(name, () => chat.answers().find(({ reply }) => reply === asked.message_id))
    expect(answer.text, name).not.toMatch(/There is no command|^heard/)
  }
  expect(brain.turns).toEqual([])
})

test('in a group a command may carry our name; one for another bot is left to it', async () => {
  const { telegram, ana, brain } = await startRoad(() => echo, {
    telegram: { bot: { can_read_all_group_messages: true } },
  })
  const group = telegram.group({ members: [ana] })
  group.say(ana, '/whoami@other_bot')
  group.say(ana, '/stop@other_bot now')
  const asked = group.say(ana, `/whoami@${telegram.bot.username}`)
  const [answer] = await telegram.until('an answer', () => group.answers().length === 1 && group.answers())
  expect(answer).toMatchObject({ reply: asked.message_id, text: expect.stringContaining('(owner)') })
  group.say(ana, '/whoami')
  await telegram.until('a second answer', () => group.answers().length === 2)
  expect(brain.turns).toEqual([])
})
