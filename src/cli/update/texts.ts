import { type UpdatePlace, versionText } from '../../app/update/place.ts'
import type { Candidate } from '../../app/update/source.ts'
import type { UpdateResult } from '../../app/update/update.ts'
import { printable } from '../../lib/text/visible.ts'

const SHOWN_NOTICES = 30
const SHOWN_COMMITS = 10

export function describeCandidate({ from, to, changes }: Candidate, folder: string): string[] {
  const { notices, commits, commitCount } = changes
  return [
    `Skein in ${folder}: ${versionText(from)} → ${versionText(to)}`,
    ...(notices.length === 0 ? [] : ['', 'What changes:', ...shorten(notices, notices.length, SHOWN_NOTICES, '- ')]),
    ...(commitCount === 0 ? [] : ['', commitCount === 1 ? '1 commit:' : `${commitCount} commits:`]),
    ...(commitCount === 0 ? [] : shorten(commits, commitCount, SHOWN_COMMITS, '')),
    '',
  ].map(printable)
}

function shorten(lines: string[], count: number, limit: number, mark: string): string[] {
  const shown = lines.slice(0, limit).map((line) => `  ${mark}${line}`)
  return count > shown.length ? [...shown, `  and ${count - shown.length} more`] : shown
}

export function describeResult(result: UpdateResult, place: UpdatePlace): string[] {
  const { from, to, backup } = result
  const kept = backup === undefined ? [] : [`The backup from before is ${backup}`]
  switch (result.status) {
    case 'updated':
      return [`Skein is version ${versionText(to)} now.`, ...kept]
    case 'returned':
      return [
        `The new version ${versionText(to)} did not become ready: ${printable(result.reason)}`,
        `Skein is version ${versionText(from)} again, and nothing was lost. The log says more: skein service logs --lines 50`,
        ...kept,
      ]
    case 'stuck':
      return [
        `The new version ${versionText(to)} did not become ready: ${printable(result.reason)}`,
        result.returned === 'used'
          ? 'It has already accepted or sent something, so going back would lose or repeat that. The new version stays.'
          : 'It has upgraded the database, and the copy from before is missing. The new version stays.',
        'What to do:',
        '  1. Read what is wrong: skein service logs --lines 50',
        '  2. Repair it and run "skein update" again; it goes on from here.',
        `  3. Or go back to ${versionText(from)} and lose what happened since the update:`,
        '     stop the service, move the data folder away, and restore the backup with "skein restore";',
        `     then remove ${place.switched}, run "skein update", which puts the old version back, say no, and start the service.`,
        ...kept,
      ]
  }
}
