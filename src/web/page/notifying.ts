import { type ReadonlySignal, signal } from '@preact/signals'
import { type Address, addressOf } from './address.ts'

/** Notices of the browser, for whoever asked for them with a press. */
export interface Notifying {
  state: ReadonlySignal<'missing' | 'refused' | 'off' | 'on'>
  /** Asks the browser for leave; only ever called by a press. `first` is shown at once, so that it is known to work. */
  turnOn(first: string): Promise<void>
  turnOff(): void
  /** Says something where nobody looks at the page; a press on it leads there. */
  tell(sentence: string, where: Address): void
}

const kept = 'notify'
const worker = '/notices-worker.js'

export function createNotifying(storage: Storage): Notifying {
  // A page that is not secure has none, and some phones let only an installed page show them.
  const isThere = typeof Notification !== 'undefined' && isSecureContext
  const workers = isThere ? navigator.serviceWorker : undefined
  const state = signal<'missing' | 'refused' | 'off' | 'on'>(isThere ? before() : 'missing')
  // The router follows the address.
  workers?.addEventListener('message', ({ data }: MessageEvent<{ go: string }>) => (location.hash = data.go))

  function before(): 'refused' | 'off' | 'on' {
    if (Notification.permission === 'denied') return 'refused'
    return Notification.permission === 'granted' && storage.getItem(kept) === 'on' ? 'on' : 'off'
  }

  /** One at a time: the newest takes the place of the one before. */
  async function show(sentence: string, where: Address): Promise<void> {
    const go = addressOf(where)
    const look = { body: sentence, tag: 'skein', icon: '/icon-192.png', data: go }
    // Android lets only a worker show them; where there is none, as in some private windows, the page does.
    const registered = await workers?.register(worker).then(
      () => workers.ready,
      () => undefined,
    )
    if (registered) return registered.showNotification('Skein', look)
    const shown = new Notification('Skein', look)
    shown.onclick = () => {
      window.focus()
      shown.close()
      location.hash = go
    }
  }

  return {
    state,
    async turnOn(first) {
      if (!isThere) return
      const leave = await Notification.requestPermission()
      if (leave !== 'granted') {
        state.value = leave === 'denied' ? 'refused' : 'off'
        return
      }
      try {
        await show(first, { view: 'settings' })
        storage.setItem(kept, 'on')
        state.value = 'on'
      } catch {
        state.value = 'missing'
      }
    },
    turnOff() {
      storage.removeItem(kept)
      state.value = 'off'
      void workers?.getRegistration().then((registered) => registered?.unregister())
    },
    tell(sentence, where) {
      if (state.value !== 'on' || !document.hidden) return
      void show(sentence, where).catch(() => (state.value = 'missing'))
    },
  }
}
