import { type ReadonlySignal, signal } from '@preact/signals'
import { hrefOf, type PageAddress } from './address.ts'

/** Browser notifications. They are off until the person turns them on. */
export interface Notifications {
  state: ReadonlySignal<'missing' | 'refused' | 'off' | 'on'>
  /** Asks for permission. Called only by a click. `first` is shown at once as a test. */
  turnOn(first: string): Promise<void>
  turnOff(): void
  /** Shows a notification if the page is hidden. A click opens the address. */
  tell(sentence: string, where: PageAddress): void
}

const kept = 'notify'
const worker = '/notices-worker.js'

export function createNotifications(storage: Storage): Notifications {
  // Insecure pages have no notifications, and some phones allow them only for installed pages.
  const isThere = typeof Notification !== 'undefined' && isSecureContext
  const workers = isThere ? navigator.serviceWorker : undefined
  const state = signal<'missing' | 'refused' | 'off' | 'on'>(isThere ? before() : 'missing')
  workers?.addEventListener('message', ({ data }: MessageEvent<{ go: string }>) => (location.hash = data.go))

  function before(): 'refused' | 'off' | 'on' {
    if (Notification.permission === 'denied') return 'refused'
    return Notification.permission === 'granted' && storage.getItem(kept) === 'on' ? 'on' : 'off'
  }

  /** A new notification replaces the previous one. */
  async function show(sentence: string, where: PageAddress): Promise<void> {
    const go = hrefOf(where)
    const look = { body: sentence, tag: 'skein', icon: '/icon-192.png', data: go }
    // Android allows only workers to show notifications. Without a worker, as in some private windows, the page shows
    // them.
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
