import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { createSpeaker } from '../peers/speaker.ts'
import { fakeClaude } from '../spawner/claude/rig.ts'

// The processes are real and the model is not: fifty of the real CLI take minutes of two cores to start.
const COUNT = 50
const WORKERS = 3

let build: Build
beforeAll(() => {
  build = createBuild()
}, 120_000)

test('fifty conversations at once all end, no more at a time than allowed, and nobody is overtaken by a crowd', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'skein-fifty-'))
  const command = JSON.stringify(fakeClaude(dir, 'converses'))
  const daemon = createDaemon({
    build,
    config: `[workers]\nmax = ${WORKERS}\nsafe_mode_after = 0\n[brain.claude]\ncommand = ${command}\napi_key = "k"\n`,
    brain: 'claude',
  })
  const speaker = createSpeaker(daemon.socket)
  try {
    await daemon.start()
    const lines = await Promise.all(
      Array.from({ length: COUNT }, (_, index) => speaker.say(`web:lane-${index}`, `question ${index}`)),
    )
    const ends = await Promise.all(lines.map((line) => speaker.outcome(line)))
    expect(ends.map(({ state }) => state)).toEqual(Array(COUNT).fill('answered'))
    await daemon.stop()
    const spans = spansOf(daemon.database)
    expect(spans).toHaveLength(COUNT)
    expect(mostAtOnce(spans)).toBeGreaterThan(1)
    expect(mostAtOnce(spans)).toBeLessThanOrEqual(WORKERS)
    const served = spans.toSorted((a, b) => a.started - b.started || a.id - b.id)
    const overtaken = served.map(({ id }, place) => place - spans.findIndex((span) => span.id === id))
    expect(Math.max(...overtaken)).toBeLessThanOrEqual(2 * WORKERS)
  } finally {
    speaker.close()
    await daemon.remove()
    rmSync(dir, { recursive: true, force: true })
  }
}, 120_000)

interface Span {
  id: number
  started: number
  finished: number
}

/** In the order in which they came. */
function spansOf(file: string): Span[] {
  const db = new Sqlite(file, { readonly: true })
  try {
    return db
      .prepare("SELECT id, started_at AS started, finished_at AS finished FROM task WHERE kind = 'reply' ORDER BY id")
      .all() as Span[]
  } finally {
    db.close()
  }
}

/** One that ends in the millisecond in which another begins was not running beside it. */
function mostAtOnce(spans: Span[]): number {
  return Math.max(
    ...spans.map(({ started }) => spans.filter((s) => s.started <= started && s.finished > started).length),
  )
}
