import { describeReasons, lastAssembly } from '../../reports/context-report.ts'
import type { Road } from '../../road.ts'
import type { Command } from '../command.ts'

export function createWhy({ db }: Pick<Road, 'db'>): Command {
  return {
    name: 'why',
    summary: 'why the model saw what it saw for its last answer here',
    german: 'warum das Modell für die letzte Antwort das sah, was es sah',
    run: (_args, { lane, timezone, now }) => describeReasons(db, lastAssembly(db, lane), { timezone, now }),
  }
}
