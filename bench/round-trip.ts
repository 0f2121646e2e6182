import { join } from 'node:path'
import { connectDaemon } from '../src/cli/daemon.ts'
import { makeChatId } from '../src/domain/ids.ts'
import { createOwnerFacts } from '../src/tasks/memory/owner-facts.ts'
import { calls } from '../src/web/control/calls.ts'
import { createControl } from '../src/web/control/control.ts'
import { describeMs, print, timed } from './figures.ts'
import { writeLetter } from './letters.ts'
import { type BenchRoad, openRoad } from './road.ts'
import { withScratch } from './scratch.ts'

const ROUNDS = 300
const chat = makeChatId('web', 'round-trip')

/** From the commit of a message to its answer on a client's socket, with a brain that takes no time. */
export async function benchRoundTrip(): Promise<void> {
  await withScratch(async (dir) => {
    const stop = new AbortController()
    const road = openRoad(dir)
    const control = await openSocket(road, join(dir, 'skein.sock'))
    const running = road.run(stop.signal)
    const events = connectDaemon(dir).stream(calls.events, { chat }, stop.signal)[Symbol.asyncIterator]()
    await events.next()

    const took: number[] = []
    const commits: number[] = []
    for (let n = 0; n < ROUNDS; n++) {
      road.inbox.accept([writeLetter(chat)])
      const committed = performance.now()
      for (;;) {
        const { value } = await events.next()
        if (value?.kind === 'line' && value.line.author === 'bot') break
      }
      took.push(performance.now() - committed)
      commits.push(timed(() => road.db.statement('UPDATE person SET created_at = created_at + 1').run()))
    }
    print('committed message to reply on the socket', describeMs(took))
    print('one bare commit (four lie on this way)', describeMs(commits))

    stop.abort()
    await running
    await control.close()
    road.close()
  })
}

function openSocket(road: BenchRoad, socket: string): Promise<{ close(): Promise<void> }> {
  const settings = { sources: () => ({}), set: () => undefined, unset: () => undefined }
  const importer = {
    write: () => ({ added: 0, known: 0 }),
    settle: () => false,
    cost: () => ({ requests: 0, tokens: 0 }),
    decide: () => {},
  }
  const nothingErased = { messages: 0, answers: 0, chats: 0, files: 0, summaries: 0, tasks: 0, jobs: 0, facts: 0 }
  const pair = () => ({ code: '', expiresAt: new Date() })
  const dismiss = () => ({ cancelled: 0 })
  const allowed = { list: () => ({ given: [], file: [] }), remove: () => false }
  const refused = () => ({ problem: '' })
  const linking = { link: refused, unlink: refused, set: refused }
  const jobs = {
    list: () => [],
    read: () => undefined,
    runs: () => [],
    briefings: () => [],
    add: async () => refused(),
    edit: async () => refused(),
    snooze: async () => refused(),
    act: refused,
  }
  return createControl({
    ...road,
    restart: () => undefined,
    runners: undefined,
    takeUpSecrets: () => ({ state: 'unchanged' }),
    hello() {},
    jobs,
    facts: createOwnerFacts({ ...road, owner: { id: 0 }, scrub: (text) => text }),
    decideProposal: refused,
    onChange: road.deliver.onTried,
    answeredBy: () => '',
    commands: () => [],
    link: () => undefined,
    pair,
    linking,
    removeAddress: dismiss,
    allowed,
    settings,
    importer,
    erasing: { preview: () => nothingErased, erase: () => 0, read: () => undefined },
    socket,
  })
}
