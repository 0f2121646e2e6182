import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { finished } from '../peers/ran.ts'

const said = (role: string, text: string, parent: string | null) => ({
  parent,
  message: { author: { role }, create_time: 1_700_000_000, content: { content_type: 'text', parts: [text] } },
})

const conversations = [
  {
    title: 'Roof repair',
    conversation_id: 'c1',
    current_node: 'b',
    mapping: { a: said('user', 'Who repairs slate roofs?', null), b: said('assistant', 'A slater.', 'a') },
  },
]

const chat = '31.12.23, 21:41 - Ben: The gutter is full\n31.12.23, 21:42 - Ana: I am coming\n'

test('beside a daemon, exports of other programs are imported once, and can be searched', async () => {
  const build = createBuild()
  const daemon = createDaemon({ build })
  const dir = mkdtempSync(join(tmpdir(), 'skein-import-'))
  onTestFinished(async () => {
    await daemon.remove()
    rmSync(dir, { recursive: true, force: true })
  })
  await daemon.start()
  const skein = (...args: string[]) =>
    finished(
      spawn(process.execPath, [build.main, '--data', daemon.data, ...args], {
        env: { HOME: dir },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
  const write = (content: string) => {
    const path = join(dir, 'export')
    writeFileSync(path, content)
    return path
  }

  const file = write(JSON.stringify(conversations))
  expect((await skein('import', file)).out).toBe('2 messages imported, 0 were already there.\n')
  expect((await skein('import', file)).out).toBe('0 messages imported, 2 were already there.\n')
  expect((await skein('chats')).out).toContain('Roof repair')

  const text = write(chat)
  const refused = await skein('import', text)
  expect([refused.code, refused.out]).toEqual([64, ''])
  expect(refused.err).toContain('--me nobody". The file has: Ben, Ana')
  expect((await skein('search', 'gutter', '--json')).out.trim()).toBe('[]')
  expect((await skein('import', text, '--me', 'Ana')).out).toBe('2 messages imported, 0 were already there.\n')
  expect((await skein('search', 'gutter', '--json')).out).toContain('The gutter is full')

  const cut = await skein('import', write('[{"title":'))
  expect(cut).toMatchObject({ code: 1, err: expect.stringContaining('line 1: is not JSON') })
})
