import type { Sourced } from '../sources.ts'
import { type Saved, sourcesOf } from './saved.ts'
import { type FormTable, formTables } from './tables.ts'

/** What a list of everybody's keys does not tell: what was set on the page, and what is said in tables of people's own. */
export function toldBeside(saved: Saved): Record<string, Sourced> {
  const plain = Object.entries(sourcesOf(saved)).filter(([, { source }]) => source === 'page')
  return Object.fromEntries([...plain, ...formTables(saved, saved).flatMap(saidIn)].map(inOneLine))
}

function saidIn({ entries }: FormTable): [string, Sourced][] {
  return entries.flatMap(({ name, isLeftOut, keys, tables }): [string, Sourced][] => {
    if (isLeftOut) return [[name, { value: 'left out', source: 'page' }]]
    const said = keys.filter(({ sourced }) => sourced.source !== 'default')
    return [...said.map((key): [string, Sourced] => [key.name, key.sourced]), ...tables.flatMap(saidIn)]
  })
}

function inOneLine([name, sourced]: [string, Sourced]): [string, Sourced] {
  const { value } = sourced
  return [name, { ...sourced, value: typeof value === 'string' ? value.replaceAll('\n', ', ') : value }]
}
