import type { Clock } from '../../lib/time/clock.ts'
import { sleep } from '../../lib/time/timers.ts'
import { answerJoin, beginJoin, createRunnerCode, meetingPlace, type SharedSecret } from './pairing-exchange.ts'
import { keys, type RedisLink } from './redis-link.ts'
import type { RunnerPool } from './runner-pool.ts'

/** How long a code can be used. */
const CODE_LIFE_MS = 15 * 60_000
const LOOK_EVERY_MS = 500
/** How long a runner waits for the daemon's answer. */
const ANSWER_TIMEOUT_MS = 30_000

/** The daemon's side: codes that wait for a runner. They are kept in memory only, so a restart revokes them. */
export interface RunnerPairing {
  /** Creates a code for a runner of this name. An earlier code for it is revoked. */
  createCode(name: string): { code: string; expiresAt: Date }
  revoke(name: string): void
  stop(): void
}

export interface RunnerPairingDeps {
  pool: Pick<RunnerPool, 'add'>
  link: RedisLink
  clock: Clock
  log: { info(fields: object, text: string): void; warn(fields: object, text: string): void }
}

export function createRunnerPairing({ pool, link, clock, log }: RunnerPairingDeps): RunnerPairing {
  const codes = new Map<string, { code: string; until: number }>()
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    for (const [name, { code, until }] of codes) {
      if (clock.mono() > until) codes.delete(name)
      else await answer(name, code)
    }
    timer = codes.size === 0 ? undefined : setTimeout(begin, LOOK_EVERY_MS).unref()
  }

  function begin(): void {
    look().catch((err: unknown) => {
      log.warn({ err }, 'a runner could not be paired')
      timer = setTimeout(begin, LOOK_EVERY_MS).unref()
    })
  }

  async function answer(name: string, code: string): Promise<void> {
    const place = meetingPlace(code)
    const request = await link.redis.getdelBuffer(keys.joinRequest(place))
    const answered = request && answerJoin(code, name, request)
    if (!answered || codes.get(name)?.code !== code) return
    // A code works once, even if its answer does not arrive.
    codes.delete(name)
    pool.add({ name, root: answered.secret.root, pairedAt: clock.now() })
    await link.redis.set(keys.joinAnswer(place), answered.frame, 'PX', CODE_LIFE_MS)
    log.info({ runner: name }, 'a runner has joined')
  }

  return {
    createCode(name) {
      const code = createRunnerCode()
      codes.set(name, { code, until: clock.mono() + CODE_LIFE_MS })
      timer ??= setTimeout(begin, 0).unref()
      return { code, expiresAt: new Date(clock.now().getTime() + CODE_LIFE_MS) }
    },
    revoke: (name) => void codes.delete(name),
    stop() {
      codes.clear()
      clearTimeout(timer)
    },
  }
}

/** The runner's side. Undefined if no daemon answers: the code is wrong, was used, or is too old. */
export async function joinDaemon(
  link: RedisLink,
  code: string,
  signal: AbortSignal,
): Promise<SharedSecret | undefined> {
  const place = meetingPlace(code)
  const request = beginJoin(code)
  await link.redis.set(keys.joinRequest(place), request.frame, 'PX', ANSWER_TIMEOUT_MS)
  for (let waited = 0; waited < ANSWER_TIMEOUT_MS && !signal.aborted; waited += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS, signal)
    const answer = await link.redis.getBuffer(keys.joinAnswer(place))
    const secret = answer && request.finish(answer)
    if (!secret) continue
    await link.redis.del(keys.joinAnswer(place))
    return secret
  }
  return undefined
}
