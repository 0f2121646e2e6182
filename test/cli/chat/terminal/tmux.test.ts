import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectDaemon } from '../../../../src/cli/daemon.ts'
import { rootLane } from '../../../../src/domain/ids.ts'
import { later } from '../../../../src/lib/time/clock.ts'
import { insertMessage } from '../../../../src/store/messages/messages.ts'
import { answerApproval, insertApproval } from '../../../../src/store/work/approvals.ts'
import { insertDelivery, markSent, readOutboxRow, toDelivery } from '../../../../src/store/work/outbox.ts'
import { calls } from '../../../../src/web/control/calls.ts'
import { createBuild } from '../../../peers/build.ts'
import { hasTmux, openPane, type Pane } from '../../../peers/machine/tmux.ts'
import { finished } from '../../../peers/ran.ts'
import { openControl } from '../../../web/control/open-control.ts'
import { chatOf, createWorld, type World } from '../../../web/world.ts'

if (!hasTmux) console.warn('tmux is not installed: the tests of skein chat in a real terminal are left out')

const chat = chatOf('terminal')
let dir: string
let world: World
let control: { close(): Promise<void> }
let pane: Pane

function open(columns: number, env: Record<string, string> = {}): void {
  const command = [process.execPath, createBuild().main, '--data', dir, 'chat', '--save', join(dir, 'saved')]
  pane = openPane(command, { columns, rows: 24 }, env)
}

/** Waits until a person would see it. */
const seen = (what: string | RegExp) =>
  typeof what === 'string'
    ? expect.poll(() => pane.screen()).toContain(what)
    : expect.poll(() => pane.screen()).toMatch(what)

async function ask(words: string): Promise<number> {
  const heard = world.heard(words)
  pane.type(words)
  pane.press('Enter')
  return (await heard).task
}

/** As the road asks it: a line of ours with its approval. */
async function question(task: number): Promise<void> {
  const { db, clock, channel } = world
  const now = clock.now()
  const lane = rootLane(chat)
  const asked = { taskId: task, generation: 1, personId: world.ownerId, lane, hash: 'h', tool: 'Bash', rule: null }
  const expiresAt = later(clock.steady(), 600_000)
  const { id } = insertApproval(db, { ...asked, effect: 'run ls', gist: 'run `ls`', expiresAt }, now)
  const text = `**Question ${id}**: may I run \`ls\`?`
  const place = { chat, lane, origin: 'chat', trust: 'owner', at: now, receivedAt: now } as const
  const message = insertMessage(db, { ...place, author: 'bot', kind: 'notice', name: 'Skein', text })
  const key = `approval:${id}:0`
  const part = { key, messageId: message, lane, route: { chat }, kind: 'notice', part: 0, body: text } as const
  insertDelivery(db, { ...part, taskId: task, dueAt: clock.steady(), deadAt: clock.steady() }, now)
  const row = db.statement('SELECT id FROM outbox WHERE key = ?').pluck().get(key) as number
  await channel.send(toDelivery(db, readOutboxRow(db, row)), new AbortController().signal)
  markSent(db, row, String(message), now)
}

