import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { InboundMessage } from '../src/domain/message.ts'
import { momentOf } from '../src/lib/time/clock.ts'
import { openStore } from '../src/store/open-store.ts'
import { claimTask } from '../src/store/work/claims.ts'
import { type Copier, createCopier } from './bare-copy.ts'
import { judge, median, ms, print, timed, times } from './figures.ts'
import { writeLetters } from './letters.ts'
import { type BenchRoad, endLiveTasks, openRoad } from './road.ts'
import { withScratch } from './scratch.ts'
import { CHATS, liveYears } from './years.ts'

const FEW = 1_000
const MANY = 1_000_000
const GOAL = 1.5

/** What a message costs when there are a thousand before it, and when there are a million. */
export async function benchGrowth(): Promise<void> {
  await withScratch((dir) => {
    const homes = [openHome(join(dir, 'young'), FEW), openHome(join(dir, 'old'), MANY)]
    // The big batches come last: they would make the young store old.
    compareClaims(homes)
    compareAccepts('accept one message of the owner', homes, 150, (n) => writeLetters(1, n, CHATS))
    compareAccepts('accept one message of a member', homes, 150, fromMember)
    compareAccepts('accept 100 in one commit, 20 lanes', homes, 30, (n) => writeLetters(100, n * 100, 20))
    compareAccepts('accept 100 in one commit, 100 lanes', homes, 30, (n) => writeLetters(100, n * 100, CHATS))
    for (const home of homes) home.close()
  })
}

/** A road with so many messages behind it, and its twin for the bare inserts. */
interface Home {
  road: BenchRoad
  twin: Copier
  /** Ends every task, so that the next message begins one. */
  rest(): void
  close(): void
}

function openHome(dir: string, messages: number): Home {
  const count = messages.toLocaleString('en')
  liveYears(join(dir, 'road'), messages)
  print(`open ${count} messages, changed by others`, ms(timed(() => openStore(join(dir, 'road')).close())))
  print(`open ${count} messages, as we left them`, ms(timed(() => openStore(join(dir, 'road')).close())))
  cpSync(join(dir, 'road'), join(dir, 'twin'), { recursive: true })
  const road = openRoad(join(dir, 'road'))
  const twin = openRoad(join(dir, 'twin'))
  return {
    road,
    twin: createCopier(road.db, twin.db),
    rest() {
      endLiveTasks(road.db)
      endLiveTasks(twin.db)
    },
    close() {
      road.close()
      twin.close()
    },
  }
}

/** In turn, so that all meet the same noise of the machine. */
function compareAccepts(what: string, homes: Home[], rounds: number, write: (n: number) => InboundMessage[]): void {
  const ours: number[][] = homes.map(() => [])
  const bare: number[][] = homes.map(() => [])
  for (let n = 0; n < rounds; n++) {
    for (const [h, { road, twin, rest }] of homes.entries()) {
      const letters = write(n)
      ours[h]?.push(timed(() => road.inbox.accept(letters)))
      bare[h]?.push(twin.copyNew())
      rest()
    }
  }
  report(what, ours, `, bare inserts ${times(growth(bare))}`)
}

/** With ten lanes waiting, as on a busy morning. */
function compareClaims(homes: Home[]): void {
  const took: number[][] = homes.map(() => [])
  for (let n = 0; n < 150; n++) {
    for (const [h, { road, twin, rest }] of homes.entries()) {
      const { db, clock, instance } = road
      road.inbox.accept(writeLetters(10, n * 10, CHATS))
      const claim = () =>
        claimTask(db, { instance, ...momentOf(clock), leaseUntil: clock.mono(), suspects: true, kinds: ['reply'] })
      took[h]?.push(timed(() => db.transaction(claim)))
      twin.copyNew()
      rest()
    }
  }
  report('claim a task', took, '')
}

function report(what: string, took: number[][], beside: string): void {
  const [few, many] = took.map(median)
  const figures = `${ms(few ?? 0)} at 1 thousand, ${ms(many ?? 0)} at 1 million, ${times(growth(took))}${beside}`
  judge(what, figures, { says: `at most ${GOAL}`, met: growth(took) <= GOAL })
}

function growth([few = [], many = []]: number[][]): number {
  return median(many) / median(few)
}

function fromMember(n: number): InboundMessage[] {
  return writeLetters(1, n, CHATS).map((letter) => ({ ...letter, sender: { channel: 'web', id: 'member' } }))
}
