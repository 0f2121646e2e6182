/**
 * The places where a crash matters: around every commit, acknowledgement, spawn and send. The crash tests kill the
 * daemon at each of them and fail if one was never reached.
 */
export const crashLabels = [
  'start.locked',
  'start.before-migration',
  'start.after-migration',
  'start.after-instance',
  'start.after-recovery',
  'intake.before-commit',
  'intake.inside-commit',
  'intake.after-commit',
  'schedule.before-commit',
  'schedule.inside-commit',
  'schedule.after-commit',
  'claim.before-commit',
  'claim.after-commit',
  'run.before-spawn',
  'run.first-event',
  'run.mid-text',
  'permission.before-question',
  'permission.before-effect',
  'permission.after-effect',
  'run.before-finish',
  'finish.inside-commit',
  'finish.after-commit',
  'deliver.before-sending',
  'deliver.after-sending',
  'deliver.after-send',
  'deliver.after-sent',
  'stop.before-commit',
  'stop.after-commit',
  'shutdown.begin',
  'shutdown.after-workers',
  'shutdown.before-checkpoint',
] as const
export type CrashLabel = (typeof crashLabels)[number]

/** SIGKILL, so that no handler, flush or finally runs, as with a power cut or the OOM killer. */
export function crashPoint(label: CrashLabel): void {
  if (process.env.SKEIN_CRASH_AT === label) process.kill(process.pid, 'SIGKILL')
}

/**
 * For a sequence with too many steps to name each: dies at the step with this number, such as `SKEIN_CRASH_AT=update.7`.
 */
export function createCrashSteps(sequence: 'update' | 'return'): () => void {
  let step = 0
  return () => {
    step++
    if (process.env.SKEIN_CRASH_AT === `${sequence}.${step}`) process.kill(process.pid, 'SIGKILL')
  }
}
