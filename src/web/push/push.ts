// Tells devices whose page is closed that something was said. A delivery never waits for this: a line is announced after
// it was stored and shown, and everything else happens in a loop of its own.
//
// Each notification is written down before it is sent, and counts as sent from the moment it leaves. A crash can lose
// one, but never sends one twice.

import { createHash } from 'node:crypto'
import type { WebChannel } from '../../channels/web/web.ts'
import type { GuardedPost, Posted } from '../../lib/http/guarded-post.ts'
import type { Log } from '../../lib/log.ts'
import { truncate } from '../../lib/text/text.ts'
import { later, momentOf, msBetween, type SteadyClock } from '../../lib/time/clock.ts'
import { createWaker } from '../../lib/time/timers.ts'
import type { Language } from '../../messages/languages.ts'
import { textIn } from '../../messages/localized.ts'
import { pushMessages } from '../../messages/push-messages.ts'
import type { Database } from '../../store/database.ts'
import { readPerson } from '../../store/people/people.ts'
import {
  findPushSubscription,
  pushSubscriptionsOf,
  removePushSubscription,
} from '../../store/people/push-subscriptions.ts'
import {
  type AnnouncedLine,
  addPush,
  cleanPushes,
  dropOldPushes,
  finishPush,
  nextPushAt,
  type PendingPush,
  readAnnouncedLine,
  retryPush,
  takeDuePushes,
} from '../../store/work/pushes.ts'
import { hrefOf } from '../page/address.ts'
import { plainTextOfMarkdown } from '../routes/plain-text.ts'
import { type Announcement, type NtfySettings, pushToBrowser, pushToNtfy } from './push-targets.ts'
import type { SenderIdentity } from './sender-identity.ts'

export interface PushDeps {
  db: Database
  clock: SteadyClock
  log: Log
  owner: { id: number }
  channel: Pick<WebChannel, 'subscribe'>
  identity: SenderIdentity
  /** For the addresses that browsers name. */
  post: GuardedPost
  ntfy?: (NtfySettings & { showsText: boolean; post: GuardedPost }) | undefined
  /** Where the page can be opened from elsewhere. */
  pageUrl: string | undefined
  /** Whether a page of this person is open and visible. */
  isWatched(personId: number): boolean
}

export interface Push {
  /** Sends until the signal aborts. */
  run(signal: AbortSignal): Promise<void>
  /** Sends what is due now. */
  sendDue(signal: AbortSignal): Promise<void>
  /** Why the last notification for ntfy did not arrive. */
  ntfyProblem(): string | undefined
  /** Announces nothing any more. */
  close(): void
}

const NTFY = 'ntfy'
const MAX_TEXT_CHARS = 300
const MAX_PENDING_PER_TARGET = 20
const SENT_AT_ONCE = 4
/** The waits between the attempts for one notification. */
const RETRY_MS = [10_000, 60_000, 600_000]
/** How long a sent notification is remembered, so that a message that is shown again is not announced again. */
const KEPT_MS = 7 * 86_400_000

