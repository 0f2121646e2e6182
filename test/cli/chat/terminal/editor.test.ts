import { describe, expect, test } from 'vitest'
import { createEditor, type KeyPress } from '../../../../src/cli/chat/terminal/editor.ts'

/** "C-a" is Ctrl-A, "M-b" Alt-B, a name in angle brackets a key; everything else is typed. */
function typing(...keys: string[]) {
  const editor = createEditor()
  editor.remember(['first', 'second'])
  const pressed = keys.flatMap((key) => toKeys(key).map((one) => editor.press(one)))
  const text = editor.text()
  return { line: `${text.slice(0, editor.cursor())}|${text.slice(editor.cursor())}`, last: pressed.at(-1) }
}

function toKeys(key: string): KeyPress[] {
  const [, modifier, name] = /^(?:([CM])-)?<?(\w+)>?$/.exec(key) ?? []
  if (modifier) return [{ name, ctrl: modifier === 'C', meta: modifier === 'M' }]
  if (key.startsWith('<')) return [{ name }]
  return Array.from(key).map((text) => ({ name: text, text }))
}

test.each([
  ['typing', ['the roof'], 'the roof|'],
  ['in the middle', ['rof', '<left>', 'o'], 'roo|f'],
  ['a family is one character', ['👨‍👩‍👧x', '<left>', '<backspace>'], '|x'],
  ['words back and forth', ['one two three', 'M-b', 'M-b', 'M-f'], 'one two| three'],
  ['a word away', ['one two ', 'C-w'], 'one |'],
  ['the rest away', ['one two', 'M-b', 'C-k'], 'one |'],
  ['the start away', ['one two', 'M-b', 'C-u'], '|two'],
  ['start and end of a row', ['one', 'C-j', 'two', 'C-a', 'x', 'C-e', 'y'], 'one\nxtwoy|'],
  ['the past', ['new', '<up>', '<up>'], 'first|'],
  ['and back to what was begun', ['new', '<up>', '<down>'], 'new|'],
  ['no further than there is', ['<up>', '<up>', '<up>', '<up>'], 'first|'],
  ['Ctrl-C clears', ['one', 'C-c'], '|'],
  ['Ctrl-D takes what is behind', ['ab', '<left>', 'C-d'], 'a|'],
  ['Ctrl-R finds what was typed', ['C-r', 'fir'], 'first|'],
  ['and searches for the line as it is', ['sec', 'C-r'], 'second|'],
  ['again finds an older one', ['C-r', 's', 'C-r'], 'first|'],
  ['and stays when there is none', ['C-r', 's', 'C-r', 'C-r'], 'first|'],
  ['a letter less finds the newer one again', ['C-r', 'sx', '<backspace>'], 'second|'],
  ['another key keeps what was found', ['C-r', 'fir', 'C-a', 'x'], 'x|first'],
  ['Escape keeps it, too', ['C-r', 'fir', '<escape>', '!'], 'first!|'],
  ['Ctrl-G goes back to what was begun', ['new', 'C-u', 'old', 'C-r', '<backspace>', 'C-g'], 'old|'],
] as const)('%s', (_what, keys, line) => expect(typing(...keys).line).toBe(line))

describe('what a key means', () => {
  test.each([
    [['hello', '<return>'], { kind: 'line', text: 'hello' }],
    [['one', 'M-<return>', 'two', '<return>'], { kind: 'line', text: 'one\ntwo' }],
    [['C-c'], { kind: 'interrupt' }],
    [['one', 'C-c'], { kind: 'edited' }],
    [['C-d'], { kind: 'leave' }],
    [['/st', '<tab>'], { kind: 'complete' }],
    [['C-l'], { kind: 'redraw' }],
  ])('%j', (keys, last) => expect(typing(...keys).last).toEqual(last))
})

test('what was sent comes back with the arrow up, and nothing twice in a row', () => {
  expect(typing('third', '<return>', 'third', '<return>', '<up>', '<up>').line).toBe('second|')
})
