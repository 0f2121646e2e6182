import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * A name for a call that every service takes, also one that did not give it: small servers count from 0 in each answer,
 * and Mistral wants nine letters or digits, no more and no less.
 */
export function callId(): string {
  return Array.from({ length: 9 }, () => letters[randomInt(letters.length)]).join('')
}
