import { type AnyText, textIn } from '../messages/localized.ts'

// Errors for people. cli/program.ts maps each class to an exit code.

/** An error with a text for people. Its `message` is the English text. */
export class UserFacingError extends Error {
  readonly text: AnyText

  constructor(text: AnyText, options?: ErrorOptions) {
    super(textIn(text, 'en'), options)
    this.text = text
  }
}

/** The operator must change a file or folder; starting again unchanged cannot help. Exit 78. */
export class ConfigError extends UserFacingError {
  override name = 'ConfigError'
}

/** The configuration is fine; the same command may work later. Exit 75. */
export class TryLaterError extends UserFacingError {
  override name = 'TryLaterError'
}

/** The command line or the form is wrong. Exit 64. */
export class UsageError extends UserFacingError {
  override name = 'UsageError'
}

/** The message was not stored and not acknowledged, so the sender keeps it and tries again. Exit 75. */
export class NotStoredError extends UserFacingError {
  override name = 'NotStoredError'
}

/** What people read about an error. */
export function reasonOf(error: unknown): AnyText {
  if (error instanceof UserFacingError) return error.text
  return error instanceof Error ? error.message : String(error)
}
