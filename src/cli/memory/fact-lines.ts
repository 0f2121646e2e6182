import type { DropReason, StoredFact } from '../../domain/fact.ts'
import type { FactDetails, FactSourceLine, ListedFact, QualityReport } from '../../domain/fact-service.ts'
import { dateAndTime, dateText, lastDateBefore } from '../../lib/time/calendar.ts'

/** One fact per line: number, day, kind, where it is shown, and the words. */
export function factTable(facts: ListedFact[], timezone: string): string {
  const rows = facts.map((fact) => [`f${fact.id}`, dateText(fact.saidAt, timezone), fact.kind, placeOf(fact)])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return facts
    .map((fact, at) => {
      const cells = rows[at]?.map((cell, column) => cell.padEnd(widths[column] ?? 0)) ?? []
      return [...cells, withNotes(fact, timezone)].join('  ')
    })
    .join('\n')
}

/** "f12  2026-03-14  Ana lives in Dresden. (said 3 times)" */
export function factLine(fact: StoredFact, timezone: string): string {
  return `f${fact.id}  ${dateText(fact.saidAt, timezone)}  ${withNotes(fact, timezone)}`
}

export function describeFact({ fact, source, older }: FactDetails, timezone: string): string {
  const { shownCount, shownAt } = fact
  const shown =
    shownCount === 0 || !shownAt ? 'no model has seen it yet' : `${shownCount}×, last ${dateAndTime(shownAt, timezone)}`
  return [
    `f${fact.id}: ${withNotes(fact, timezone)}`,
    `Kind: ${fact.kind}`,
    ...(fact.subject === '' ? [] : [`Subject: ${fact.subject}`]),
    ...(fact.about === undefined ? [] : [`About: ${fact.about}`]),
    `Told by: ${fact.toldBy}, ${dateAndTime(fact.saidAt, timezone)} (${writers[fact.writtenBy]})`,
    `Where: ${placeOf(fact)}`,
    `Shown: ${shown}`,
    ...(source ? [`From: ${sourceLine(source, timezone)}`] : []),
    ...(older.length === 0 ? [] : ['', 'Before that:', ...older.map((each) => `  ${factLine(each, timezone)}`)]),
  ].join('\n')
}

/** "Ana, 2026-03-14 09:30, message 1204: I moved to Dresden" */
export function sourceLine({ id, name, at, text }: FactSourceLine, timezone: string): string {
  return `${name}, ${dateAndTime(at, timezone)}, message ${id}: ${text}`
}

export function describeQuality(report: QualityReport): string {
  const figures: [string, number | undefined][] = [
    ['written', report.written],
    ['repeated', report.repeated],
    ['replaced', report.replaced],
    ['forgotten', report.forgotten],
    ['never shown', report.neverShown],
    ['shown and then corrected', report.corrected],
    ['from untrusted text', report.untrusted],
    ['useful', report.useful],
    ['tokens spent', report.tokens],
    ['tokens per useful fact', report.tokensPerUseful],
  ]
  const width = Math.max(...figures.map(([name]) => name.length))
  const most = Math.max(1, ...report.weeks.map(({ written }) => written))
  return [
    ...figures.map(([name, value]) => `${name.padEnd(width)}  ${value?.toLocaleString('en') ?? '-'}`),
    ...report.byWriter.map(({ writer, facts }) => `  ${writers[writer]}: ${facts}`),
    ...describeDropped(report.dropped),
    ...(report.weeks.length === 0 ? [] : ['', 'Written by week:']),
    ...report.weeks.map(
      ({ from, written, corrected }) =>
        `  ${from}  ${'█'.repeat(Math.ceil((written / most) * MAX_BAR))} ${written}${corrected > 0 ? `, ${corrected} corrected` : ''}`,
    ),
  ].join('\n')
}

const MAX_BAR = 40

function describeDropped(dropped: QualityReport['dropped']): string[] {
  if (dropped.length === 0) return []
  const all = dropped.reduce((sum, { facts }) => sum + facts, 0)
  return [
    `Found in conversations, but not kept: ${all}`,
    ...dropped.map(({ reason, facts }) => `  ${dropReasons[reason]}: ${facts}`),
  ]
}

const dropReasons: Record<DropReason, string> = {
  malformed: 'not in the form that was asked for',
  no_source: 'from none of the messages',
  misquoted: 'quotes words that its message does not have',
  unsupported: 'says more than its message',
  instruction: 'an instruction on how to answer, which belongs into a profile',
  known: 'known already',
  outdated: 'no longer true',
  forbidden: 'a secret, or from somebody who may not tell anything',
  limit: 'more than one for every ten messages',
}

const writers = {
  tool: 'written by the model in a conversation',
  command: 'written with /remember',
  extraction: 'found in a conversation afterwards',
  hand: 'edited by hand',
}

function placeOf({ scope, chat, chatTitle }: ListedFact): string {
  if (scope === 'room') return `in ${chatTitle || chat}`
  return scope === 'everyone' ? 'in all chats' : 'private'
}

function withNotes({ statement, count, validUntil, replacedBy }: StoredFact, timezone: string): string {
  const notes = [
    ...(count > 1 ? [`said ${count} times`] : []),
    ...(validUntil ? [`until ${lastDateBefore(validUntil, timezone)}`] : []),
    ...(replacedBy === undefined ? [] : [`replaced by f${replacedBy}`]),
  ]
  return notes.length === 0 ? statement : `${statement} (${notes.join(', ')})`
}
