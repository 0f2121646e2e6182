import { Hono } from 'hono'
import type { z } from 'zod'
import type { overviewShape } from '../control/overview-wire.ts'
import type * as wire from '../page/overview-wire.ts'
import type { Signed, SignIn } from '../server/sign-in.ts'

/** As the command line is told it too. */
export type OverviewOf = () => z.output<typeof overviewShape>

export interface OverviewApiDeps {
  overview: OverviewOf
  signIn: SignIn
}

/** How the daemon is, and what it cost. */
export function createOverviewApi({ overview, signIn }: OverviewApiDeps) {
  const api = new Hono<Signed>()
  api.get('/overview', signIn.required, (c) => c.json(toWire(overview())))
  return api
}

function toWire(given: ReturnType<OverviewOf>): wire.Overview {
  const { version, pid, startedAt, brain, channels, tasks, deliveries, unread, safeMode, disk, clockJump, usage } =
    given
  const own = brain.trouble ? [{ name: brain.name, trouble: brain.trouble }] : []
  return {
    version,
    pid,
    startedAt: startedAt.getTime(),
    brain: {
      name: brain.name,
      ...(brain.banner !== undefined && { banner: brain.banner }),
      ...(brain.standIn !== undefined && { standIn: brain.standIn }),
      troubles: [...own, ...(brain.others ?? [])].map(({ name, trouble: { sentence, until } }) => {
        return { name, sentence, until: until.getTime() }
      }),
    },
    channels,
    tasks: { ...tasks, waits: tasks.waits.map((wait) => ({ ...wait, until: wait.until.getTime() })) },
    deliveries,
    unread: unread.map(({ channel, count, last }) => ({ channel, count, last: last.getTime() })),
    safeMode,
    disk,
    ...(clockJump && { clockJump: { at: clockJump.at.getTime(), byMs: clockJump.byMs } }),
    usage,
  }
}
