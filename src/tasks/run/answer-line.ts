import type { Button } from '../../domain/delivery.ts'
import type { KnownFile } from '../../domain/file.ts'
import type { Unfinished } from '../../domain/message.ts'
import { taskKey } from '../../domain/outbox-key.ts'
import { lowestTrust, type Trust } from '../../domain/person.ts'
import { factsOf } from '../../domain/task.ts'
import { stripOwnTags } from '../../gateway/rendering/fence.ts'
import type { Language } from '../../messages/languages.ts'
import type { AnyText, LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { findOpenEpoch } from '../../store/recall/epochs.ts'
import { insertAnswer } from '../../store/work/answers.ts'
import type { Task } from '../../store/work/tasks.ts'
import type { Road } from '../road.ts'
import { type Speaker, speak } from '../say/speak.ts'
import type { Background } from './background.ts'
import { lastSpent } from './spending.ts'
import type { Trail } from './trail.ts'

/** What a model wrote for a task, without secrets. */
interface Written {
  text: string
  unfinished?: Unfinished
  files?: KnownFile[]
  buttons?: Button<AnyText>[]
}

/** Our line, with what was done for it and what the model saw. Call it inside the transaction that ends the task. */
export function sayAnswer(road: Speaker, task: Task, trail: Trail, { text, ...written }: Written, now: Date): number {
  const line = speak(
    road,
    {
      key: taskKey(task, 'reply'),
      kind: 'reply',
      lane: task.lane,
      route: task.route,
      text: ownWords(text),
      taskId: task.id,
      trust: trustOf(road, task, trail),
      actions: trail.actions,
      origin: factsOf(task.kind).lines,
      ...written,
    },
    now,
  )
  insertAnswer(road.db, line, makingOf(road, trail))
  trail.record()
  return line
}

function makingOf({ clock }: Pick<Road, 'clock'>, trail: Trail) {
  return {
    brain: trail.brain,
    model: lastSpent(trail, trail.brain)?.model,
    ms: Math.round(clock.mono() - trail.begunAt),
    usd: trail.usage.reduce((sum, { costUsd }) => sum + costUsd, 0),
    thought: trail.thought.trim() === '' ? undefined : trail.thought,
  }
}

/**
 * The result of background work, to whoever made that; where nobody did, it is a line like any other. Call it inside the
 * transaction that ends the task.
 */
export function giveResult(
  road: Speaker & { background: Pick<Background, 'take'> },
  task: Task,
  trail: Trail,
  written: Written,
  now: Date,
): void {
  const { actions, refused } = trail
  const text = [ownWords(written.text), ...reported(refused, languageIn(road.db, task.chat))].join('\n\n')
  const result = {
    text,
    trust: trustOf(road, task, trail),
    actions,
    files: written.files ?? [],
  }
  if (road.background.take(task, result, now)) trail.record()
  else sayAnswer(road, task, trail, { ...written, text }, now)
}

/** What was not done, each once; a model that insists does not fill the page. */
function reported(refused: LocalizedText[], language: Language): string[] {
  const each = [...new Set(refused.map((line) => line[language]))]
  const left = each.length - MOST_REFUSED
  return left > 0 ? [...each.slice(0, MOST_REFUSED), permissionMessages.andMore(left)[language]] : each
}

const MOST_REFUSED = 5

/** A model that writes what only we write must not be taken for us by whoever reads its answer next. */
function ownWords(text: string): string {
  return stripOwnTags(text) || text
}

/** Tools may have shown less trusted text since the turn began. */
function trustOf({ db }: Pick<Road, 'db'>, task: Task, { trust }: Trail): Trust {
  return lowestTrust([trust, findOpenEpoch(db, task.lane)?.trust ?? trust])
}

/**
 * Keeps what a run had said and done until it was cut short. False when there was nothing yet.
 * Call it inside the transaction that ends the task.
 */
export function keepSaid(
  road: Speaker,
  task: Task,
  trail: Trail | undefined,
  unfinished: Unfinished,
  now: Date,
): boolean {
  if (!trail || (trail.text.trim() === '' && trail.actions.length === 0)) return false
  sayAnswer(road, task, trail, { text: trail.text.trimEnd(), unfinished }, now)
  return true
}
