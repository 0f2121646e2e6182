import { withAssignment } from './assignment.ts'

/** How [brain.claude] names its one credential, as the file spells it. */
export interface CredentialLine {
  key: 'api_key' | 'oauth_token'
  value: string
}

/** The configuration with this as the only credential of [brain.claude], or with none: then the CLI's own login counts. */
export function withCredential(file: string, text: string, credential: CredentialLine | undefined): string {
  return withAssignment(file, text, {
    table: ['brain', 'claude'],
    replaces: ['api_key', 'oauth_token'],
    set: credential,
  })
}
