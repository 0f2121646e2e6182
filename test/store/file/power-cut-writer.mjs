// Takes messages in through the real intake of a build and says so after each commit.
// Called as: strace ... node power-cut-writer.mjs <build> <data directory> <messages>
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [build, dir, messages] = process.argv.slice(2)
const load = (file) => import(pathToFileURL(join(build, 'dist/modules', file)).href)
const { openStore } = await load('store/open-store.js')
const { beginInstance } = await load('store/work/instances.js')
const { ensureOwner } = await load('store/people/people.js')
const { createIntake } = await load('tasks/intake/intake.js')
const { toMessage } = await load('channels/web/inbound.js')

const now = new Date()
const { db, close } = openStore(dir)
const instance = beginInstance(db, { pid: process.pid }, now.getTime())
ensureOwner(db, 'Ana', now)
const road = {
  db,
  instance,
  log: console,
  clock: { now: () => now, mono: () => 0, steady: () => now.getTime() },
  channels: new Map(),
}
const idle = { commands: { parse: () => undefined }, abort() {}, assertDiskNotFull() {}, wake() {} }
const inbox = createIntake({ ...road, ...idle, settings: () => ({ expireMs: 86_400_000 }) })
for (let line = 1; line <= Number(messages); line++) {
  const sender = { channel: 'web', id: 'owner' }
  const said = { chat: `web:${line % 7}`, key: `k${line}`, text: `line ${line} `.repeat(20), sender, senderName: 'Ana' }
  inbox.accept([toMessage(said, now)])
  writeSync(1, `${line}\n`)
}
close()