export function createPush(deps: PushDeps): Push {
  const { db, clock, log, owner, channel, identity, post, ntfy, pageUrl, isWatched } = deps
  const waker = createWaker()
  let ntfyProblem: string | undefined
  const close = channel.subscribe((event) => {
    if (event.kind === 'line') announce(event.message)
  })

  /** Nothing here may undo the delivery of the line. */
  function announce(message: number): void {
    try {
      const line = readAnnouncedLine(db, message)
      if (line && isWorthTelling(line)) addFor(message, line.ownerId ?? owner.id)
    } catch (err) {
      log.error({ err }, 'a notification could not be prepared')
    }
  }

  function addFor(message: number, personId: number): void {
    if (isWatched(personId)) return
    const { steady } = momentOf(clock)
    const devices = pushSubscriptionsOf(db, personId, steady).map(({ session }) => session)
    const targets = ntfy && personId === owner.id ? [...devices, NTFY] : devices
    if (targets.length === 0) return
    db.transaction(() => {
      for (const target of targets) {
        addPush(db, message, target, steady)
        dropOldPushes(db, target, MAX_PENDING_PER_TARGET)
      }
    })
    waker.wake()
  }

  async function send(push: PendingPush, signal: AbortSignal): Promise<void> {
    const line = readAnnouncedLine(db, push.messageId)
    // Meanwhile it may have been read, or the page may have been opened.
    const isOver = !line || line.isOver || isWatched(line.ownerId ?? owner.id)
    const posted = isOver ? undefined : await postTo(push.target, line, signal)
    if (posted) settle(push, posted)
    else finishPush(db, push.id)
  }

  function giveUp(push: PendingPush, err: unknown): void {
    log.error({ err }, 'a notification could not be sent')
    finishPush(db, push.id)
  }

  /** Undefined if the target does not exist any more. */
  async function postTo(target: string, line: AnnouncedLine, signal: AbortSignal): Promise<Posted | undefined> {
    if (target === NTFY) {
      if (!ntfy) return undefined
      const announcement = describe(line, { language: readPerson(db, owner.id).language ?? 'en', ...ntfy })
      return await pushToNtfy(ntfy, announcement, { post: ntfy.post, pageUrl }, signal)
    }
    const subscription = findPushSubscription(db, target)
    return (
      subscription &&
      (await pushToBrowser(subscription, describe(line, subscription), { post, identity, now: clock.now() }, signal))
    )
  }

  function settle(push: PendingPush, posted: Posted): void {
    const { target } = push
    const status = posted.kind === 'answered' ? posted.status : undefined
    const isSent = status !== undefined && status >= 200 && status < 300
    const problem = isSent ? undefined : posted.kind === 'answered' ? String(posted.status) : posted.problem.kind
    if (target === NTFY) ntfyProblem = problem
    if (!isSent) log.warn({ to: target === NTFY ? NTFY : 'browser', problem }, 'a notification did not arrive')
    // The browser has ended the subscription.
    if (target !== NTFY && (status === 404 || status === 410)) removePushSubscription(db, target)
    const wait = RETRY_MS[push.attempts]
    const isTemporary = posted.kind === 'not sent' || status === 429 || (status !== undefined && status >= 500)
    if (!isTemporary || wait === undefined) return finishPush(db, push.id)
    const asked = posted.kind === 'answered' ? (posted.retryAfterMs ?? 0) : 0
    retryPush(db, push, later(clock.steady(), Math.max(wait, asked)))
  }

  async function sendDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = takeDuePushes(db, clock.steady(), SENT_AT_ONCE)
      if (due.length === 0) return
      await Promise.all(due.map((push) => send(push, signal).catch((err) => giveUp(push, err))))
    }
  }

  return {
    sendDue,
    ntfyProblem: () => ntfyProblem,
    close,
    async run(signal) {
      cleanPushes(db, momentOf(clock), KEPT_MS)
      while (!signal.aborted) {
        await sendDue(signal)
        const next = nextPushAt(db)
        await waker.wait(next === undefined ? IDLE_MS : Math.max(0, msBetween(clock.steady(), next)), signal)
      }
    },
  }
}

const IDLE_MS = 3_600_000

/** The reply to a command is only of use to somebody who is there. */
function isWorthTelling({ kind, isOver, text }: AnnouncedLine): boolean {
  // A notice without text is the voice message of an answer that was told already.
  return kind !== 'command' && !isOver && !(kind === 'notice' && text === '')
}

function describe(
  { chat, kind, origin, text }: AnnouncedLine,
  { language, showsText }: { language: Language; showsText: boolean },
): Announcement {
  const what =
    kind === 'notice' ? pushMessages.notice : origin === 'chat' ? pushMessages.answer : pushMessages.scheduled
  const shown = showsText ? truncate(plainTextOfMarkdown(text), MAX_TEXT_CHARS) : ''
  return {
    text: shown || textIn(what, language),
    go: hrefOf({ chat }),
    topic: createHash('sha256').update(chat).digest('base64url').slice(0, 32),
  }
}
