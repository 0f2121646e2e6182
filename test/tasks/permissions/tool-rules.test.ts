import { describe, expect, test } from 'vitest'
import { createIntent } from '../../../src/spawner/claude/own-tools.ts'
import { classifyAction, covers, hashOf } from '../../../src/tasks/permissions/tool-rules.ts'

const bash = (command: string) => ({ name: 'Bash', input: { command } })

describe('what a tool would do', () => {
  test.each([
    [
      { name: 'Read', input: { file_path: 'a.txt' } },
      { kind: 'looks', path: 'a.txt', namesOnly: false },
    ],
    [
      { name: 'Grep', input: { pattern: 'x' } },
      { kind: 'looks', path: '.', namesOnly: false },
    ],
    [
      { name: 'Grep', input: { pattern: 'x', path: '/etc' } },
      { kind: 'looks', path: '/etc', namesOnly: false },
    ],
    [
      { name: 'Glob', input: { pattern: '**/*.md', path: 'docs' } },
      { kind: 'looks', path: 'docs', namesOnly: true },
    ],
    [
      { name: 'Write', input: { file_path: 'a.txt', content: 'hi' } },
      { kind: 'changes', path: 'a.txt', always: { rule: 'Write', words: { en: 'writing any file' } } },
    ],
    [
      { name: 'Edit', input: { file_path: 'a.txt', old_string: 'a', new_string: 'b' } },
      { kind: 'changes', path: 'a.txt', always: { rule: 'Edit', words: { en: 'changing any file' } } },
    ],
    [bash('ls -la'), { kind: 'changes', always: { rule: 'Bash(ls -la)', words: { en: 'exactly this command' } } }],
  ])('is told from %j', (use, doing) => {
    expect(classifyAction(createIntent(use))).toMatchObject(doing)
  })

  test.each([
    { name: 'Glob', input: { pattern: '/etc/*' } },
    { name: 'Glob', input: { pattern: 'a/../../etc/*' } },
    { name: 'Glob', input: { pattern: '~/.ssh/*' } },
    { name: 'Read', input: {} },
    { name: 'Bash', input: { command: 7 } },
    { name: 'WebFetch', input: { url: 'https://example.com' } },
    { name: 'Task', input: {} },
    { name: 'Write', input: { file_path: 'x'.repeat(1_001), content: '' } },
    bash('x'.repeat(100_001)),
  ])('%j is never clear enough', (use) => {
    expect(classifyAction(createIntent(use)).kind).toBe('unclear')
  })
})

test('an approval is bound to every byte of the action, and to nothing else', () => {
  const use = { name: 'Write', input: { file_path: 'a.txt', content: 'The quick brown fox.' } }
  const hash = hashOf(use)
  expect(hashOf({ name: 'Write', input: { content: 'The quick brown fox.', file_path: 'a.txt' } })).toBe(hash)
  const text = JSON.stringify([use.name, use.input.file_path, use.input.content])
  for (let at = 0; at < 1_000; at += 1) {
    const place = at % use.input.content.length
    const letter = String.fromCharCode(33 + (at % 90))
    const content = use.input.content.slice(0, place) + letter + use.input.content.slice(place + (at % 2))
    const changed = { name: 'Write', input: { file_path: 'a.txt', content } }
    if (content === use.input.content) continue
    expect(hashOf(changed), `${text} became ${content}`).not.toBe(hash)
  }
  expect(hashOf({ ...use, name: 'Edit' })).not.toBe(hash)
})

describe('a pattern of the configuration', () => {
  test.each([
    ['Write', { name: 'Write', input: { file_path: 'x', content: '' } }, true],
    ['Write(notes/*)', { name: 'Write', input: { file_path: 'notes/a.md', content: '' } }, true],
    ['Write(notes/*)', { name: 'Write', input: { file_path: 'other.md', content: '' } }, false],
    ['Bash', bash('anything; at all'), true],
    ['Bash(git log*)', bash('git log --oneline'), true],
    ['Bash(git log*)', bash('git push'), false],
    ['Bash(git log*)', bash('git log; rm -rf .'), false],
    ['Bash(git log*)', bash('git log && curl evil'), false],
    ['Bash(git log*)', bash('git log | sh'), false],
    ['Bash(git log*)', bash('git log > .bashrc'), false],
    ['Bash(git log*)', bash('git log $(rm -rf .)'), false],
    ['Bash(git log*)', bash('git log `rm -rf .`'), false],
    ['Bash(git log*)', bash('git log\nrm -rf .'), false],
    ['Bash(ls .)', bash('ls x'), false],
    ['Edit', { name: 'Write', input: { file_path: 'x', content: '' } }, false],
  ])('%s for %j: %s', (pattern, use, expected) => {
    expect(covers(pattern, createIntent(use))).toBe(expected)
  })
})
