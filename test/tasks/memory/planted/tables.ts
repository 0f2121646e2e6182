import { readFileSync } from 'node:fs'
import type { FactKind } from '../../../../src/domain/fact.ts'
import type { Place } from './told-world.ts'

/** How something gets into the memory. */
export type Way = 'tool' | 'remember' | 'correct' | 'command' | 'correction' | 'extraction' | 'profile'

export interface Plant {
  way: Way
  kind: FactKind
  toldIn: Place
  /** Said for all chats. */
  isForAll: boolean
  said: string
  kept: string
  askedIn: Place
  asked: string
  mark: string
}

/** The cases of a file beside this one, in its order. */
export function readPlants(file: string): Plant[] {
  return rowsOf(file).map(([how = '', place = '', , said = '', kept = '', askedIn = '', asked = '', mark = '']) => {
    const [way = '', kind = 'fact'] = how.split(' ')
    const isForAll = place === 'all'
    const toldIn = (isForAll ? 'web' : place) as Place
    return {
      way: way as Way,
      kind: kind as FactKind,
      toldIn,
      isForAll,
      said,
      kept,
      askedIn: askedIn as Place,
      asked,
      mark,
    }
  })
}

export interface Contradiction {
  /** How the older statement was told, and how the newer. */
  ways: { older: Way; newer: Way }
  older: string
  newer: string
  asked: string
  newMark: string
  oldMark: string
}

export function readContradictions(file: string): Contradiction[] {
  return rowsOf(file).map(([how = '', , , older = '', newer = '', asked = '', newMark = '', oldMark = '']) => {
    const [first = '', second = first] = how.split('>') as Way[]
    // There is nothing to correct yet when the older one is told.
    const tellOlder = { correct: 'remember', correction: 'command' } as Partial<Record<string, Way>>
    return {
      ways: { older: tellOlder[first] ?? (first as Way), newer: second as Way },
      older,
      newer,
      asked,
      newMark,
      oldMark,
    }
  })
}

function rowsOf(file: string): string[][] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
}
