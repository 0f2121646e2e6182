import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { NamedFile } from '../../src/domain/file.ts'
import { storeFile } from '../../src/store/files/files.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { openControl } from '../web/control/open-control.ts'
import { chatOf, createWorld } from '../web/world.ts'

// Each of these starts the command line anew, as a person does.

let build: Build

beforeAll(() => {
  build = createBuild()
}, 120_000)

const terminal = chatOf('terminal')

/** The daemon's socket over a script in place of the road, and the command line as a person runs it. */
async function createHouse() {
  const dir = mkdtempSync(join(tmpdir(), 'skein-terminal-'))
  const folder = join(dir, 'here')
  for (const one of [folder, join(dir, 'data')]) mkdirSync(one)
  const world = createWorld({ dir: join(dir, 'data') })
  const { db, clock, fileStore } = world
  const control = await openControl(world, join(dir, 'data'))
  onTestFinished(async () => {
    await control.close()
    await world.close()
    rmSync(dir, { recursive: true, force: true })
  })

  function skein(...args: string[]): ChildProcess {
    const child = spawn(process.execPath, [build.main, '--data', join(dir, 'data'), ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: dir },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }

  async function file(name: string, text: string): Promise<NamedFile> {
    const stored = await storeFile(db, fileStore, Readable.from([Buffer.from(text)]), () => clock.steady())
    if ('tooLarge' in stored) throw new Error('not stored')
    return { hash: stored.hash, name }
  }

  return { world, folder, skein, file }
}

async function finished(child: ChildProcess): Promise<{ code: number | null; out: string }> {
  let out = ''
  child.stdout?.on('data', (chunk) => (out += String(chunk)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out })))
}

test('send --wait saves what comes with the answer under a plain name, beside what is there already', async () => {
  const { world, folder, skein, file } = await createHouse()
  writeFileSync(join(folder, 'plan.txt'), 'mine')
  const sending = finished(skein('send', 'the plan, please', '--wait'))
  const { task } = await world.heard('the plan, please')
  await world.reply(task, 'Here it is.', [await file('../../plan.txt', 'ours'), await file('.profile', 'a trap')])
  const { code, out } = await sending
  expect(code).toBe(0)
  expect(out).toContain('Here it is.')
  expect(out).toContain(`File plan.txt (4 bytes) saved as ${join(folder, 'plan-2.txt')}`)
  expect(out).toContain(`saved as ${join(folder, 'file-.profile')}`)
  expect(readFileSync(join(folder, 'plan.txt'), 'utf8')).toBe('mine')
  expect(readFileSync(join(folder, 'plan-2.txt'), 'utf8')).toBe('ours')
  expect(statSync(join(folder, 'plan-2.txt')).mode & 0o777).toBe(0o600)
})

test('send --wait --json --save names the files and where they are', async () => {
  const { world, folder, skein, file } = await createHouse()
  const sending = finished(skein('--json', 'send', 'once more', '--wait', '--save', 'new/folder'))
  const { task } = await world.heard('once more')
  await world.reply(task, 'Here.', [await file('a.txt', 'abc')])
  const path = join(folder, 'new/folder/a.txt')
  expect(JSON.parse((await sending).out)).toMatchObject({
    replies: ['Here.'],
    files: [{ name: 'a.txt', path, bytes: 3 }],
  })
  expect(readFileSync(path, 'utf8')).toBe('abc')
})

test('an answer whose file cannot be saved is told all the same', async () => {
  const { world, folder, skein, file } = await createHouse()
  writeFileSync(join(folder, 'taken'), 'no folder')
  const sending = finished(skein('send', 'and now?', '--wait', '--save', 'taken'))
  const { task } = await world.heard('and now?')
  await world.reply(task, 'Here.', [await file('a.txt', 'abc')])
  const { code, out } = await sending
  expect(code).toBe(1)
  expect(out).toMatch(/^Here\.\n\nFile a\.txt \(3 bytes\) could not be saved: .*Choose another folder with --save\.$/m)
})

test('send --reply-to answers a line of the chat, and no other', async () => {
  const { world, skein } = await createHouse()
  const { task, message } = world.say(terminal, 'Is the roof tight?')
  const answer = await world.reply(task, 'No.')
  await finished(skein('send', 'Why?', '--reply-to', String(answer)))
  await finished(skein('send', 'I meant the barn', '--reply-to', String(message)))
  expect(world.accepted.map(({ replyTo }) => replyTo).slice(1)).toEqual([String(answer), world.accepted[0]?.remoteId])
  expect((await finished(skein('send', 'Hm?', '--reply-to', '999'))).code).toBe(64)
})

test('the terminal conversation numbers lines, replies to them and saves files as they come', async () => {
  const { world, folder, skein, file } = await createHouse()
  const { task } = world.say(terminal, 'Is the roof tight?')
  const answer = await world.reply(task, 'No.', [await file('old.txt', 'old')])
  const child = skein('chat')
  let seen = ''
  child.stdout?.on('data', (chunk) => (seen += String(chunk)))
  const until = (text: string) => vi.waitFor(() => expect(seen).toContain(text), { timeout: 60_000, interval: 20 })
  await until(`No.  [${answer}]`)
  await until('file old.txt, 3 bytes')

  child.stdin?.write(`/reply ${answer} Then mend it\n`)
  const heard = await world.heard('Then mend it')
  expect(heard.replyTo).toBe(String(answer))
  await world.reply(heard.task, 'Mended.', [await file('bill.txt', '12')])
  await until(`saved as ${join(folder, 'bill.txt')}`)
  expect(readFileSync(join(folder, 'bill.txt'), 'utf8')).toBe('12')

  child.stdin?.write('/lines\n')
  await until(`[${heard.message}, to ${answer}] Ana: Then mend it`)
  child.stdin?.write(`/save ${answer}\n`)
  await until(`saved as ${join(folder, 'old.txt')}`)
  child.stdin?.write('/reply\n')
  await until('(Add the number of a message and your text, such as: /reply 12 yes, please)')
  child.stdin?.write('/reply 999 no\n')
  await until('(There is no such message.)')
  const help = world.heard('/help')
  child.stdin?.write('/help\n')
  await until('/reply 12 text')
  await help
  child.stdin?.end()
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
  expect(world.accepted.map(({ text }) => text)).toEqual(['Is the roof tight?', 'Then mend it', '/help'])
})
