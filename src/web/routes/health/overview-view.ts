import type { z } from 'zod'
import type { overviewShape } from '../../control/overview-wire.ts'
import type * as wire from '../../page/wire/overview-wire.ts'

/** As the command line is told it too. */
export type OverviewOf = () => z.output<typeof overviewShape>

export function toWireOverview(given: ReturnType<OverviewOf>): wire.Overview {
  const { version, pid, startedAt, brain, tasks, deliveries, unread, safeMode, disk, clockJump, worstStall } = given
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
    tasks: { ...tasks, waits: tasks.waits.map((wait) => ({ ...wait, until: wait.until.getTime() })) },
    deliveries,
    unread: unread.map(({ channel, count, last }) => ({ channel, count, last: last.getTime() })),
    sharedAccounts: given.sharedAccounts.map(({ channel, account, last }) => ({
      channel,
      account,
      last: last.getTime(),
    })),
    safeMode,
    disk,
    ...(worstStall && { worstStall: { ...worstStall, at: worstStall.at.getTime() } }),
    ...(clockJump && { clockJump: { at: clockJump.at.getTime(), byMs: clockJump.byMs } }),
  }
}
