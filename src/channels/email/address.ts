import { domainToASCII } from 'node:url'
import { canonicalAddress } from './authority/addresses.ts'

/** An address as somebody wrote it into the configuration, in the spelling in which it is compared. */
export function plainAddress(text: string): string {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return canonicalAddress(`${text.slice(0, at)}@${domainToASCII(domain) || domain}`)
}
