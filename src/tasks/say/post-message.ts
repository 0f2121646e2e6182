import type { Manners } from '../../channels/channel.ts'
import { unfinishedNote } from '../../channels/shared/markdown-text.ts'
import type { Button, Route } from '../../domain/delivery.ts'
import type { NamedFile } from '../../domain/file.ts'
import { channelOf, type Lane } from '../../domain/ids.ts'
import type { Origin, UnfinishedReason } from '../../domain/message.ts'
import { partKey } from '../../domain/outbox-key.ts'
import type { Trust } from '../../domain/person.ts'
import type { Progress } from '../../domain/task.ts'
import { plainText } from '../../lib/plain-text.ts'
import { splitText } from '../../lib/text/text.ts'
import { later } from '../../lib/time/clock.ts'
import type { Language } from '../../messages/languages.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'
import { attachFiles } from '../../store/files/files.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { insertMessage } from '../../store/messages/messages.ts'
import { type ActionStep, insertActions, markUnfinished } from '../../store/work/answers.ts'
import { insertDelivery } from '../../store/work/outbox.ts'
import type { TaskDeps, TaskSettings } from '../task-deps.ts'

/** A message of ours. */
export interface OwnMessage {
  /** Unique forever: the store refuses a second message with the same key. */
  key: string
  kind: 'reply' | 'command' | 'notice'
  lane: Lane
  route: Route
  text: AnyText
  taskId?: number
  /** Shown below its last part. */
  buttons?: Button<AnyText>[]
  /** The trust of the text it was written from; by default that of the owner, because the words are ours. */
  trust?: Trust
  files?: NamedFile[]
  /** The actions taken for it, in order. */
  actions?: ActionStep[]
  unfinished?: UnfinishedReason
  /** What it belongs to; a conversation by default. */
  origin?: Origin
}

const DAY_MS = 86_400_000

export interface PostDeps extends Pick<TaskDeps, 'db' | 'clock' | 'channels'> {
  settings(): Pick<TaskSettings, 'idleMs'>
}

/** Writes our message into the history and its parts into the outbox. Call it inside a transaction. */
export function postMessage(deps: PostDeps, message: OwnMessage, now: Date): number {
  const { key, kind, lane, route, taskId, actions = [], unfinished } = message
  // The only place that chooses the language of our messages in a chat.
  const language = languageIn(deps.db, route.chat)
  const text = textIn(message.text, language)
  const buttons = (message.buttons ?? []).map(({ label, data }) => ({ label: textIn(label, language), data }))
  const channel = channelOf(route.chat)
  const messageId = insertMessage(deps.db, {
    chat: route.chat,
    lane,
    author: 'bot',
    kind: kind === 'reply' ? 'conversation' : kind,
    origin: message.origin ?? 'chat',
    trust: message.trust ?? 'owner',
    name: 'Skein',
    replyTo: route.replyTo ?? null,
    at: now,
    receivedAt: now,
    text,
    files: (message.files ?? []).map(({ name }) => name),
    gapMs: deps.settings().idleMs,
  })
  attachFiles(deps.db, messageId, message.files ?? [])
  insertActions(deps.db, messageId, actions)
  if (unfinished) markUnfinished(deps.db, messageId, unfinished)
  const manners = deps.channels.get(channel)?.manners
  const dueAt = deps.clock.steady()
  const deadAt = later(dueAt, manners?.retryForMs ?? DAY_MS)
  const bodies =
    manners?.parts?.(text, { actions, language, ...(unfinished && { unfinished }) }) ??
    splitText(
      toDialect(withUnfinishedNote(text, unfinished, language), manners),
      manners?.textLimit ?? Number.POSITIVE_INFINITY,
    )
  for (const [part, body] of bodies.entries()) {
    const isLast = part === bodies.length - 1
    const delivery = {
      key: partKey(key, part),
      messageId,
      lane,
      route,
      kind,
      part,
      body,
      taskId,
      dueAt,
      deadAt,
      ...(isLast && buttons.length > 0 && { buttons }),
    }
    insertDelivery(deps.db, delivery, now)
  }
  return messageId
}

/** Marks a partial answer on channels that have no mark of their own. */
function withUnfinishedNote(text: string, unfinished: UnfinishedReason | undefined, language: Language): string {
  return unfinished ? `${text}\n\n*${unfinishedNote(unfinished, language)}*`.trimStart() : text
}

/** Our texts are Markdown. Channels that do not render it get plain text. */
function toDialect(text: string, manners: Manners | undefined): string {
  return manners?.dialect === 'plain' ? plainText(text) : text
}

/** Shows progress in its chat, as far as the channel can. */
export function show(deps: Pick<TaskDeps, 'channels'>, progress: Progress): void {
  const channel = deps.channels.get(channelOf(progress.chat))
  if (progress.kind === 'draft' && channel?.manners.streaming === 'none') return
  channel?.show(progress)
}
