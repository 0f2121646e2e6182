// Shows notifications where only a worker may (Android, and everywhere while no page is open), and opens the page when
// one is clicked. It handles no requests and stores nothing.

interface Pressed extends Event {
  notification: Notification
  waitUntil(work: Promise<unknown>): void
}

interface OpenPage {
  focus(): Promise<unknown>
  postMessage(message: { go: string }): void
}

/** What the server sends while no page is open. */
interface Pushed extends Event {
  data: { json(): { text: string; go: string } } | null
  waitUntil(work: Promise<unknown>): void
}

interface Renewed extends Event {
  oldSubscription: PushSubscription | null
  waitUntil(work: Promise<unknown>): void
}

declare const registration: ServiceWorkerRegistration

declare const clients: {
  matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenPage[]>
  openWindow(url: string): Promise<unknown>
}

addEventListener('notificationclick', (event) => {
  const pressed = event as Pressed
  pressed.notification.close()
  pressed.waitUntil(lead(String(pressed.notification.data)))
})

/** Focuses an open page, or opens a new one. */
async function lead(go: string): Promise<void> {
  const [open] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open) return void (await clients.openWindow(`/${go}`))
  open.postMessage({ go })
  // The browser may refuse the focus. The page is at the right place anyway.
  await open.focus().catch(() => {})
}

addEventListener('push', (event) => {
  const pushed = event as Pushed
  const said = pushed.data?.json()
  if (said) pushed.waitUntil(registration.showNotification('Skein', toOptions(said)))
})

/** A new notification takes the place of the last one, and is heard again. */
function toOptions({ text, go }: { text: string; go: string }): NotificationOptions & { renotify: boolean } {
  return { body: text, tag: 'skein', renotify: true, icon: '/icon-192.png', data: go }
}

addEventListener('pushsubscriptionchange', (event) => {
  const renewed = event as Renewed
  renewed.waitUntil(renew(renewed.oldSubscription))
})

/** The push service gave this browser another address. */
async function renew(old: PushSubscription | null): Promise<void> {
  if (!old) return
  const { endpoint, keys } = (await registration.pushManager.subscribe(old.options)).toJSON()
  await fetch('/api/push/renewed', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-skein': '1' },
    body: JSON.stringify({ endpoint, ...keys }),
  })
}
