import { domainToASCII } from 'node:url'
import { canonicalAddress } from './authority/addresses.ts'

/** Normalizes an address from the configuration, so that it can be compared. */
export function plainAddress(text: string): string {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return canonicalAddress(`${text.slice(0, at)}@${domainToASCII(domain) || domain}`)
}
