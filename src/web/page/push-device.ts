import { type ReadonlySignal, signal } from '@preact/signals'
import type { Api } from './api.ts'
import type { PushState, PushSubscribed } from './wire/push-wire.ts'

/** Notifications on this device while the page is closed. */
export interface PushDevice {
  /** Why they are not possible here. */
  obstacle: 'insecure' | 'missing' | undefined
  /** Undefined until it was read. */
  state: ReadonlySignal<PushState | undefined>
  /** Whether they are on, in the browser and in the daemon. */
  isOn: ReadonlySignal<boolean>
  error: ReadonlySignal<string>
  read(): Promise<void>
  /** Asks for permission if necessary. Called only by a click. */
  turnOn(options: Pick<PushSubscribed, 'language' | 'showsText'>): Promise<void>
  turnOff(): Promise<void>
}

const worker = '/notices-worker.js'

/** `notAllowed` is said if the browser refuses. */
export function createPushDevice(api: Pick<Api, 'get' | 'post'>, notAllowed: () => string): PushDevice {
  const state = signal<PushState | undefined>(undefined)
  const isOn = signal(false)
  const error = signal('')
  // Some private windows have no workers.
  const isSupported = 'PushManager' in window && (navigator.serviceWorker as unknown) !== undefined
  const obstacle = !isSecureContext ? 'insecure' : isSupported ? undefined : 'missing'

  async function take(answer: Awaited<ReturnType<typeof api.get<PushState>>>): Promise<void> {
    error.value = answer.status === 'ok' ? '' : answer.error
    if (answer.status !== 'ok') return
    const own = await currentSubscription()
    isOn.value = own !== undefined && own.endpoint === answer.value.device?.endpoint
    state.value = answer.value
  }

  async function currentSubscription(): Promise<PushSubscription | undefined> {
    if (obstacle) return undefined
    const registered = await navigator.serviceWorker.getRegistration()
    return (await registered?.pushManager.getSubscription()) ?? undefined
  }

  async function subscribe(publicKey: string): Promise<PushSubscription> {
    if ((await Notification.requestPermission()) !== 'granted') throw new Error(notAllowed())
    await navigator.serviceWorker.register(worker)
    const { pushManager } = await navigator.serviceWorker.ready
    const own = await pushManager.getSubscription()
    // A subscription for an earlier key of the daemon gets nothing any more.
    if (own && keyOf(own) !== publicKey) await own.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  }

  return {
    obstacle,
    state,
    isOn,
    error,
    read: async () => await take(await api.get('/api/push')),
    async turnOn(options) {
      if (obstacle || !state.value) return
      try {
        const { endpoint, keys } = (await subscribe(state.value.publicKey)).toJSON()
        await take(await api.post('/api/push/on', { endpoint, ...keys, ...options }))
      } catch (problem) {
        error.value = problem instanceof Error ? problem.message : String(problem)
      }
    },
    async turnOff() {
      await (await currentSubscription())?.unsubscribe()
      await take(await api.post('/api/push/off', {}))
    },
  }
}

/** The key of the daemon that a subscription is for, in base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
