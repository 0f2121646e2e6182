import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does the work while holding a lock directory, so that two commands started at once do not trample each other.
 * A lock whose process is gone is taken away; nobody waits for the dead.
 */
export async function oneAtATime(lock, work, say) {
  mkdirSync(dirname(lock), { recursive: true })
  for (let waiting = false; !take(lock); waiting = true) {
    if (!waiting) say(`another process (pid ${holder(lock) ?? 'unknown'}) is at it; waiting`)
    if (isStale(lock)) breakLock(lock)
    else await sleep(100)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function take(lock) {
  if (!makeFolder(lock)) return false
  writeFileSync(join(lock, 'pid'), String(process.pid))
  return true
}

function isStale(lock) {
  const pid = holder(lock)
  if (pid !== undefined) return !isRunning(pid)
  // Between mkdir and writing the pid; a process that died just there is recognised by its age.
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  return age > 5000
}

// Two that see the same dead lock must not remove one after the other: the second would remove the first one's new lock.
// So removing has a lock of its own, held for an instant, and looks again.
function breakLock(lock) {
  const guard = `${lock}.breaking`
  if (!makeFolder(guard)) {
    const since = statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > 5000) rmSync(guard, { recursive: true, force: true })
    return
  }
  if (isStale(lock)) rmSync(lock, { recursive: true, force: true })
  rmSync(guard, { recursive: true, force: true })
}

function holder(lock) {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8')) || undefined
  } catch {
    return undefined
  }
}

function makeFolder(path) {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
