// A process that runs one turn and waits to be killed:
// node --import tsx doomed-daemon.ts <dir> <command> <containment> [<session>]
import { join } from 'node:path'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { createClaude } from '../../../src/spawner/claude/claude.ts'
import { aTurn, inSession } from './rig.ts'

const [dir = '', command = '', containment, session] = process.argv.slice(2)
const brain = createClaude({
  command,
  configDir: join(dir, 'claude'),
  workDir: join(dir, 'work'),
  runtimeDir: join(dir, 'run'),
  containment: containment === 'bwrap' ? 'bwrap' : 'marker',
  env: process.env,
  clock: systemClock,
  log: { info() {}, warn() {} },
})
const turn = session ? inSession(session, 'hi', true) : aTurn()
const kinds: string[] = []
for await (const event of brain.run(turn, new AbortController().signal)) {
  kinds.push(event.kind)
  if (!session) console.log(event.kind)
}
console.log(kinds.at(-1))
setInterval(() => {}, 60_000)
