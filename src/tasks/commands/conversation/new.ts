import { startAnew } from '../../../store/messages/chats.ts'
import { sealLane } from '../../../store/work/tasks.ts'
import { askedName, openQuestions } from '../../permissions/open-questions.ts'
import { type StopDeps, withdrawQuestions } from '../../run/stop.ts'
import { sentences } from '../../say/sentences.ts'
import type { Command } from '../command.ts'

export function createNew(deps: StopDeps): Command {
  const { db } = deps
  return {
    name: 'new',
    summary: 'begin a new conversation here; nothing is forgotten',
    german: 'ein neues Gespräch beginnen; nichts wird vergessen',
    run(_args, { person, lane, now, steady, after }) {
      const { own, others } = openQuestions(db, lane, person, steady)
      const withdrawn = own.length > 0 ? [withdrawQuestions(deps, own, now, after)] : []
      const open = others.map((question) => sentences.stillWaits(question.id, askedName(db, question)))
      sealLane(db, lane)
      startAnew(db, lane, { now, steady })
      const begins = 'A new conversation begins. What came before is kept and can still be found.'
      return {
        text: [begins, ...withdrawn, ...open].join(' '),
        buttons: [{ label: 'Go on after all', data: 'continue' }],
      }
    },
    isSettled: () => true,
  }
}
