import { commandMessages } from '../../../messages/command-messages.ts'
import { joinTexts } from '../../../messages/localized.ts'
import { permissionMessages } from '../../../messages/permission-messages.ts'
import { startAnew } from '../../../store/messages/chats.ts'
import { sealLane } from '../../../store/work/tasks.ts'
import { askedName, openQuestions } from '../../permissions/open-questions.ts'
import { type StopDeps, withdrawQuestions } from '../../run/stop.ts'
import type { Command } from '../command.ts'

export function createNew(deps: StopDeps): Command {
  const { db } = deps
  return {
    name: 'new',
    summary: commandMessages.summaries.new,
    run(_args, { person, lane, now, steady, after }) {
      const { own, others } = openQuestions(db, lane, person, steady)
      const withdrawn = own.length > 0 ? [withdrawQuestions(deps, own, now, after)] : []
      const open = others.map((question) => permissionMessages.stillWaits(question.id, askedName(db, question)))
      sealLane(db, lane)
      startAnew(db, lane, { now, steady })
      return {
        text: joinTexts([commandMessages.newConversation, ...withdrawn, ...open], ' '),
        buttons: [{ label: commandMessages.continueButton, data: 'continue' }],
      }
    },
    isSettled: () => true,
  }
}
