import { noticeKey } from '../../domain/outbox-key.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { openStore } from '../../store/open-store.ts'
import { ensureOwner } from '../../store/people/people.ts'
import { openTimekeeper } from '../../tasks/health/timekeeper.ts'
import { sendOwnerNotice } from '../../tasks/say/notices.ts'
import type { PostDeps } from '../../tasks/say/post-message.ts'
import { setupMessages } from './setup-messages.ts'

/** Writes the first message to the owner on the page. The running daemon has to do it, because it owns the store. */
export function postHello(deps: PostDeps, name: string | undefined): void {
  const now = deps.clock.now()
  const text = setupMessages.hello(name ?? '')
  deps.db.transaction(() => sendOwnerNotice(deps, { key: noticeKey('hello'), text }, now))
}

/** The same while no daemon is running. */
export function storeHello(dataDir: string, name: string | undefined, idleMs: number): void {
  const store = openStore(dataDir)
  const log = { warn() {}, error() {} }
  const { clock, close } = openTimekeeper({ db: store.db, clock: systemClock, log })
  try {
    ensureOwner(store.db, name, clock.now())
    postHello({ db: store.db, clock, channels: new Map(), settings: () => ({ idleMs }) }, name)
  } finally {
    close()
    store.close()
  }
}
