import { type AnyText, textIn } from '../messages/localized.ts'

// A few error classes, named by what the reader has to do. main.ts turns each into its exit code.

/** The operator must change a file or folder; starting again unchanged cannot help. Exit 78. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** The configuration is fine; the same command may work later. Exit 75. */
export class TryLaterError extends Error {
  override name = 'TryLaterError'
}

/** The command line is wrong. Exit 64. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The message was not stored and not acknowledged, so the sender keeps it and tries again. */
export class NotStoredError extends Error {
  override name = 'NotStoredError'
  readonly text: AnyText

  /** The log and the terminal get `message`, which is English. */
  constructor(text: AnyText, options?: ErrorOptions) {
    super(textIn(text, 'en'), options)
    this.text = text
  }
}
