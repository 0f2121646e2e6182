import { type ChatId, channelOf, isLocal } from '../../domain/ids.ts'
import { noticeKey, partKey, taskKey } from '../../domain/outbox-key.ts'
import { clockTime } from '../../lib/time/calendar.ts'
import { createWaker } from '../../lib/time/timers.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import { joinTexts, textIn } from '../../messages/localized.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { wasSentRecently } from '../../store/messages/messages.ts'
import { readPerson } from '../../store/people/people.ts'
import { noteSafeModeTold, safeModeToldAt } from '../../store/work/crashes.ts'
import { hasDelivery } from '../../store/work/outbox.ts'
import { type Task, waitingReplies } from '../../store/work/tasks.ts'
import { prefixIn } from '../say/channel-access.ts'
import { sendOwnerNotice } from '../say/notices.ts'
import { postMessage } from '../say/post-message.ts'
import type { TaskDeps } from '../task-deps.ts'
import { describeCrashes } from './crash-report.ts'
import type { SafeMode } from './safeguards.ts'

export interface SafeModeNoticesDeps extends TaskDeps {
  safeMode: Pick<SafeMode, 'endsAt' | 'crashes'>
  /** How long safe mode lasts after a start. */
  minutes: number
  /** Called when there is something to deliver. */
  wakeDelivery(): void
}

export interface SafeModeNotices {
  /** Tells the owner, and everybody whose message waits, until safe mode ends or the signal aborts. */
  run(signal: AbortSignal): Promise<void>
  /** Call it when a message was accepted. */
  wake(): void
}

const CHECK_INTERVAL_MS = 10_000
const HOUR_MS = 3_600_000

export function createSafeModeNotices(deps: SafeModeNoticesDeps): SafeModeNotices {
  const { db, clock, log, minutes } = deps
  const waker = createWaker()
  // In a crash loop every start enters safe mode again, but the owner is told only once.
  const withinMs = Math.max(HOUR_MS, minutes * 60_000)
  const safeModeText = (chat: ChatId) =>
    textIn(healthMessages.safeMode(minutes, prefixIn(deps, chat)), languageIn(db, chat))

  function tellOwnerOnce(now: Date): void {
    const toldAt = safeModeToldAt(db)
    // The text differs after each crash, so it cannot tell whether the owner knows.
    if (toldAt !== undefined && now.getTime() - toldAt.getTime() < withinMs && toldAt <= now) return
    noteSafeModeTold(db, now)
    const found = describeCrashes(deps.safeMode.crashes())
    const text = (prefix: '/' | '!') => {
      const safeMode = healthMessages.safeMode(minutes, prefix)
      return found ? joinTexts([safeMode, found], '\n\n') : safeMode
    }
    sendOwnerNotice(deps, { key: noticeKey('alarm'), text }, now)
  }

  /** Sends one notice per chat, for its first waiting message. The page shows waiting messages without a notice. */
  function tellWaiting(endsAt: Date, now: Date): void {
    const firsts = new Map<ChatId, Task>()
    for (const task of waitingReplies(db)) if (!firsts.has(task.chat)) firsts.set(task.chat, task)
    for (const task of firsts.values()) {
      const { chat, lane, route } = task
      const key = taskKey(task, 'safe-mode')
      // A task with an instruction drafts an answer to a stranger, who gets no notices.
      if (isLocal(chat) || !deps.channels.has(channelOf(chat)) || task.instruction !== null) continue
      if (hasDelivery(db, partKey(key, 0)) || wasSentRecently(db, chat, safeModeText(chat), { now, withinMs })) continue
      const timezone = readPerson(db, task.personId).timezone ?? deps.settings().timezone
      const text = answerMessages.waitsInSafeMode(clockTime(endsAt, timezone))
      postMessage(deps, { key, kind: 'notice', lane, route, text, taskId: task.id }, now)
    }
  }

  return {
    wake: waker.wake,
    async run(signal) {
      for (let endsAt = deps.safeMode.endsAt(); endsAt && !signal.aborted; endsAt = deps.safeMode.endsAt()) {
        const until = endsAt
        const sendNotices = () =>
          db.transaction(() => {
            const now = clock.now()
            tellOwnerOnce(now)
            tellWaiting(until, now)
          })
        await deps.persist(sendNotices).catch((err: unknown) => log.error({ err }, 'safe mode could not be announced'))
        deps.wakeDelivery()
        await waker.wait(CHECK_INTERVAL_MS, signal)
      }
    },
  }
}
