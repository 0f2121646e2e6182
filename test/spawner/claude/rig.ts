import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeChatId } from '../../../src/domain/ids.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { createClaude } from '../../../src/spawner/claude/claude.ts'
import type { ClaudeOptions } from '../../../src/spawner/claude/options.ts'
import type { Brain, BrainEvent, Turn } from '../../../src/spawner/spawner.ts'

const fakeScript = fileURLToPath(new URL('../../peers/fake-claude.mjs', import.meta.url))

export interface Rig {
  brain: Brain
  dir: string
  configDir: string
  workDir: string
  runtimeDir: string
  logged: string[]
  /** Pids of all processes that were started for this rig and still run. */
  survivors(): number[]
  remove(): Promise<void>
}

/** A brain with folders of its own. `command` may be the name of a behaviour of test/peers/fake-claude.mjs. */
export function claudeRig(command: string, options: Partial<ClaudeOptions> = {}): Rig {
  const dir = mkdtempSync(join(tmpdir(), 'skein-claude-'))
  const logged: string[] = []
  const log = (fields: object, text: string) => void logged.push(JSON.stringify({ ...fields, text }))
  const folders = { configDir: join(dir, 'claude'), workDir: join(dir, 'work'), runtimeDir: join(dir, 'run') }
  const brain = createClaude({
    ...folders,
    command: command.includes('/') ? command : fakeClaude(dir, command),
    env: process.env,
    clock: systemClock,
    log: { info: log, warn: log },
    ...options,
  })
  return {
    brain,
    dir,
    ...folders,
    logged,
    survivors: () => processesOf(folders),
    async remove() {
      await brain.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export function aTurn(parts: Partial<Turn> = {}): Turn {
  const person = { id: 1, name: 'Ana' }
  const words = { system: 'You are Skein.', text: 'hi', question: 'hi' }
  const usual = {
    task: 7,
    kind: 'reply',
    chat: makeChatId('web', 'a'),
    person,
    model: 'general',
    trust: 'owner',
    foreign: [],
    files: [],
  } as const
  return { ...usual, ...words, ...parts }
}

/** A turn of a session; the second and later ones go on with it. */
export function inSession(id: string, text: string, opens = false, parts: Partial<Turn> = {}): Turn {
  return aTurn({ text, session: { id, isNew: opens }, ...parts })
}

/** Reads a turn to its end. */
export async function read(brain: Brain, turn = aTurn(), signal = new AbortController().signal): Promise<BrainEvent[]> {
  const events: BrainEvent[] = []
  for await (const event of brain.run(turn, signal)) events.push(event)
  return events
}

/** The one event a turn must end with. */
export function endOf(events: BrainEvent[]): BrainEvent {
  const ends = events.filter((event) => event.kind === 'done' || event.kind === 'failed')
  const last = events.at(-1)
  if (ends.length !== 1 || !last || last !== ends[0]) throw new Error(`not one end: ${JSON.stringify(events)}`)
  return last
}

// Known by the HOME they were given, or, when they hid that, by the folder on their command line.
export function processesOf({ configDir, workDir }: { configDir: string; workDir: string }): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .filter((pid) => entries(pid, 'environ').includes(`HOME=${configDir}`) || entries(pid, 'cmdline').includes(workDir))
}

export function filesIn(dir: string): string[] {
  return existsSync(dir) ? readdirSync(dir) : []
}

/** An executable that behaves in one exact way. */
export function fakeClaude(dir: string, behaviour: string): string {
  const file = join(dir, 'claude.sh')
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${fakeScript}" "${behaviour}" "$@"\n`)
  chmodSync(file, 0o755)
  return file
}

function entries(pid: number, file: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0')
  } catch {
    return []
  }
}
