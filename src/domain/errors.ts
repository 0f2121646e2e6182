// Few error classes, named by what the reader must do. main.ts turns each into its exit code.

/** The operator edits a file or moves a folder; starting again unchanged cannot help. Exit 78. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Nothing is wrong with the set-up; the same command may work later. Exit 75. */
export class TryLaterError extends Error {
  override name = 'TryLaterError'
}

/** The command line was misread. Exit 64. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The message was not stored, so nothing was acknowledged: the sender keeps it and tries again. */
export class NotStoredError extends Error {
  override name = 'NotStoredError'
}
