import { toInbound } from '../src/channels/telegram/inbound.ts'
import { MAX_BATCH_UPDATES } from '../src/channels/telegram/receive/poller.ts'
import { readBatch } from '../src/channels/telegram/receive/update-dispatcher.ts'
import { createUpdateFuzz } from '../test/peers/telegram/fuzz/fuzz.ts'
import { describeMs, judge, median, quantile, timed, times } from './figures.ts'
import { openRoad } from './road.ts'
import { withScratch } from './scratch.ts'

const BATCHES = 200
/** The slowest one in a hundred, beside the usual one: a text that is read again and again shows here. */
const GOAL = 10

const cast = {
  bot: { id: 7, is_bot: true, first_name: 'Skein', username: 'skein_bot' },
  listed: [{ id: 1, is_bot: false, first_name: 'Ana' }],
  strangers: [{ id: 66, is_bot: false, first_name: 'Eve' }],
  now: 1_773_482_400,
}
const view = {
  me: { id: 7, name: 'Skein', username: 'skein_bot' },
  account: '7',
  groupMode: () => 'mention' as const,
  isCommand: (name: string) => name === 'stop',
}

/** A batch of updates of every shape, from the bytes on the wire to the commit: for so long nothing else runs. */
export async function benchUpdates(): Promise<void> {
  await withScratch((dir) => {
    const road = openRoad(dir)
    const fuzz = createUpdateFuzz(11, cast)
    const now = new Date(cast.now * 1000)
    const took = Array.from({ length: BATCHES }, (_, batch) => {
      const first = batch * MAX_BATCH_UPDATES
      const raws = Array.from({ length: MAX_BATCH_UPDATES }, (_, at) => ({
        update_id: first + at,
        ...fuzz.next().update,
      }))
      const answer = JSON.stringify({ ok: true, result: raws })
      return timed(() => {
        const events = readBatch(answer).map(({ json, raw }) => toInbound(json, raw, now, view)?.event)
        const cursor = { channel: 'telegram', account: '7', stream: 'bench', value: String(first) } as const
        road.inbox.accept(
          events.filter((event) => event !== undefined),
          cursor,
        )
      })
    })
    const spread = quantile(took, 0.99) / median(took)
    judge(
      `${MAX_BATCH_UPDATES} updates of every shape to the commit`,
      `${describeMs(took)}, ${times(spread)} the usual`,
      {
        says: `under ${GOAL} times`,
        met: spread < GOAL,
      },
    )
    road.close()
  })
}
