// Shows what the page has to tell where only a worker may (on Android), and leads back from there. It answers no requests
// and keeps nothing.

interface Pressed extends Event {
  notification: Notification
  waitUntil(work: Promise<unknown>): void
}

interface OpenPage {
  focus(): Promise<unknown>
  postMessage(message: { go: string }): void
}

declare const clients: {
  matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenPage[]>
  openWindow(url: string): Promise<unknown>
}

addEventListener('notificationclick', (event) => {
  const pressed = event as Pressed
  pressed.notification.close()
  pressed.waitUntil(lead(String(pressed.notification.data)))
})

/** To the page that is open already, else to a new one. */
async function lead(go: string): Promise<void> {
  const [open] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open) return void (await clients.openWindow(`/${go}`))
  open.postMessage({ go })
  // The browser may forbid it; the address is right all the same.
  await open.focus().catch(() => {})
}
