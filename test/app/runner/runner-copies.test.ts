import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createRunnerCopies, removeAllCopies } from '../../../src/app/runner/runner-copies.ts'
import { createTranscripts } from '../../../src/app/runner/transcripts.ts'
import { makeChatId } from '../../../src/domain/ids.ts'
import { createWorkspaces } from '../../../src/tasks/files/workspaces.ts'

const house = makeChatId('web', 'house')
const garden = makeChatId('web', 'garden')
const shed = makeChatId('web', 'shed')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** A runner's folder after turns of three chats. */
function open() {
  const dir = mkdtempSync(join(tmpdir(), 'skein-copies-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const transcripts = createTranscripts(dir, new Date(0))
  const copies = createRunnerCopies(dir, transcripts)
  const put = (path: string, text = 'x') => {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  for (const session of ['s1', 's2']) {
    transcripts.begin(session, 1, { text: 'hello', files: [] })
    transcripts.saveView(session, '{}')
    put(`claude/projects/work/${session}.jsonl`)
    put(`claude/todos/${session}-agent.json`)
  }
  for (const path of ['.credentials.json', 'settings.json', 'history.jsonl']) put(`claude/${path}`)
  put(`files/${hashOf('picture')}`, 'picture')
  put(`files/${hashOf('picture')}.7.part`, 'pic')
  put(`files/${hashOf('other')}`, 'other')
  const workspaces = createWorkspaces('workspaces')
  for (const chat of [house, garden, shed]) {
    put(join(workspaces.pathOf(chat), 'dog.png'), 'picture')
    put(join(workspaces.pathOf(chat), 'note.md'), 'a note')
    put(join(workspaces.pathOf(chat), '.kept', 'owner-1-result.txt'))
  }
  put('runner.json')
  const names = new Map([house, garden, shed].map((chat) => [workspaces.pathOf(chat), chat]))
  const left = () =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
      .map((path) => [...names].reduce((text, [folder, chat]) => text.replace(folder, chat), path))
      .toSorted()
  return { dir, copies, left }
}

test('only the sessions in use, the sign-in and what the erasure does not name are left', async () => {
  const { copies, left } = open()
  const files: [string, number][] = [[hashOf('picture'), 7]]
  await copies.remove({ token: '', chats: [shed], files, sentIn: [house] }, new Set(['s2']))
  expect(left()).toEqual(
    [
      'claude/.credentials.json',
      'claude/projects/work/s2.jsonl',
      'claude/settings.json',
      `files/${hashOf('other')}`,
      'runner.json',
      `sessions/${hashOf('s2')}`,
      `sessions/${hashOf('s2')}.view`,
      'web:garden/dog.png',
      'web:garden/note.md',
      'web:house/note.md',
    ].toSorted(),
  )
})

test('one session is removed with its view, and the others stay', () => {
  const { copies, left } = open()
  copies.removeSession('s1')
  const [kept, view] = [`sessions/${hashOf('s2')}`, `sessions/${hashOf('s2')}.view`]
  expect(left().filter((path) => path.startsWith('sessions/'))).toEqual([kept, view])
})

test('a runner that was removed keeps its identity until it has confirmed, and its sign-in', () => {
  const { dir, left } = open()
  removeAllCopies(dir)
  expect(left()).toEqual(['claude/.credentials.json', 'claude/settings.json', 'runner.json'])
})
