import { networkInterfaces } from 'node:os'
import { isPublic } from './web-address.ts'

/** The IPv4 addresses of this machine in private networks, such as that of a home. */
export function privateNetworkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !isPublic(address))
    .map(({ address }) => address)
}
