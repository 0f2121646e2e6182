import type { Asker, JobChange, JobResult, JobService, JobView, ReadWords } from '../../domain/job-service.ts'
import { oneLine } from '../../lib/text/text.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import { commandHelp } from '../../messages/command-help.ts'
import { type AnyText, dayAndTimeText, joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { scheduleMessages as messages } from '../../messages/schedule-messages.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Command, CommandContext } from './command.ts'

const MAX_RUNS_SHOWN = 10
const MAX_UPCOMING_SHOWN = 3
const DEFAULT_SNOOZE = '10 minutes'

export interface ScheduleDeps extends Pick<TaskDeps, 'db' | 'clock'> {
  /** Whether a model can be asked what an unclear time means. */
  hasModel(): boolean
}

/** /schedule lists jobs, creates one from a sentence, and changes one by its number. */
export function createSchedule(deps: ScheduleDeps, jobs: JobService): Command {
  return {
    ...runOrAskModel(deps, jobs, perform),
    name: 'schedule',
    usage: commandHelp.usages.schedule,
    summary: commandHelp.summaries.schedule,
    isSettled(args) {
      const [, verb, number] = /^(done|snooze|run) (\d{1,9})/.exec(args) ?? []
      return verb === 'run' || !jobs.isOpen(Number(number))
    },
  }

  function perform(args: string, context: Context, read?: ReadWords): ScheduleReply {
    const asker = toAsker(context)
    if (args === '') return { text: describeList(visibleJobs(deps, jobs, context), context) }
    const { handler, id, rest } = parseVerb(args)
    if (handler) return handler(jobs, asker, id, rest, context, read)
    return describeAdded(deps, jobs, jobs.addFromWords(asker, args, undefined, read), context)
  }
}

/** /remind creates a reminder. No model is asked when it is due. */
export function createRemind(deps: ScheduleDeps, jobs: JobService): Command {
  return {
    ...runOrAskModel(deps, jobs, perform),
    name: 'remind',
    usage: commandHelp.usages.remind,
    summary: commandHelp.summaries.remind,
  }

  function perform(args: string, context: Context, read?: ReadWords): ScheduleReply {
    if (args === '') return { text: messages.remindUsage }
    return describeAdded(deps, jobs, jobs.addFromWords(toAsker(context), withVerb(args), 'reminder', read), context)
  }
}

type Context = Pick<CommandContext, 'person' | 'lane' | 'chat' | 'route' | 'timezone' | 'prefix' | 'now'>

/** The answer, and whether a model should be asked which time was meant. */
interface ScheduleReply {
  text: AnyText
  isUnclear?: boolean
}

/**
 * Answers at once if the time is clear. Otherwise a task asks a model, because accepting a command must not wait for one.
 * If the model does not know either, the person is asked.
 */
function runOrAskModel(
  deps: ScheduleDeps,
  jobs: JobService,
  perform: (args: string, context: Context, read?: ReadWords) => ScheduleReply,
): Required<Pick<Command, 'run' | 'later'>> {
  return {
    run(args, context) {
      const { text, isUnclear = false } = perform(args, context)
      return isUnclear && deps.hasModel() ? { text: messages.workingOutTime, hasMore: true } : text
    },
    async later(args, { givenAt: saidAt, ask, ...context }, signal) {
      const { words, id } = findTimeWords(args)
      const timezone = id === undefined ? undefined : jobs.read({ ...context, now: saidAt }, id)?.timezone
      const speaker = { now: saidAt, timezone: timezone ?? context.timezone }
      const model = ask()
      const read = model && (await jobs.interpret(words, speaker, model, signal))
      return () => perform(args, { ...context, now: deps.clock.now() }, read).text
    },
  }
}

function parseVerb(args: string): { handler?: VerbHandler | undefined; id: number; rest: string } {
  const [, verb = '', number = '', rest = ''] = /^([a-z]+)\s+#?(\d{1,9})(?:\s+([\s\S]+))?$/i.exec(args) ?? []
  return { handler: verbs[verb.toLowerCase()], id: Number(number), rest }
}

/** The words that name a time, and the job whose time they change, if any. */
function findTimeWords(args: string): { words: string; id?: number } {
  const { handler, id, rest } = parseVerb(args)
  if (!handler) return { words: args }
  const { when, words } = handler === verbs.edit ? parseChange(rest) : { words: rest }
  return { words: when ?? words ?? '', id }
}

/** Adds the verb to "/remind me in 3 days to …". Without it, "me" would be read as part of the text. */
function withVerb(args: string): string {
  if (/^me\s/i.test(args)) return `remind ${args}`
  return /^mich\s/i.test(args) ? `erinnere ${args}` : args
}

type VerbHandler = (
  jobs: JobService,
  asker: Asker,
  id: number,
  rest: string,
  context: Context,
  read?: ReadWords,
) => ScheduleReply

const verbs: Record<string, VerbHandler> = {
  show: (jobs, asker, id, _rest, context) => ({ text: describeJob(jobs, asker, id, context) }),
  history: (jobs, asker, id, _rest, context) => ({ text: describeJob(jobs, asker, id, context) }),
  run: (jobs, asker, id) => replyFor(jobs.runNow(asker, id), ({ name }) => messages.runsNow(name)),
  pause: (jobs, asker, id, _rest, { prefix }) =>
    replyFor(jobs.pause(asker, id), ({ name }) => messages.paused(name, `${prefix}schedule resume ${id}`)),
  resume: (jobs, asker, id, _rest, context) => replyFor(jobs.resume(asker, id), (job) => describeDue(job, context)),
  delete: (jobs, asker, id) => replyFor(jobs.remove(asker, id), ({ name }) => messages.deleted(name)),
  done: (jobs, asker, id) => replyFor(jobs.done(asker, id), ({ name }) => messages.done(name)),
  snooze: (jobs, asker, id, rest, context, read) =>
    replyFor(jobs.snooze(asker, id, rest || DEFAULT_SNOOZE, read), (job) =>
      job.next ? messages.snoozed(job.name, dayAndTimeText(job.next, context.timezone)) : describeDue(job, context),
    ),
  edit: (...args) => editJob(...args),
}
verbs.cancel = verbs.delete as VerbHandler
verbs.remove = verbs.delete as VerbHandler

const editJob: VerbHandler = (jobs, asker, id, rest, context, read) => {
  if (rest === '') return { text: messages.editUsage(`${context.prefix}schedule edit ${id}`) }
  return replyFor(jobs.edit(asker, id, parseChange(rest), read), (job) => describeDue(job, context))
}

/** Reads "when: tomorrow at 9 text: call Ana", one of the two alone, or free text. */
function parseChange(rest: string): JobChange {
  const [, text] = /^text:?\s+([\s\S]+)$/i.exec(rest) ?? []
  if (text !== undefined) return { text }
  const [, when, newText] = /^when:?\s+([\s\S]+?)(?:\stext:\s([\s\S]*))?$/i.exec(rest) ?? []
  if (when === undefined) return { words: rest }
  return newText === undefined ? { when } : { when, text: newText }
}

function describeAdded(
  deps: Pick<TaskDeps, 'db'>,
  jobs: JobService,
  result: JobResult,
  context: Context,
): ScheduleReply {
  if ('problem' in result && result.cancels)
    return { text: joinTexts([result.problem, describeList(visibleJobs(deps, jobs, context), context)], '\n\n') }
  return replyFor(result, (job) => {
    const confirm = job.kind === 'reminder' ? messages.willRemind : messages.scheduled
    return confirm(describeSchedule(job, context), job.name, job.id, `${context.prefix}schedule delete ${job.id}`)
  })
}

function describeDue(job: JobView, context: Context): LocalizedText {
  return messages.dueAt(job.name, describeSchedule(job, context))
}

/** A job that runs once has no schedule besides its next time. */
function describeSchedule({ when, isOnce, next, state }: JobView, { timezone }: Context): LocalizedText {
  if (!next) return messages.inState(when, state)
  const at = dayAndTimeText(next, timezone)
  return isOnce ? messages.on(at) : messages.nextOn(when, at)
}

function replyFor(result: JobResult, describe: (job: JobView) => LocalizedText): ScheduleReply {
  if ('job' in result) return { text: describe(result.job) }
  return { text: result.problem, ...(result.isUnclear && { isUnclear: true }) }
}

/** In a chat that others read, only the jobs of that chat are listed. */
function visibleJobs({ db }: Pick<TaskDeps, 'db'>, jobs: JobService, { person, chat, now }: Context): JobView[] {
  const all = jobs.list({ person, now })
  return isPrivateTo(db, chat, person.id) ? all : all.filter((job) => job.chat === chat)
}

function describeList(views: JobView[], context: Context): LocalizedText {
  const { prefix, person } = context
  if (views.length === 0) return messages.nothingScheduled(messages.listHint(prefix))
  const lines = views.map((job) => {
    const { id, name, kind, isOpen } = job
    const whose = job.person === person.name ? '' : job.person
    return messages.line({ id, name, kind, whose, when: describeSchedule(job, context), isOpen })
  })
  return messages.listed(lines, prefix)
}

function describeJob(jobs: JobService, asker: Asker, id: number, { timezone }: Context): LocalizedText {
  const job = jobs.read(asker, id)
  if (!job) return messages.problems.noSuchJob(id)
  const upcoming = jobs.nextTimes(asker, id, MAX_UPCOMING_SHOWN).map((at) => dayAndTimeText(at, timezone))
  const runs = jobs
    .runs(asker, id, MAX_RUNS_SHOWN)
    .map(({ instant, state, reason }) => messages.runLine(dateAndTime(instant, timezone), state, reason ?? ''))
  return joinTexts(
    [
      messages.title(job.name, job.kind, job.state, job.when),
      ...(job.text === job.name ? [] : [job.text]),
      upcoming.length > 0 ? messages.coming(upcoming) : messages.notComing,
      runs.length > 0 ? messages.runsSoFar(runs) : messages.noRuns,
    ],
    '\n\n',
  )
}

function toAsker({ person, timezone, chat, lane, route, now }: Context): Asker {
  return { person, timezone, chat, lane, route, now }
}

const MAX_BRIEFINGS_LISTED = 10
const MAX_GIST_CHARS = 80

/** /briefings lists past briefings, and shows one in full. */
export function createBriefings({ db }: Pick<TaskDeps, 'db'>, jobs: JobService): Command {
  return {
    name: 'briefings',
    usage: commandHelp.usages.number,
    summary: commandHelp.summaries.briefings,
    run(args, { person, now, timezone, prefix, chat }) {
      if (!isPrivateTo(db, chat, person.id)) return messages.privateOnly
      const number = args === '' ? undefined : Number(args.replace(/^#/, ''))
      if (number === undefined) {
        const briefings = jobs.briefings({ person, now }, MAX_BRIEFINGS_LISTED)
        if (briefings.length === 0) return messages.noBriefings
        const lines = briefings.map(
          ({ id, name, instant, result = '' }) =>
            `- \`${id}\` ${dateAndTime(instant, timezone)} **${name}**: ${oneLine(result, MAX_GIST_CHARS)}`,
        )
        return messages.briefings(lines, prefix)
      }
      const briefing = jobs.briefing({ person, now }, number)
      return briefing?.result ?? messages.noSuchBriefing(args)
    },
  }
}
