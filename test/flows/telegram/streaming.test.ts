import { expect, test } from 'vitest'
import { defaultPace } from '../../../src/channels/telegram/show/answer-display.ts'
import { sleep } from '../../../src/lib/time/timers.ts'
import { startRoad } from '../../peers/telegram/road.ts'
import type { Script } from '../../support/scripted-brain.ts'

const pace = { draftGap: 20, draftRefresh: 100, typingRefresh: 60, editGap: 120, slowestEditGap: 200, patience: 400 }

/** Says a word at a time; before the last one it waits until the test lets it go on. */
function slow(words: string[], pause: (signal: AbortSignal) => Promise<unknown>): Script {
  return async function* (_turn, signal) {
    for (const at of words.keys()) {
      yield { kind: 'text', text: words.slice(0, at + 1).join(' ') }
      await (at === words.length - 1 ? pause(signal) : sleep(60, signal))
    }
    if (!signal.aborted) yield { kind: 'done', text: `${words.join(' ')}.` }
  }
}

function gate() {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), pause: () => opened }
}

const start = (script: Script) =>
  startRoad(() => script, { channel: { pace }, telegram: { bot: { can_read_all_group_messages: true } } })

test('alone, an answer grows as one draft that can be stopped, is kept alive, and ends as one message', async () => {
  const { open, pause } = gate()
  const { telegram, chat, ana } = await start(slow(['The', 'roses', 'bloom'], pause))
  const asked = chat.say(ana, 'what is new?')
  await telegram.until('the look', () => chat.messages()[0]?.reactions[telegram.bot.id] === '👀')
  await telegram.until('all of it', () => chat.draft()?.text === 'The roses bloom')
  const so = telegram.callsOf('sendMessageDraft').length
  await telegram.until('two more of the same', () => telegram.callsOf('sendMessageDraft').length >= so + 2)
  expect(chat.draft()).toMatchObject({ text: 'The roses bloom', canStop: true })
  open()
  await telegram.until('the answer', () => chat.answers().length === 1)
  await telegram.until('no look', () => Object.keys(chat.messages()[0]?.reactions ?? {}).length === 0)
  expect(chat.answers()).toMatchObject([{ text: 'The roses bloom.', reply: asked.message_id }])
  expect(chat.draft()).toBeUndefined()
  const drafts = telegram.callsOf('sendMessageDraft')
  expect(new Set(drafts.map(({ args }) => args.draft_id)).size).toBe(1)
  expect(telegram.calls.findLastIndex(({ method }) => method === 'sendMessageDraft')).toBeLessThan(
    telegram.calls.findIndex(({ method }) => method === 'sendMessage'),
  )
})

test('drafts that are refused for being too many end at once, and the answer is sent all the same', async () => {
  const { open, pause } = gate()
  const { telegram, chat, ana } = await start(slow(['The', 'roses', 'bloom'], pause))
  telegram.fail('sendMessageDraft', { refuse: 429, description: 'Slow', parameters: { retry_after: 600 } })
  chat.say(ana, 'what is new?')
  await telegram.called('sendMessageDraft')
  open()
  await telegram.until('the answer', () => chat.answers().length === 1)
  expect(telegram.callsOf('sendMessageDraft')).toHaveLength(1)
  expect(telegram.callsOf('sendMessage')).toHaveLength(1)
})

test('an answer that is there while a draft still hangs overtakes it', async () => {
  const { telegram, chat, ana } = await start(slow(['Now'], async () => {}))
  telegram.fail('sendMessageDraft', { delayMs: 5000 }, 9)
  chat.say(ana, 'what is new?')
  await telegram.until('the answer', () => chat.answers().length === 1, 2000)
  expect(chat.answers().map(({ text }) => text)).toEqual(['Now.'])
})

test('what was said until a stop stays, marked, as an answer of its own', async () => {
  const { telegram, chat, ana } = await start(
    slow(['The', 'roses', 'bloom'], (signal) => new Promise((resolve) => signal.addEventListener('abort', resolve))),
  )
  const asked = chat.say(ana, 'what is new?')
  await telegram.until('all of it', () => chat.draft()?.text === 'The roses bloom')
  chat.stopDraft()
  await telegram.until('the line', () => chat.answers().length === 1)
  expect(chat.answers()).toMatchObject([{ text: 'The roses bloom\n\n(stopped)', reply: asked.message_id }])
  chat.say(ana, '/stop')
  await telegram.until('the end', () => chat.answers().length === 2)
  expect(chat.answers().at(-1)?.text).toBe('There is nothing to stop.')
})

test('in a group it types, then edits one message at the pace allowed, and the answer takes its place', async () => {
  const { open, pause } = gate()
  const { telegram, ana } = await start(async function* (turn, signal) {
    await sleep(150, signal)
    yield* slow(['One', 'two', 'three', 'four', 'five', 'six', 'seven'], pause)(turn, signal) as AsyncIterable<never>
  })
  const group = telegram.group({ members: [ana] })
  const asked = group.say(ana, `@${telegram.bot.username} count`)
  await telegram.until('all of it', () => group.answers()[0]?.text === 'One two three four five six seven')
  expect(group.answers()).toMatchObject([{ reply: asked.message_id, buttons: [['Stop']] }])
  open()
  await telegram.until('the answer', () => group.answers()[0]?.text.endsWith('seven.'))
  expect(group.answers()).toMatchObject([{ reply: asked.message_id, buttons: [] }])
  expect(telegram.callsOf('sendChatAction').length).toBeGreaterThanOrEqual(2)
  expect(telegram.callsOf('sendMessageDraft')).toEqual([])
  const drawn = telegram.calls.filter(
    ({ method, args }) => /^(sendMessage|editMessageText)$/.test(method) && args.reply_markup,
  )
  for (const [at, { mono }] of drawn.slice(1).entries())
    expect(mono - (drawn[at]?.mono ?? 0)).toBeGreaterThanOrEqual(pace.editGap - 5)
  expect(defaultPace).toMatchObject({ editGap: 3000, typingRefresh: 4000 })
  expect(defaultPace.draftRefresh).toBeLessThanOrEqual(20_000)
})
