import { join } from 'node:path'
import { createCopier } from './bare-copy.ts'
import { describeMs, judge, median, print, timed } from './figures.ts'
import { writeLetters } from './letters.ts'
import { type BenchRoad, endLiveTasks, openRoad } from './road.ts'
import { withScratch } from './scratch.ts'

const BATCH = 100
const BATCHES = 150
const SINGLES = 500
const GOAL = 0.4

/** What taking in a message costs beyond writing its rows. */
export async function benchAccept(): Promise<void> {
  await withScratch((dir) => {
    const road = openRoad(join(dir, 'road'))
    const bare = openRoad(join(dir, 'bare'))
    compare('one task each, 1000 lanes', road, bare, { lanes: 1000, after: () => endLiveTasks(road.db) })
    compare('gathered while lanes are busy, 200 lanes', road, bare, { lanes: 200, after: () => {} })
    singles(road, bare)
    road.close()
    bare.close()
  })
}

interface Case {
  lanes: number
  /** Between two batches, unmeasured. */
  after(): void
}

/** Batch by batch in turn, so that both meet the same noise of the machine. */
function compare(what: string, road: BenchRoad, bare: BenchRoad, { lanes, after }: Case): void {
  const copier = createCopier(road.db, bare.db)
  const ours: number[] = []
  const theirs: number[] = []
  for (let n = 0; n < BATCHES; n++) {
    const letters = writeLetters(BATCH, n * BATCH, lanes)
    ours.push(timed(() => road.inbox.accept(letters)))
    theirs.push(copier.copyNew())
    after()
  }
  copier.assertSame()
  const ratio = median(ours.map((took, n) => (theirs[n] ?? Number.NaN) / took))
  const figures = `${perSecond(ours)} a second, bare inserts ${perSecond(theirs)}, ratio ${ratio.toFixed(2)}`
  judge(what, figures, { says: `at least ${GOAL}`, met: ratio >= GOAL })
}

function singles(road: BenchRoad, bare: BenchRoad): void {
  const copier = createCopier(road.db, bare.db)
  const ours: number[] = []
  const theirs: number[] = []
  for (let n = 0; n < SINGLES; n++) {
    const letters = writeLetters(1, n, 1000)
    ours.push(timed(() => road.inbox.accept(letters)))
    theirs.push(copier.copyNew())
    endLiveTasks(road.db)
  }
  print('accept to commit, one message', describeMs(ours))
  print('the same rows bare', describeMs(theirs))
}

function perSecond(batches: number[]): number {
  return Math.round((BATCH * 1000) / median(batches))
}
