// Shows notifications where only a worker may (Android), and opens the page when one is clicked. It handles no requests
// and stores nothing.

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

/** Focuses an open page, or opens a new one. */
async function lead(go: string): Promise<void> {
  const [open] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open) return void (await clients.openWindow(`/${go}`))
  open.postMessage({ go })
  // The browser may refuse the focus. The page is at the right place anyway.
  await open.focus().catch(() => {})
}
