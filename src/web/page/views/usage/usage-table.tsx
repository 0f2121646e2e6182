import type { ComponentChild } from 'preact'
import { useWords } from '../../words/language.ts'
import { usageWords } from '../../words/usage-words.ts'

export type UsageOf = keyof (typeof usageWords)['en']['of']

export interface UsageRow {
  name: ComponentChild
  cells: string[]
}

/** Figures below their names; it scrolls by itself where there is no room for all of them. */
export function UsageTable({ of, columns, rows }: { of: UsageOf; columns: string[]; rows: UsageRow[] }) {
  const words = useWords(usageWords)
  if (rows.length === 0) return <p class="muted">{words.nothing}</p>
  return (
    <div class="table-box" role="region" tabIndex={0} aria-label={words.of[of].table}>
      <table class="shares">
        <thead>
          <tr>
            <th scope="col">{words.of[of].head}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }, at) => (
            <tr key={at}>
              <th scope="row" dir="auto">
                {name}
              </th>
              {cells.map((cell, place) => (
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
