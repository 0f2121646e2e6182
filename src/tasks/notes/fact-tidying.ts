import type { StoredFact } from '../../domain/fact.ts'
import { noticesChat } from '../../domain/ids.ts'
import { noticeKey } from '../../domain/outbox-key.ts'
import { sameStatementKey } from '../../memory/fact-check.ts'
import { joinTexts, type LocalizedText, textIn } from '../../messages/localized.ts'
import { noteMessages } from '../../messages/memory-messages.ts'
import type { Database } from '../../store/database.ts'
import { markReplaced } from '../../store/memory/facts.ts'
import { listFacts } from '../../store/memory/listed-facts.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { wasSentRecently } from '../../store/messages/messages.ts'
import { listPeople } from '../../store/people/people.ts'
import { sendNotice } from '../say/notices.ts'
import type { PostDeps } from '../say/post-message.ts'

const DAY_MS = 86_400_000

/**
 * Merges facts that say the same, and reports them together with those that expired since the night before. The report is a
 * notice on the page. It has only the numbers of facts that the owner may see, so it repeats nothing that may be erased
 * later. Merges are taken back like those that a person makes. Call it inside a transaction.
 */
export function tidyFacts(deps: PostDeps, now: Date): void {
  const { db } = deps
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const report: LocalizedText[] = []
  for (const { id, role } of listPeople(db)) {
    const isOwner = role === 'owner'
    const facts = listFacts(db, { personId: id }).filter((fact) => isOwner || isPrivateOf(fact, id))
    const merged = mergeSame(db, facts, { since: dayAgo, now })
    if (!isOwner) continue
    const expired = facts.filter(({ validUntil: until, replacedBy }) => {
      return replacedBy === undefined && until !== undefined && until > dayAgo && until <= now
    })
    const pairs = merged.map(([kept, other]) => noteMessages.and(`f${kept.id}`, `f${other.id}`))
    if (pairs.length > 0) report.push(joined(noteMessages.merged, pairs))
    if (expired.length > 0) report.push(noteMessages.expired(expired.map((fact) => `f${fact.id}`).join(', ')))
  }
  if (report.length === 0) return
  const text = joinTexts(report, ' ')
  // After a restart in the same night.
  if (wasSentRecently(db, noticesChat, textIn(text, languageIn(db, noticesChat)), { now, withinMs: DAY_MS })) return
  sendNotice(deps, { key: noticeKey('memory'), chat: noticesChat, text }, now)
}

function joined(message: (list: string) => LocalizedText, pairs: LocalizedText[]): LocalizedText {
  const list = joinTexts(pairs, ', ')
  return { en: message(list.en).en, de: message(list.de).de }
}

function isPrivateOf({ scope, aboutId }: StoredFact, personId: number): boolean {
  return scope === 'private' && aboutId === personId
}

/**
 * Keeps the oldest of the facts that hold and say the same in the same place. Only new ones are merged into it, so a merge
 * that was taken back is not made again.
 */
function mergeSame(
  db: Database,
  facts: StoredFact[],
  { since, now }: { since: Date; now: Date },
): [kept: StoredFact, other: StoredFact][] {
  const kept = new Map<string, StoredFact>()
  return facts
    .filter(({ replacedBy, validUntil }) => replacedBy === undefined && !(validUntil && validUntil <= now))
    .toSorted((a, b) => a.id - b.id)
    .flatMap((fact): [StoredFact, StoredFact][] => {
      const words = sameStatementKey(fact.statement)
      const place = [fact.scope, fact.chat, fact.aboutId, fact.validUntil?.getTime()].join(' ')
      const first = kept.get(`${place} ${words}`)
      if (!first) kept.set(`${place} ${words}`, fact)
      if (!first || words === '' || fact.createdAt <= since) return []
      markReplaced(db, [fact.id], first.id, now)
      return [[first, fact]]
    })
}
