import type { Config } from '../../config/config.ts'
import { oneLine } from '../../lib/text/text.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import { commandHelp } from '../../messages/command-help.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import { clearContext, goOnAfterAll, startAnew } from '../../store/messages/chats.ts'
import { closeEpoch, findOpenEpoch } from '../../store/recall/epochs.ts'
import { type FoundMessage, type SearchReader, whoAndWhere, wordsOfFound } from '../../store/recall/search.ts'
import { liveInQueue, sealLane } from '../../store/work/tasks.ts'
import { planCompaction } from '../compaction/compaction-planning.ts'
import { askedName, openQuestions } from '../permissions/approvals.ts'
import { reopen } from '../queue/reopen.ts'
import { type EmbedQuery, embedOrUndefined } from '../recall/embedding.ts'
import { type MessageSearch, readerIn } from '../recall/search.ts'
import { describeContext, describeReasons, lastAssembly } from '../reports/context-report.ts'
import { type StopDeps, withdrawQuestions } from '../run/stop.ts'
import { findTask, isOutdated, readPointer } from '../say/task-button.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Command, CommandContext } from './command.ts'

export function createContext({ db }: Pick<TaskDeps, 'db'>, config: () => Config): Command {
  return {
    name: 'context',
    usage: '[clear]',
    summary: commandHelp.summaries.context,
    run(args, { lane, now, steady, prefix }) {
      if (args.toLowerCase() === 'clear') {
        clearContext(db, lane, { now, steady })
        return commandMessages.contextCleared
      }
      if (args !== '') return commandMessages.contextUsage(prefix)
      return describeContext(db, lane, lastAssembly(db, lane), config())
    },
  }
}

export function createCompact(deps: Pick<TaskDeps, 'db' | 'clock'>): Command {
  return {
    name: 'compact',
    summary: commandHelp.summaries.compact,
    run(_args, { lane, route }) {
      planCompaction(deps, lane, 'asked', { route })
      return commandMessages.compacting
    },
  }
}

export function createContinue(deps: TaskDeps): Command {
  const { db } = deps
  return {
    name: 'continue',
    summary: commandHelp.summaries.continue,
    run(args, context) {
      const { lane, person, now } = context
      const pointer = readPointer(args)
      if (!pointer) {
        goOnAfterAll(db, lane, now)
        return { text: commandMessages.continued, buttons: [{ label: commandMessages.newButton, data: 'new' }] }
      }
      const task = findTask(db, pointer, person)
      if ('refused' in task) return task.refused
      // The mark on the lane would also affect a running task.
      if (liveInQueue(db, task.queue).length > 0) return answerMessages.stillWorking
      const refusal = reopen(deps, task, context)
      if (refusal) return refusal
      goOnAfterAll(db, task.lane, now)
      // The session treated the message as the beginning of something new.
      const epoch = findOpenEpoch(db, task.lane)
      if (epoch) closeEpoch(db, epoch.id, 'the person went on with what was before', now)
      return commandMessages.answeringAgain
    },
    isSettled: (args) => isOutdated(db, readPointer(args)),
  }
}

export function createNew(deps: StopDeps): Command {
  const { db } = deps
  return {
    name: 'new',
    summary: commandHelp.summaries.new,
    run(_args, { person, lane, now, steady, afterCommit }) {
      const { withdrawable, others } = openQuestions(db, lane, person, steady)
      const withdrawnTexts = withdrawable.length > 0 ? [withdrawQuestions(deps, withdrawable, now, afterCommit)] : []
      const stillOpen = others.map((question) => permissionMessages.stillWaits(question.id, askedName(db, question)))
      sealLane(db, lane)
      startAnew(db, lane, { now, steady })
      return {
        text: joinTexts([commandMessages.newConversation, ...withdrawnTexts, ...stillOpen], ' '),
        buttons: [{ label: commandMessages.continueButton, data: 'continue' }],
      }
    },
    isSettled: () => true,
  }
}

const MAX_RESULTS = 8
const MAX_RESULTS_BY_MEANING = 4

interface SearchCommandDeps extends Pick<TaskDeps, 'db'> {
  isSharedHistory(): boolean
  embedQuery?: EmbedQuery | undefined
}

/** Also searches messages before a cleared context. */
export function createSearchCommand(deps: SearchCommandDeps, search: MessageSearch): Command {
  return {
    name: 'search',
    usage: commandHelp.usages.search,
    summary: commandHelp.summaries.search,
    run(args, context) {
      if (args === '') return commandMessages.searchWhat
      const results = search(toReader(deps, context), args, MAX_RESULTS)
      // Results by meaning follow later, because the commit that accepts the command must not wait for a model.
      const hasMore = deps.embedQuery !== undefined
      if (results.length === 0) return { text: commandMessages.nothingFound(args), hasMore }
      return { text: describeResults(results, context.timezone), hasMore }
    },
    async later(args, context, signal) {
      const meaning = await embedOrUndefined(deps.embedQuery, args, signal)
      if (!meaning) return undefined
      const reader = toReader(deps, context)
      const shown = new Set(search(reader, args, MAX_RESULTS).map(({ id }) => id))
      const added = search(reader, args, MAX_RESULTS + MAX_RESULTS_BY_MEANING, meaning).filter(
        ({ id }) => !shown.has(id),
      )
      if (added.length === 0) return undefined
      const lines = describeResults(added.slice(0, MAX_RESULTS_BY_MEANING), context.timezone)
      return joinTexts([commandMessages.foundByMeaning, lines], '\n')
    },
  }
}

function toReader(
  { db, isSharedHistory }: SearchCommandDeps,
  { person, chat }: Pick<CommandContext, 'person' | 'chat'>,
): SearchReader {
  return readerIn(db, { person, chat }, isSharedHistory())
}

function describeResults(results: FoundMessage[], timezone: string): LocalizedText {
  const lines = results.map((line) => {
    const head = `- \`[${line.id}]\` ${dateAndTime(line.at, timezone)} ${whoAndWhere(line, `**${line.who}**`)}`
    const mark = line.otherBranch === undefined ? [] : [commandMessages.otherVersion]
    return joinTexts([joinTexts([head, ...mark], ' '), oneLine(wordsOfFound(line), 200)], ': ')
  })
  return joinTexts(lines, '\n')
}

export function createWhy({ db }: Pick<TaskDeps, 'db'>): Command {
  return {
    name: 'why',
    summary: commandHelp.summaries.why,
    run: (_args, { lane, timezone, now }) => describeReasons(db, lastAssembly(db, lane), { timezone, now }),
  }
}
