import { type ReadonlySignal, signal } from '@preact/signals'
import { type Address, addressOf, parseAddress } from './address.ts'

/** Where somebody is; the browser's address is the truth. */
export interface Router {
  address: ReadonlySignal<Address | undefined>
  /** Goes somewhere; the way back leads here. */
  go(address: Address): void
  /** Says better where we are already. */
  replace(address: Address): void
  close(): void
}

export function createRouter(): Router {
  const address = signal(parseAddress(location.hash))
  const read = () => {
    address.value = parseAddress(location.hash)
  }
  const write = (how: 'pushState' | 'replaceState', given: Address) => {
    if (location.hash !== addressOf(given)) history[how](null, '', addressOf(given))
    address.value = given
  }
  addEventListener('hashchange', read)
  return {
    address,
    go: (given) => write('pushState', given),
    replace: (given) => write('replaceState', given),
    close: () => removeEventListener('hashchange', read),
  }
}
