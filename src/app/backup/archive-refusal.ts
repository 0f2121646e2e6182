import { UserFacingError } from '../../domain/errors.ts'
import { backupMessages } from '../../messages/backup-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'

const { refusals } = backupMessages

/** Thrown with the reason if an archive cannot be used. Nothing from it was restored. */
export class ArchiveRefusal extends UserFacingError {
  override name = 'ArchiveRefusal'
  readonly kind: keyof typeof refusals | undefined

  constructor(reason: keyof typeof refusals | LocalizedText, options?: ErrorOptions) {
    super(typeof reason === 'string' ? refusals[reason] : reason, options)
    this.kind = typeof reason === 'string' ? reason : undefined
  }
}
