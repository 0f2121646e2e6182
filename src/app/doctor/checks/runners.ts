import type { Config } from '../../../config/config.ts'
import { sizeText } from '../../../messages/backup-messages.ts'
import { describeRedisProblem } from '../../../spawner/remote/redis-problem.ts'
import type { RedisState } from '../../../spawner/remote/redis-state.ts'
import { describeRunner, runnerProblem } from '../../../tasks/reports/runner-report.ts'
import { bad, type CheckId, type CheckResult, check, configCheck, note, ok, within } from '../check.ts'
import type { Subject } from '../subject.ts'
import { runnerCheckMessages as texts } from '../words/runner-check-messages.ts'

const ASK_MS = 10_000
/** BullMQ needs it. */
const OLDEST_REDIS = 7
/** Without free memory Redis accepts no turns. */
const MAX_MEMORY_SHARE = 0.8

const redis = configCheck('runners.redis', texts.redis, async (config, subject, signal) => {
  if (config.runners.url === undefined) return undefined
  try {
    const { server, version } = await askRedis(config, subject, signal)
    return ok(`${server} ${version}`)
  } catch (error) {
    return bad(texts.redis.unreachable(describeRedisProblem(error)), texts.redis.correct)
  }
})

const redisVersion = redisCheck('runners.redis-version', texts.version, ({ server, version }) =>
  Number.parseInt(version, 10) >= OLDEST_REDIS
    ? ok(version)
    : bad(texts.version.old(server, version), texts.version.install),
)

const eviction = redisCheck('runners.eviction', texts.eviction, ({ evictionPolicy }) =>
  evictionPolicy === 'noeviction' ? ok(evictionPolicy) : bad(evictionPolicy, texts.eviction.set),
)

const memory = redisCheck('runners.redis-memory', texts.memory, ({ usedBytes, maxBytes }) => {
  if (maxBytes === 0) return ok(texts.memory.unlimited(sizeText(usedBytes)))
  const says = texts.memory.used(sizeText(usedBytes), sizeText(maxBytes))
  return usedBytes > maxBytes * MAX_MEMORY_SHARE ? bad(says, texts.memory.raise) : ok(says)
})

const persistence = redisCheck('runners.persistence', texts.persistence, ({ saveFailed }) =>
  saveFailed ? bad(texts.persistence.failed, texts.persistence.stop) : ok(texts.persistence.fine),
)

const rights = redisCheck('runners.rights', texts.rights, ({ missingRights, needlessRights }) => {
  if (missingRights.length > 0) return bad(texts.rights.missing(missingRights.join(', ')), texts.rights.write)
  if (needlessRights.length > 0) return note(texts.rights.needless(needlessRights.join(', ')), texts.rights.write)
  return ok(texts.rights.fine)
})

/** What the running daemon knows about each runner. */
const runners = check('runners.each', texts.each, async ({ daemon, version }) => {
  const running = await daemon()
  if (!running?.runners) return undefined
  if (running.runners.length === 0) return bad(texts.each.none, 'skein pair --runner NAME')
  return running.runners.map((runner): CheckResult => {
    const problem = runnerProblem(runner, running.version ?? version)
    const what = texts.each.one(runner.name)
    if (problem === undefined) return { what, ...ok(describeRunner(runner)) }
    const stillWorks = ['ready', 'full', 'draining'].includes(runner.state)
    return { what, ...(stillWorks ? note : bad)(problem, texts.each.look(runner.name)) }
  })
})

/** Left out if runners are off, or if Redis cannot be asked, which is a finding of its own. */
function redisCheck(id: CheckId, described: Parameters<typeof check>[1], look: (state: RedisState) => CheckResult) {
  return configCheck(id, described, async (config, subject, signal) => {
    if (config.runners.url === undefined) return undefined
    const state = await askRedis(config, subject, signal).catch(() => undefined)
    return state && look(state)
  })
}

function askRedis(config: Config, { once }: Subject, signal: AbortSignal): Promise<RedisState> {
  return once('redis', async () => {
    const { readRedisState } = await import('../../../spawner/remote/redis-state.ts')
    const { url = '', username, password, caFile } = config.runners
    return await readRedisState({ url, username, password, caFile }, within(ASK_MS, signal))
  })
}

export const runnerChecks = [redis, redisVersion, eviction, memory, persistence, rights, runners]
