import { expect, test } from 'vitest'
import { createCommandPicker } from '../../../../../../src/web/page/views/chats/compose/command-picker.ts'
import type { CommandHelp } from '../../../../../../src/web/page/wire/chat-wire.ts'

const commands: CommandHelp[] = ['help', 'stop', 'status'].map((name) => ({ name, summary: `what ${name} does` }))

async function openMenu() {
  const written: string[] = []
  const menu = createCommandPicker({
    ask: async () => ({ status: 'ok', value: { commands } }),
    put: (text) => written.push(text),
  })
  menu.typed('/')
  await expect.poll(() => menu.choices.value.length).toBe(3)
  return {
    menu,
    written,
    names: () => menu.choices.value.map(({ name }) => name),
    press: (key: string, more = {}) => menu.press({ key, shiftKey: false, isComposing: false, ...more }),
  }
}

test('a slash lists every command in its order, and letters narrow it by their beginning', async () => {
  const { menu, names } = await openMenu()
  expect(names()).toEqual(['help', 'stop', 'status'])
  menu.typed('/ST')
  expect(names()).toEqual(['stop', 'status'])
  menu.typed('/top')
  expect(names()).toEqual([])
})

test.for(['', 'a /st', '/stop ', '/etc/hosts', ' /', '/st\n'])('there is no menu for %j', async (text) => {
  const { menu, names, press } = await openMenu()
  menu.typed(text)
  expect(names()).toEqual([])
  expect(['Enter', 'Tab', 'Escape', 'ArrowUp'].map((key) => press(key))).toEqual([false, false, false, false])
})

test('arrows go round, a letter begins at the first again, and Enter or Tab writes the command', async () => {
  const { menu, written, press, names } = await openMenu()
  press('ArrowUp')
  expect(menu.activeId.value).toBe('command-status')
  press('ArrowDown')
  expect(menu.activeId.value).toBe('command-help')
  press('ArrowDown')
  menu.typed('/s')
  expect(menu.activeId.value).toBe('command-stop')
  expect(press('Enter', { isComposing: true })).toBe(false)
  expect(press('Enter', { shiftKey: true })).toBe(false)
  expect(press('Enter')).toBe(true)
  expect(names()).toEqual([])
  menu.typed('/s')
  press('ArrowDown')
  expect(press('Tab')).toBe(true)
  expect(written).toEqual(['/stop ', '/status '])
})

test('a command that is written out is not held up by the menu', async () => {
  const { menu, written, press } = await openMenu()
  menu.typed('/stop')
  expect(press('Enter')).toBe(false)
  expect(written).toEqual([])
})

test('Escape puts it away until another message is begun', async () => {
  const { menu, names, press } = await openMenu()
  expect(press('Escape')).toBe(true)
  menu.typed('/s')
  expect(names()).toEqual([])
  menu.typed('')
  menu.typed('/s')
  expect(names()).toEqual(['stop', 'status'])
})

test('where the daemon does not answer there is no menu, and the next slash asks again', async () => {
  let asked = 0
  const menu = createCommandPicker({
    ask: async () => (asked++ === 0 ? { status: 'later', error: 'no' } : { status: 'ok', value: { commands } }),
    put: () => {},
  })
  menu.typed('/')
  menu.typed('')
  menu.typed('/')
  await expect.poll(() => menu.choices.value.length).toBe(3)
})