describe.skipIf(!hasTmux)('a conversation in a terminal', () => {
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'skein-tmux-'))
    world = createWorld({ dir })
    control = await openControl(world, dir)
  })
  afterEach(async () => {
    pane.close()
    await control.close()
    await world.close()
    rmSync(dir, { recursive: true, force: true })
  })

  test('of 80 columns: typing, an answer that arrives meanwhile, a paste, a narrower window, Ctrl-C', async () => {
    open(80)
    await seen(/^ {2}web:terminal, a new chat: script with smart\n>$/)
    const task = await ask('what about the roof?')
    pane.type('half a ')
    world.draft(task, 'It **leaks** in')
    world.tool(task, 'reads roof.md')
    await seen(/It leaks in\n {2}reads roof\.md\n {2}\S \d+ s, Ctrl-C stops it\n> half a$/)

    await world.reply(task, `It **leaks** in two places.\n\n- ${'the chimney '.repeat(9)}`)
    pane.type('line')
    await seen(`> what about the roof?

It leaks in two places.

• ${'the chimney '.repeat(6)}the
  chimney the chimney the chimney
  [2]

> half a line`)
    expect(pane.everything()).toContain('\u001b[1mleaks\u001b[0m')

    pane.type(` ${'and on '.repeat(12)}`)
    await seen(/ and on an\n {2}d on and on and on$/)
    pane.resize(40, 24)
    await seen(/\n\n> half a line [\w ]+\n {2}[\w ]+\n {2}[\w ]+$/)
    pane.resize(80, 24)
    await seen(/\n\n> half a line [\w ]+\n {2}[\w ]+$/)
    expect(pane.screen().match(/half a line/g)).toHaveLength(1)
    pane.press('C-c')
    await seen(/\n>$/)

    const heard = world.heard('one\n\ttwo\nthree')
    pane.paste('one\n\ttwo\nthree\n')
    await seen(/> one\n {6}two\n {2}three$/)
    pane.press('Enter')
    const second = (await heard).task
    world.draft(second, 'Long work')
    await seen('Ctrl-C stops it')
    pane.press('C-c')
    await seen(/Long work\n>$/)
    expect(pane.exitCode()).toBe(undefined)
    pane.press('C-c')
    await expect.poll(() => pane.exitCode()).toBeDefined()
  })

  test('of 200 columns, without colours: a question, a file, Tab, another chat', async () => {
    open(200, { NO_COLOR: '1' })
    await seen(/smart\n>$/)
    const task = await ask('tidy up')
    world.state(task, 'waiting')
    await question(task)
    await seen(/Question 1: may I run `ls`\?\n.*\n {2}y allows it, n does not\n\n>$/)
    const answer = world.heard('yes')
    pane.type('y')
    pane.press('Enter')
    const { task: answered, replyTo } = await answer
    expect(replyTo).toBe('2')

    const bytes = { bytes: 8, stream: Readable.from([Buffer.from('the list')]) }
    const file = await connectDaemon(dir).upload(calls.upload, { name: 'list.txt' }, bytes)
    await world.reply(answered, `Tidy. ${'And a long line that 200 columns hold. '.repeat(4)}`, [file])
    await seen(/Tidy\. (And a long line that 200 columns hold\. ?){4}\n/)
    await seen(/File list\.txt \(8 bytes\) saved as .*saved\/list\.txt/)
    expect(readFileSync(join(dir, 'saved/list.txt'), 'utf8')).toBe('the list')
    expect(pane.everything()).not.toContain('\u001b[1m')

    pane.type('/s')
    pane.press('Tab')
    await seen(/\/save {4}save the files of message 12 again\n {2}\/status {2}how I am\n {2}\/stop {4}.+\n> \/s$/)
    pane.press('C-u')
    pane.type('/sa')
    pane.press('Tab')
    await seen(/> \/save$/)
    pane.press('C-u')
    world.say(chatOf('attic'), 'the attic is full')
    pane.type('/chat a')
    pane.press('Tab')
    await seen(/> \/chat web:attic$/)
    pane.press('Enter')
    await seen(/ {2}web:attic: script with smart\n> the attic is full\n/)
    pane.press('Up')
    await seen(/\n> the attic is full$/)
    pane.press('C-u', 'C-r')
    pane.type('ATT')
    await seen(/\nsearch: ATT > the attic is full$/)
    pane.press('Escape')
    await seen(/\n> the attic is full$/)
    pane.press('C-u')
    pane.pasteUnmarked('one\ntwo\n')
    await seen(/\n> one\n {2}two$/)
    pane.press('C-u', 'BSpace', 'C-u', 'C-d')
    await expect.poll(() => pane.exitCode()).toBeDefined()
  })

  test('that is dumb or does not know its width: no sequences, and whole rows', async () => {
    const chatCommand = `'${process.execPath}' '${createBuild().main}' --data '${dir}' chat`
    pane = openPane(['sh', '-c', `TERM=dumb ${chatCommand} --chat nowhere; stty cols 0; ${chatCommand}`], {
      columns: 80,
      rows: 24,
    })
    await seen(/^There is no chat web:nowhere yet\. Open a new one\? \[y\/N\]$/)
    pane.type('y')
    pane.press('Enter')
    await seen(/\n {2}\(web:nowhere, a new chat: script with smart\)\n>$/)
    pane.press('C-d')
    await seen(/\n {2}web:terminal, a new chat: script with smart\n>$/)
    pane.press('C-d')
    await expect.poll(() => pane.exitCode()).toBe(0)
  })

  test('send --wait asks the question on the terminal and prints the answer', async () => {
    const send = [process.execPath, createBuild().main, '--data', dir, 'send', 'tidy up', '--wait']
    const heard = world.heard('tidy up')
    pane = openPane(['sh', '-c', `${send.map((word) => `'${word}'`).join(' ')}; echo over; cat`], {
      columns: 80,
      rows: 24,
    })
    const { task } = await heard
    world.state(task, 'waiting')
    await question(task)
    await seen(/may I run `ls`\?\n+Yes or no\? \[y\/N\]/)
    const answer = world.heard('/yes 1')
    pane.type('y')
    pane.press('Enter')
    await answer
    const { db, clock } = world
    answerApproval(db, 1, { state: 'yes', by: world.ownerId, settled: 'Allowed.' }, clock.now())
    world.state(task, 'running')
    await world.reply(task, 'Tidy now.')
    await seen(/Tidy now\.\nover/)
  })
})

test('send --wait without a terminal ends with the question and exit code 75', async () => {
  dir = mkdtempSync(join(tmpdir(), 'skein-send-'))
  world = createWorld({ dir })
  control = await openControl(world, dir)
  try {
    const heard = world.heard('tidy up')
    const args = [createBuild().main, '--data', dir, 'send', 'tidy up', '--wait']
    const ran = finished(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] }))
    const { task } = await heard
    world.state(task, 'waiting')
    await question(task)
    const { code, out, err } = await ran
    expect([code, out]).toEqual([75, ''])
    expect(err).toContain('may I run `ls`?')
    expect(err).toContain(`skein send "/yes 1" --chat ${chat}`)
  } finally {
    await control.close()
    await world.close()
    rmSync(dir, { recursive: true, force: true })
  }
})
