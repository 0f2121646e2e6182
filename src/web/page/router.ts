import { type ReadonlySignal, signal } from '@preact/signals'
import { hrefOf, type PageAddress, parsePageAddress } from './address.ts'

/** The current location. The browser's address is the source of truth. */
export interface Router {
  address: ReadonlySignal<PageAddress | undefined>
  /** Navigates and adds a history entry. */
  go(address: PageAddress): void
  /** Replaces the current history entry. */
  replace(address: PageAddress): void
  close(): void
}

export function createRouter(): Router {
  const address = signal(parsePageAddress(location.hash))
  const read = () => {
    address.value = parsePageAddress(location.hash)
  }
  const write = (method: 'pushState' | 'replaceState', newAddress: PageAddress) => {
    if (location.hash !== hrefOf(newAddress)) history[method](null, '', hrefOf(newAddress))
    address.value = newAddress
  }
  addEventListener('hashchange', read)
  return {
    address,
    go: (newAddress) => write('pushState', newAddress),
    replace: (newAddress) => write('replaceState', newAddress),
    close: () => removeEventListener('hashchange', read),
  }
}
