import type { WireChange } from '../wire/activity-wire.ts'

/** The lines that a change adds and removes. */
export function ChangedLines({ changes }: { changes: WireChange[] }) {
  return (
    <div class="change">
      {changes.map(({ kind, text }, place) =>
        kind === 'added' ? (
          <ins key={place} dir="auto">{`+ ${text}`}</ins>
        ) : (
          <del key={place} dir="auto">{`− ${text}`}</del>
        ),
      )}
    </div>
  )
}
