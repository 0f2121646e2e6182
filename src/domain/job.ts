/** When a job is due. Instants are milliseconds of UTC; a cron line is read in the zone of its job. */
export type When =
  | { kind: 'cron'; line: string }
  /** At `from`, and each `ms` after it. */
  | { kind: 'every'; ms: number; from: number }
  | { kind: 'once'; at: number }
