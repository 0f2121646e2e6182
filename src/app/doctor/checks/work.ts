import { dateAndTime } from '../../../lib/time/calendar.ts'
import { troubledJobs } from '../../../store/schedule/jobs.ts'
import { failedDeliveries, failedTasks, lateDeliveries, longTasks } from '../../../store/work/activity.ts'
import { countDrafts } from '../../../store/work/outbox.ts'
import { bad, note, ok, storeCheck } from '../check.ts'
import { workMessages as texts } from '../words/work-messages.ts'

const HOUR_MS = 3_600_000
const MOST_LISTED = 100

const stuck = storeCheck('work.stuck-tasks', texts.stuck, (db, { config, machine }) => {
  const totalMs = (config?.workers.totalMinutes ?? 30) * 60_000
  const ids = longTasks(db, new Date(machine.now().getTime() - totalMs - HOUR_MS))
  return ids.length === 0 ? ok(texts.stuck.none) : bad(texts.stuck.found(ids), `skein tasks ${ids[0] ?? ''}`)
})

const failed = storeCheck('work.failed-tasks', texts.failed, (db) => {
  const ids = failedTasks(db, MOST_LISTED, ['failed', 'expired']).map(({ id }) => id)
  return ids.length === 0 ? ok(texts.none) : note(texts.failed.found(ids), `skein tasks ${ids[0] ?? ''}`)
})

/** These tasks crashed the daemon, so they run again only when a person asks for it. */
const quarantined = storeCheck('work.quarantined', texts.quarantined, (db) => {
  const ids = failedTasks(db, MOST_LISTED, ['quarantined']).map(({ id }) => id)
  return ids.length === 0 ? ok(texts.none) : bad(texts.quarantined.found(ids), `skein tasks ${ids[0] ?? ''}`)
})

const deadLetters = storeCheck('work.dead-letters', texts.dead, (db) => {
  const dead = failedDeliveries(db, MOST_LISTED, 'dead')
  const [newest] = dead
  if (!newest) return ok(texts.none)
  return note(texts.dead.found(dead.length, newest.channel, newest.error ?? ''), texts.dead.look)
})

const held = storeCheck('work.held-back', texts.held, (db) => {
  const count = failedDeliveries(db, MOST_LISTED, 'held').length
  return count === 0 ? ok(texts.none) : note(texts.held.found(count), texts.held.look)
})

const late = storeCheck('work.late-deliveries', texts.late, (db, { machine }) => {
  const [oldest, ...others] = lateDeliveries(db, new Date(machine.now().getTime() - HOUR_MS))
  if (!oldest) return ok(texts.none)
  const since = dateAndTime(new Date(oldest.createdAt), machine.zone)
  return note(texts.late.found(others.length + 1, oldest.channel, since), 'skein status')
})

const drafts = storeCheck('work.drafts', texts.drafts, (db) => {
  const count = countDrafts(db)
  return count === 0 ? ok(texts.none) : note(texts.drafts.found(count), texts.drafts.send)
})

const FAILURES_IN_A_ROW = 3

const jobs = storeCheck('work.failing-jobs', texts.jobs, (db) => {
  const { failing } = troubledJobs(db, FAILURES_IN_A_ROW, new Date(0))
  return failing.length === 0 ? ok(texts.none) : note(texts.jobs.failing(failing), 'skein schedule')
})

const overdue = storeCheck('work.overdue-jobs', texts.overdue, (db, { machine }) => {
  const { overdue: names } = troubledJobs(db, FAILURES_IN_A_ROW, new Date(machine.now().getTime() - HOUR_MS))
  return names.length === 0 ? ok(texts.none) : note(texts.overdue.found(names), texts.overdue.start)
})

export const workChecks = [stuck, failed, quarantined, deadLetters, held, late, drafts, jobs, overdue]
