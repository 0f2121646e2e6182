import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createDaemon } from '../test/peers/daemon.ts'
import { createTalkServer } from '../test/peers/talk/talk.ts'
import { describeMs, judge, print } from './figures.ts'
import { cpuSeconds } from './processor-time.ts'

const ROOMS = 200
const IDLE_MS = 30_000
const ROUNDS = 30
const GOAL_CPU = 5
const GOAL_REQUESTS = 3

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const build = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))

/** The built daemon in two hundred rooms: what it costs when nobody speaks, and how soon it hears somebody who does. */
export async function benchTalk(): Promise<void> {
  execFileSync(process.execPath, [build], { stdio: 'inherit' })
  const server = await createTalkServer()
  const [ana, bot] = [server.user('ana', 'Ana'), server.user('skein', 'Skein')]
  for (let at = 0; at < ROOMS; at++) server.group(`Room ${at}`, [ana, bot])
  const direct = server.oneToOne(ana, bot)
  const account = `url = "${server.url()}"\nuser = "skein"\npassword = "${bot.appPassword}"\nowner_ids = ["ana"]\n`
  const config = `[disk]\nballast_mb = 0\n[talk]\n${account}`
  const daemon = createDaemon({ build: { dir: '', main: program, env: {} }, config })
  try {
    await daemon.start()
    direct.say(ana, 'Are you there?')
    await server.traffic.until('the first answer', () => direct.saidBy(bot).length === 1)
    // Until it has met them all.
    await server.traffic.until(
      'every room',
      () => server.traffic.calls.filter(({ route }) => route === 'participants').length >= ROOMS,
    )
    await sleep(5000)
    print('most requests at once while it met them', String(server.traffic.most()))

    server.traffic.reset()
    const before = cpuSeconds(daemon.pid())
    await sleep(IDLE_MS)
    const percent = ((cpuSeconds(daemon.pid()) - before) / (IDLE_MS / 1000)) * 100
    judge(`processor when idle in ${ROOMS} rooms`, `${percent.toFixed(1)} %`, {
      says: `under ${GOAL_CPU} %`,
      met: percent < GOAL_CPU,
    })
    judge('requests at once when idle', `at most ${server.traffic.most()}, ${server.traffic.calls.length} in all`, {
      says: `at most ${GOAL_REQUESTS}, one list at a time`,
      met: server.traffic.most() <= GOAL_REQUESTS && server.traffic.most('rooms') <= 1,
    })

    const took: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const answers = direct.saidBy(bot).length
      const began = performance.now()
      const id = direct.say(ana, `Question ${round}`)
      // Marked as read once it is stored; the demo takes its time to answer.
      const isRead = () =>
        server.traffic.calls.some(({ route, params }) => route === 'read' && params.lastReadMessage === id)
      await server.traffic.until('the mark', isRead)
      took.push(performance.now() - began)
      await server.traffic.until('an answer', () => direct.saidBy(bot).length > answers)
    }
    print('said to stored, in the room that is polled', describeMs(took))
  } finally {
    await daemon.remove()
    await server.close()
  }
}
