import { areaOf, areas, type Finding } from '../../app/doctor/check.ts'
import type { FixedFinding } from '../../app/doctor/fixes.ts'
import { doctorMessages } from '../../app/doctor/words/doctor-messages.ts'
import { wrapCells } from '../../lib/text/terminal-width.ts'
import { printable } from '../../lib/text/visible.ts'
import { type AnyText, isSameInAll, textIn } from '../../messages/localized.ts'

export interface ReportOptions {
  /** Also lists what is fine. */
  all: boolean
  /** Some of it could be fixed, but nobody asked for that yet. */
  canFix: boolean
  /** Undefined if it is not shown on a terminal. */
  width: number | undefined
}

const weights = { bad: 0, note: 1, ok: 2 }

/** The findings in English, by area, the worst first. */
export function reportLines(findings: readonly FixedFinding[], { all, canFix, width }: ReportOptions): string[] {
  const isShown = ({ verdict, fixed }: FixedFinding) => all || verdict !== 'ok' || fixed !== undefined
  const groups = areas
    .map((area) => ({ area, found: findings.filter(({ id }) => areaOf(id) === area).toSorted(byWeight) }))
    .filter(({ found }) => found.some(isShown))
    .toSorted((a, b) => byWeight(a.found[0], b.found[0]))
  const lines = groups.flatMap(({ area, found }) => [
    textIn(doctorMessages.areas[area], 'en'),
    ...found.filter(isShown).flatMap((finding) => findingLines(finding, width)),
    '',
  ])
  return [...lines, ...summaryLines(findings, { all, canFix, width })]
}

function byWeight(a: Finding | undefined, b: Finding | undefined): number {
  return weights[a?.verdict ?? 'ok'] - weights[b?.verdict ?? 'ok']
}

function findingLines(finding: FixedFinding, width: number | undefined): string[] {
  const { verdict, what, says, why, step, fixed, failed } = finding
  const mark = fixed === undefined ? verdict : 'done'
  const line = `${english(what)}: ${english(fixed ?? says)}`
  if (verdict === 'ok') return wrapped(mark, line, width)
  return [
    ...wrapped(mark, line, width),
    ...wrapped('      Why:', english(why), width),
    ...(failed === undefined ? [] : wrapped('', `The repair failed: ${english(failed)}`, width)),
    // A command stays on one line, so that it can be copied.
    ...(step === undefined ? [] : wrapped('      Next:', english(step), isSameInAll(step) ? undefined : width)),
  ]
}

/** What will be done. */
export function fixLines(fixes: { what: AnyText; shows: AnyText }[], width: number | undefined): string[] {
  return [
    'These repairs are safe:',
    ...fixes.flatMap(({ what, shows }) => wrapped('', `${english(what)}: ${english(shows)}`, width)),
    '',
  ]
}

const INDENT = 6

/** Rows that begin below each other, with the mark before the first. */
function wrapped(mark: string, text: string, width: number | undefined): string[] {
  const indent = mark.length < INDENT ? INDENT : 2 * INDENT
  const rows = width === undefined ? [text] : wrapCells(text, Math.max(20, width - indent))
  return rows.map((row, at) => (at === 0 ? mark : '').padEnd(indent) + row)
}

function summaryLines(findings: readonly FixedFinding[], { all, canFix, width }: ReportOptions): string[] {
  const count = (verdict: Finding['verdict']) => findings.filter((finding) => finding.verdict === verdict).length
  const [bad, notes, fine] = [count('bad'), count('note'), count('ok')]
  const counts = [
    ...(bad > 0 ? [`${bad} ${bad === 1 ? 'problem' : 'problems'}`] : []),
    ...(notes > 0 ? [`${notes} ${notes === 1 ? 'note' : 'notes'}`] : []),
    `${fine} fine`,
  ].join(', ')
  const hints = [
    ...(canFix ? ['"skein doctor --fix" repairs what can be repaired safely.'] : []),
    ...(all || fine === 0 ? [] : ['"skein doctor --all" lists what is fine.']),
  ]
  const text = [`${counts}.`, ...hints].join(' ')
  return width === undefined ? [text] : wrapCells(text, width)
}

/** Names and errors come from other machines too. */
function english(text: AnyText): string {
  return printable(textIn(text, 'en'))
}

export function toJsonFinding(finding: FixedFinding) {
  const { id, what, verdict, says, why, step, fix, fixed, failed } = finding
  return {
    id,
    area: areaOf(id),
    what,
    verdict,
    says,
    why,
    next: verdict === 'ok' ? null : (step ?? null),
    fixable: fix !== undefined && fixed === undefined,
    fixed: fixed !== undefined,
    ...(failed !== undefined && { failed }),
  }
}
