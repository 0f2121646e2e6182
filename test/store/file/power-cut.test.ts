import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../src/store/database.ts'
import { createBuild, type Sabotage } from '../../peers/build.ts'
import { canTrace } from '../../peers/machine/strace.ts'
import { reportFigures } from '../../support/report-figures.ts'
import { seed, seeded } from '../../support/seeded.ts'
import { size } from '../../support/sizes.ts'
import { createDisk } from './power-cut-disk.ts'
import { readLog, type Step, straceArgs } from './power-cut-log.ts'

const messages = size(150, 300)
const cuts = size(40, 3000)
const PATIENCE_MS = 120_000 + cuts * 400
const writer = fileURLToPath(new URL('power-cut-writer.mjs', import.meta.url))
const normal: Sabotage = { file: 'store/database.js', from: "'FULL', 2", to: "'NORMAL', 1" }

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'skein-power-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe.skipIf(!canTrace())(
  `the power is cut ${cuts} times (left out where strace is missing or may not trace)`,
  () => {
    test(
      'no acknowledged message is lost, and the store always opens whole',
      () => {
        const found = cutOften(record('full', []))
        reportFigures('power cut, FULL', { ...found, seed })
        expect(found).toMatchObject({ cuts, lossy: 0, damaged: 0 })
      },
      PATIENCE_MS,
    )

    test(
      'a build that syncs less is caught losing them',
      () => {
        const found = cutOften(record('normal', [normal]))
        reportFigures('power cut, NORMAL', { ...found, seed })
        expect(found.lossy).toBeGreaterThan(cuts / 10)
      },
      PATIENCE_MS,
    )
  },
)

/** The disk's log of a run that took the messages in. */
function record(name: string, sabotages: Sabotage[]): Step[] {
  const build = createBuild(sabotages)
  const log = join(dir, `${name}.strace`)
  const args = [...straceArgs(log), process.execPath, writer, build.dir, join(dir, name), String(messages)]
  const { status, stderr } = spawnSync('strace', args, { encoding: 'utf8', env: { PATH: process.env.PATH } })
  if (status !== 0) throw new Error(`the run to be replayed failed: ${stderr}`)
  const steps = readLog(log, 'skein.db')
  expect(steps.findLast((step) => step.kind === 'acknowledge')).toEqual({ kind: 'acknowledge', messages })
  return steps
}

function cutOften(steps: Step[]): { cuts: number; lossy: number; lost: number; damaged: number } {
  const random = seeded(seed)
  const at = Array.from({ length: cuts }, () => Math.floor(random() * steps.length)).sort((a, b) => a - b)
  const disk = createDisk()
  const found = { cuts, lossy: 0, lost: 0, damaged: 0 }
  let acknowledged = 0
  for (const [index, step] of steps.entries()) {
    for (; at[0] === index; at.shift()) {
      const place = join(dir, 'cut')
      mkdirSync(place)
      disk.cutInto(place, random)
      const left = inspect(join(place, 'skein.db'), acknowledged)
      rmSync(place, { recursive: true })
      if (left === 'damaged') found.damaged++
      else if (left < acknowledged) {
        found.lossy++
        found.lost += acknowledged - left
      }
    }
    disk.take(step)
    if (step.kind === 'acknowledge') acknowledged = step.messages
  }
  return found
}

/** How many of the first `acknowledged` messages are there, with key and task. */
function inspect(file: string, acknowledged: number): number | 'damaged' {
  const db = openDatabase(file)
  try {
    if (db.raw.pragma('quick_check', { simple: true }) !== 'ok') return 'damaged'
    const isMigrated = db.raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'task_message'").get()
    if (!isMigrated) return 0
    return db.raw
      .prepare(
        `SELECT count(*) FROM message m JOIN message_key k ON k.message_id = m.id JOIN task_message t ON t.message_id = m.id
         WHERE k.key = 'web:web:' || (m.id % 7) || ':k' || m.id AND m.id <= ?`,
      )
      .pluck()
      .get(acknowledged) as number
  } catch {
    return 'damaged'
  } finally {
    db.close()
  }
}
