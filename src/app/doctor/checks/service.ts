import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { socketPath, socketProblem } from '../../../config/paths.ts'
import { endLeftoverProcesses, sizesByMark } from '../../../spawner/claude/turn-folder.ts'
import { isLocked, lockDirectory } from '../../../store/file/data-dir.ts'
import { recentCrashes } from '../../../store/work/instances.ts'
import { describeStall } from '../../../tasks/health/stall-watch.ts'
import { bad, check, note, ok, storeCheck } from '../check.ts'
import type { UnitFacts } from '../machine.ts'
import type { Subject } from '../subject.ts'
import { serviceMessages as texts } from '../words/service-messages.ts'

const UNIT = 'skein.service'

const daemonCheck = check('service.daemon', texts.daemon, async ({ daemon, dataDir }) => {
  const running = await daemon()
  if (running) return ok(texts.daemon.running(running.pid))
  if (!isLocked(dataDir)) return note(texts.daemon.stopped, texts.daemon.start)
  const pid = readPid(dataDir)
  return bad(texts.daemon.silent(pid ?? '?'), pid === undefined ? texts.daemon.restart : texts.daemon.end(pid))
})

const unit = check('service.unit', texts.unit, async (subject, signal) => {
  const facts = await askUnit(subject, signal)
  if (facts === undefined) return undefined
  const { isUser, LoadState, ActiveState, UnitFileState } = facts
  const systemctl = isUser ? 'systemctl --user' : 'systemctl'
  if (LoadState !== 'loaded') return note(texts.unit.missing, texts.unit.install)
  if (ActiveState === 'failed')
    return bad(texts.unit.failed, `${isUser ? 'journalctl --user' : 'journalctl'} -u skein -n 50`)
  if (UnitFileState === 'disabled') return note(texts.unit.disabled, `${systemctl} enable skein`)
  return ok(`${ActiveState ?? ''}, ${UnitFileState ?? ''}`)
})

const watchdog = check('service.watchdog', texts.watchdog, async (subject, signal) => {
  const facts = await askUnit(subject, signal)
  if (facts?.LoadState !== 'loaded') return undefined
  const interval = facts.WatchdogUSec ?? '0'
  if (interval !== '0' && interval !== 'infinity') return ok(interval)
  return note(
    texts.watchdog.off,
    `${facts.isUser ? 'systemctl --user' : 'systemctl'} edit skein   # [Service] WatchdogSec=60`,
  )
})

/** A unit of the system comes first, because it is the usual one. */
function askUnit(
  { machine, env, once }: Subject,
  signal: AbortSignal,
): Promise<(UnitFacts & { isUser: boolean }) | undefined> {
  return once('unit', async () => {
    const ofSystem = await machine.unit(UNIT, false, env, signal)
    if (ofSystem?.LoadState === 'loaded') return { ...ofSystem, isUser: false }
    const ofUser = await machine.unit(UNIT, true, env, signal)
    if (ofUser?.LoadState === 'loaded') return { ...ofUser, isUser: true }
    return ofSystem && { ...ofSystem, isUser: false }
  })
}

const root = check('service.root', texts.root, async ({ daemon, machine }) => {
  const running = await daemon()
  if (!running) return undefined
  const uid = machine.ownerOf(running.pid)
  return uid === 0 ? note(texts.root.isRoot, texts.root.ownUser) : ok(texts.root.other)
})

const pauses = check('service.pauses', texts.pauses, async ({ daemon, machine }) => {
  const running = await daemon()
  if (!running) return undefined
  return running.worstStall
    ? note(describeStall(running.worstStall, machine.zone), texts.pauses.look)
    : ok(texts.pauses.none)
})

const CONSIDERED_STARTS = 3

const crashes = storeCheck('service.crashes', texts.crashes, async (db, { daemon, dataDir }) => {
  // One that hangs has not ended.
  const pid = (await daemon())?.pid ?? (isLocked(dataDir) ? readPid(dataDir) : undefined)
  const causes = recentCrashes(db, CONSIDERED_STARTS, pid)
  if (causes.length === 0) return ok(texts.crashes.none)
  return note(
    texts.crashes.found(causes.length, CONSIDERED_STARTS, causes[0] ?? texts.crashes.killed),
    texts.crashes.look,
  )
})

const safeMode = check('service.safe-mode', texts.safeMode, async ({ daemon }) => {
  const running = await daemon()
  if (!running) return undefined
  return running.safeMode ? bad(texts.safeMode.on, texts.safeMode.look) : ok(texts.safeMode.off)
})

/** They carry a mark in their environment that names this data directory, so no other process can be meant. */
const leftoverProcesses = check('service.leftover-processes', texts.leftovers, async ({ dataDir, daemon }) => {
  if ((await daemon()) !== undefined || isLocked(dataDir)) return undefined
  const runtimeDir = join(dataDir, 'run')
  const trees = sizesByMark(runtimeDir)
  if (trees.size === 0) return ok(texts.leftovers.none)
  const mb = Math.round([...trees.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024 / 1024)
  const fix = {
    shows: texts.leftovers.end(trees.size),
    apply: () => whileLocked(dataDir, () => endLeftoverProcesses(runtimeDir)),
  }
  return note(texts.leftovers.found(trees.size, mb), texts.leftovers.start, fix)
})

const socket = check('service.socket', texts.socket, async ({ dataDir, daemon }) => {
  if (socketProblem(dataDir) || (await daemon()) !== undefined) return undefined
  const path = socketPath(dataDir)
  if (!existsSync(path) || isLocked(dataDir)) return ok(texts.socket.none)
  const fix = {
    shows: texts.socket.remove(path),
    apply: () => whileLocked(dataDir, async () => rmSync(path, { force: true })),
  }
  return note(texts.socket.left(path), texts.socket.start, fix)
})

/** No daemon can start meanwhile. Throws if one runs. */
async function whileLocked(dataDir: string, work: () => Promise<unknown>): Promise<void> {
  const lock = lockDirectory(dataDir)
  try {
    await work()
  } finally {
    lock.release()
  }
}

function readPid(dataDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDir, 'lock.pid'), 'utf8'))
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

export const serviceChecks = [daemonCheck, unit, watchdog, root, pauses, crashes, safeMode, leftoverProcesses, socket]
