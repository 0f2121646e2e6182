import type { Config } from '../config/config.ts'
import type { Log } from '../lib/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import { textIn } from '../messages/localized.ts'
import { createRunnerPairing, type RunnerPairing } from '../spawner/remote/joining.ts'
import { openRedis, type RedisSettings } from '../spawner/remote/redis-link.ts'
import { describeRedisProblem } from '../spawner/remote/redis-problem.ts'
import { createRemoteBrain, type SessionRunners } from '../spawner/remote/remote-brain.ts'
import { createRunnerPool, type RunnerStatus } from '../spawner/remote/runner-pool.ts'
import type { Brain } from '../spawner/spawner.ts'
import type { Database } from '../store/database.ts'
import {
  addPairedRunner,
  forgetRemovedRunner,
  listFarewells,
  listPairedRunners,
  removePairedRunner,
} from '../store/work/paired-runners.ts'
import { confirmRunnerErasure, nextRunnerErasure } from '../store/work/runner-erasures.ts'
import { noteRunner, runnerOfChat, runnerOfSession } from '../store/work/session-runners.ts'
import type { Toolset } from '../tasks/permissions/toolset.ts'

/** Pairing, listing and removing runners. */
export interface RunnerAdmin extends Pick<RunnerPairing, 'createCode'> {
  list(): RunnerStatus[]
  /** Revokes its key at once. Returns false if there is no such runner. */
  remove(name: string): boolean
}

/** The daemon's side of runners. */
export interface Runners extends RunnerAdmin {
  /** The same brain, whose turns run on runners. */
  wrap(brain: Brain, toolset: Pick<Toolset, 'toolsFor' | 'permissions'>): Brain
  close(): Promise<void>
}

/** Loaded only if [runners] url is set. */
export function openRunners(deps: { db: Database; clock: Clock; log: Log; config: Config }): Runners {
  const { db, clock, log, config } = deps
  const link = openRedis(redisSettings(config), reportOnce(log))
  const pool = createRunnerPool({
    link,
    clock,
    log,
    book: {
      list: () => listPairedRunners(db),
      add: (runner) => addPairedRunner(db, runner),
      remove: (farewell) => removePairedRunner(db, farewell),
      farewells: () => listFarewells(db),
      forget: (name) => forgetRemovedRunner(db, name),
      nextErasure: (name) => nextRunnerErasure(db, name),
      confirmErasure: (name, token) => confirmRunnerErasure(db, name, token),
    },
  })
  const sessionRunners: SessionRunners = {
    ofSession: (session) => runnerOfSession(db, session),
    ofChat: (chat) => runnerOfChat(db, chat),
    note: (chat, session, runner) => noteRunner(db, chat, session, runner),
  }
  const pairing = createRunnerPairing({ pool, link, clock, log })
  return {
    createCode: pairing.createCode,
    list: pool.status,
    remove(name) {
      pairing.revoke(name)
      return pool.remove(name)
    },
    wrap: (brain, { toolsFor, permissions }) =>
      createRemoteBrain(brain, { pool, sessionRunners, toolsFor, permissions }),
    async close() {
      pairing.stop()
      await pool.stop()
      await link.close()
    },
  }
}

export function redisSettings({ runners }: Config): RedisSettings {
  const { url = '', username, password, caFile } = runners
  return { url, username, password, caFile }
}

/** Each new problem once, because every attempt to connect fails with the same one. */
export function reportOnce(log: Pick<Log, 'warn'>): (error: Error) => void {
  let last = ''
  return (error) => {
    if (error.message === last) return
    last = error.message
    log.warn({ err: error.message, why: textIn(describeRedisProblem(error), 'en') }, 'Redis has a problem')
  }
}
