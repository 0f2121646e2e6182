import { type ReadonlySignal, signal } from '@preact/signals'
import { hrefOf, type PageAddress } from './address.ts'

/** Browser notifications. They are off until the person turns them on. */
export interface Notifications {
  state: ReadonlySignal<'missing' | 'refused' | 'off' | 'on'>
  /** Asks for permission. Called only by a click. `first` is shown at once as a test. */
  turnOn(first: string): Promise<void>
  turnOff(): void
  /** Shows a notification if the page is hidden. A click opens the address. */
  tell(sentence: string, address: PageAddress): void
}

const STORAGE_KEY = 'notify'
const worker = '/notices-worker.js'

export function createNotifications(storage: Storage): Notifications {
  // Insecure pages have no notifications, and some phones allow them only for installed pages.
  const isSupported = typeof Notification !== 'undefined' && isSecureContext
  const workers = isSupported ? navigator.serviceWorker : undefined
  const state = signal<'missing' | 'refused' | 'off' | 'on'>(isSupported ? readState() : 'missing')
  workers?.addEventListener('message', ({ data }: MessageEvent<{ go: string }>) => (location.hash = data.go))

  function readState(): 'refused' | 'off' | 'on' {
    if (Notification.permission === 'denied') return 'refused'
    return Notification.permission === 'granted' && storage.getItem(STORAGE_KEY) === 'on' ? 'on' : 'off'
  }

  /** A new notification replaces the previous one. */
  async function show(sentence: string, address: PageAddress): Promise<void> {
    const go = hrefOf(address)
    const options = { body: sentence, tag: 'skein', icon: '/icon-192.png', data: go }
    // Android allows only workers to show notifications. Without a worker, as in some private windows, the page shows
    // them.
    const registered = await workers?.register(worker).then(
      () => workers.ready,
      () => undefined,
    )
    if (registered) return registered.showNotification('Skein', options)
    const notification = new Notification('Skein', options)
    notification.onclick = () => {
      window.focus()
      notification.close()
      location.hash = go
    }
  }

  return {
    state,
    async turnOn(first) {
      if (!isSupported) return
      const permission = await Notification.requestPermission()
      if (permission !== 'granted') {
        state.value = permission === 'denied' ? 'refused' : 'off'
        return
      }
      try {
        await show(first, { view: 'settings' })
        storage.setItem(STORAGE_KEY, 'on')
        state.value = 'on'
      } catch {
        state.value = 'missing'
      }
    },
    turnOff() {
      storage.removeItem(STORAGE_KEY)
      state.value = 'off'
      void workers?.getRegistration().then(async (registered) => {
        // The worker may also be needed while the page is closed.
        if (!(await registered?.pushManager.getSubscription())) await registered?.unregister()
      })
    },
    tell(sentence, address) {
      if (state.value !== 'on' || !document.hidden) return
      void show(sentence, address).catch(() => (state.value = 'missing'))
    },
  }
}
