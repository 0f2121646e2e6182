import { readdirSync, readFileSync } from 'node:fs'
import { type Child, type ProcessCommand, runChild, startChild } from './child.ts'
import { sleep } from './time/timers.ts'

// A process group is not a tree: tools start their own sessions and survive the kill of their group. So each tree lives
// in a PID namespace that dies with its first process. If the kernel or the distribution forbids that, every member
// carries a mark in its environment by which it is found in /proc.

/** How a tree is kept together. */
export type Containment = 'bwrap' | 'marker'

const markName = 'SKEIN_TREE'
const bwrapArgs = ['--unshare-pid', '--die-with-parent', '--dev-bind', '/', '/', '--proc', '/proc', '--']

/** Only running it shows whether bwrap works here: containers and hardened kernels often forbid namespaces. */
export async function findContainment(path: string, signal: AbortSignal): Promise<Containment> {
  const command = { file: 'bwrap', args: [...bwrapArgs, 'true'], env: { PATH: path } }
  const outcome = await runChild(command, { timeoutMs: 5000, maxBytes: 64_000 }, signal)
  return outcome.status === 'exited' && outcome.code === 0 ? 'bwrap' : 'marker'
}

/** A process and all of its descendants. */
export interface Tree extends Child {
  /** TERM, then KILL after `graceMs`, repeated until nothing is left. Resolves only then. */
  end(graceMs: number): Promise<void>
}

/**
 * Starts a process so that its whole tree can be ended. `mark` must be unique. `sandbox` holds the arguments of a
 * stricter bwrap, which limit what the process sees.
 */
export function startTree(command: ProcessCommand, mark: string, containment: Containment, sandbox?: string[]): Tree {
  const env = { ...command.env, [markName]: mark }
  const args = [...(sandbox ? [...sandbox, '--'] : bwrapArgs), command.file, ...command.args]
  const child = startChild(containment === 'bwrap' ? { ...command, env, file: 'bwrap', args } : { ...command, env })
  const members = () => {
    const pids = findMarked(mark)
    return child.alive() && child.pid !== undefined && !pids.includes(child.pid) ? [...pids, child.pid] : pids
  }
  // Under bwrap the outer processes only watch, and the death of one kills everything inside, so the inner ones are
  // signalled first.
  const processesToSignal = () => {
    const all = members()
    const innerProcesses = containment === 'bwrap' ? all.filter(isInside) : all
    return innerProcesses.length > 0 ? innerProcesses : all
  }

  return {
    ...child,
    async end(graceMs) {
      if (child.alive() && graceMs > 0) {
        const exited = new AbortController()
        void child.exited.then(() => exited.abort())
        send(processesToSignal(), 'SIGTERM')
        await sleep(graceMs, exited.signal)
      }
      await killAll(members)
    },
  }
}

/** Kills processes that an earlier daemon left behind under marks with this prefix. Returns how many there were. */
export async function reapTrees(markPrefix: string): Promise<number> {
  // We may have been started from inside such a tree, by a person's shell there.
  const ancestorPids = ancestors()
  return await killAll(() => findMarked(markPrefix).filter((pid) => !ancestorPids.has(pid)))
}

/** The resident bytes of each tree whose mark has this prefix, by mark, read from /proc in one pass. */
export function treeSizes(markPrefix: string): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const pid of allPids()) {
    const mark = markOf(pid)
    if (mark?.startsWith(markPrefix)) sizes.set(mark, (sizes.get(mark) ?? 0) + residentBytes(pid))
  }
  return sizes
}

// One pass is not enough, because a process may fork between the listing and the kill.
async function killAll(listPids: () => number[]): Promise<number> {
  const seen = new Set<number>()
  for (let remaining = listPids(); remaining.length > 0; remaining = listPids()) {
    for (const pid of remaining) seen.add(pid)
    send(remaining, 'SIGKILL')
    await sleep(20, never)
  }
  return seen.size
}

const never = new AbortController().signal

function findMarked(markPrefix: string): number[] {
  return allPids().filter((pid) => markOf(pid)?.startsWith(markPrefix))
}

// The environment of a zombie reads as empty.
function markOf(pid: number): string | undefined {
  const environment = read(`/proc/${pid}/environ`)
  // This runs for every process of the machine, so most are ruled out without decoding the text.
  if (!environment.includes(markName)) return undefined
  const entry = `${markName}=`
  const variables = environment.toString('latin1').split('\0')
  return variables.find((variable) => variable.startsWith(entry))?.slice(entry.length)
}

function allPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function ancestors(): Set<number> {
  const pids = new Set<number>([process.pid])
  for (let pid = process.ppid; pid > 1 && !pids.has(pid); pid = parentOf(pid)) pids.add(pid)
  return pids
}

/** Whether it has another pid in a namespace of its own. */
function isInside(pid: number): boolean {
  return /^NSpid:\s*\d+\s+\d/m.test(read(`/proc/${pid}/status`).toString('latin1'))
}

function parentOf(pid: number): number {
  return statusNumber(pid, /^PPid:\s*(\d+)/m)
}

function residentBytes(pid: number): number {
  return statusNumber(pid, /^VmRSS:\s*(\d+) kB/m) * 1024
}

function statusNumber(pid: number, line: RegExp): number {
  return Number(line.exec(read(`/proc/${pid}/status`).toString('latin1'))?.[1] ?? 0)
}

// It has ended since the listing or belongs to another user; either way it is not ours.
function read(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    return Buffer.alloc(0)
  }
}

function send(pids: number[], signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      if (pid > 1) process.kill(pid, signal)
    } catch {
      // It ended between the listing and the kill.
    }
  }
}
