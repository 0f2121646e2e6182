// A process that runs one turn and waits to be killed: node --import tsx doomed-daemon.ts <dir> <command> <containment>
import { join } from 'node:path'
import { systemClock } from '../../../src/lib/clock.ts'
import { createClaude } from '../../../src/spawner/claude/claude.ts'
import { aTurn } from './rig.ts'

const [dir = '', command = '', containment] = process.argv.slice(2)
const brain = createClaude({
  command,
  configDir: join(dir, 'claude'),
  workDir: join(dir, 'work'),
  runtimeDir: join(dir, 'run'),
  containment: containment === 'bwrap' ? 'bwrap' : 'marker',
  clock: systemClock,
  log: { info() {}, warn() {} },
})
for await (const event of brain.run(aTurn(), new AbortController().signal)) console.log(event.kind)
