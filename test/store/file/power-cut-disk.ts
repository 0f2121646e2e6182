import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Step } from './power-cut-log.ts'

/** A disk that keeps what was synced, and of the rest whatever chance leaves. */
export interface Disk {
  take(step: Step): void
  /** What somebody finds after the power came back; `random` gives [0, 1). */
  cutInto(dir: string, random: () => number): void
}

type Change = Exclude<Step, { kind: 'sync' | 'acknowledge' }>

const SECTOR = 512

export function createDisk(): Disk {
  const kept = new Map<string, Buffer>()
  const waiting = new Map<string, Change[]>()

  function settle(file: string): void {
    const before = kept.get(file)
    const now = paint(before, waiting.get(file) ?? [], before)
    waiting.delete(file)
    if (now) kept.set(file, now)
    else kept.delete(file)
  }

  function hold(change: Change): void {
    const changes = waiting.get(change.file) ?? []
    changes.push(change)
    waiting.set(change.file, changes)
  }

  return {
    take(step) {
      if (step.kind === 'acknowledge') return
      if (step.kind !== 'sync') hold(step)
      else if (step.file !== '') settle(step.file)
      else for (const [file, changes] of waiting) if (changes.at(-1)?.kind === 'unlink') settle(file)
    },
    cutInto(dir, random) {
      for (const file of new Set([...kept.keys(), ...waiting.keys()])) {
        const survivors = (waiting.get(file) ?? []).map((change) => survivor(change, random))
        const found = paint(
          kept.get(file),
          survivors.filter((change) => change !== undefined),
        )
        if (found) writeFileSync(join(dir, file), found)
      }
    },
  }
}

/** All of a change, nothing of it, or the first sectors of it. */
function survivor(change: Change, random: () => number): Change | undefined {
  const luck = random()
  if (luck < 0.4) return change
  if (luck < 0.8 || change.kind !== 'write') return undefined
  const sectors = Math.floor((random() * change.data.length) / SECTOR)
  return { ...change, data: change.data.subarray(0, sectors * SECTOR) }
}

/** The file after these changes, in `place` where that has room, otherwise in one copy; undefined when it is gone. */
function paint(before: Buffer | undefined, changes: Change[], place?: Buffer): Buffer | undefined {
  const room = Math.max(before?.length ?? 0, ...changes.map(endOf))
  const canvas = place?.length === room ? place : Buffer.alloc(room)
  if (canvas !== before) before?.copy(canvas)
  let size = before?.length
  for (const change of changes) {
    switch (change.kind) {
      case 'unlink':
        canvas.fill(0)
        size = undefined
        break
      case 'truncate':
        canvas.fill(0, change.size)
        size = change.size
        break
      case 'write':
        change.data.copy(canvas, change.offset)
        size = Math.max(size ?? 0, endOf(change))
        break
    }
  }
  return size === undefined ? undefined : canvas.subarray(0, size)
}

function endOf(change: Change): number {
  switch (change.kind) {
    case 'unlink':
      return 0
    case 'truncate':
      return change.size
    case 'write':
      return change.offset + change.data.length
  }
}
