import type { Asker, JobChange, JobService, JobView, ReadWords, Wished } from '../../domain/job-service.ts'
import { oneLine } from '../../lib/text/text.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import { type AnyText, joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { scheduleMessages as messages } from '../../messages/schedule-messages.ts'
import { dayAndTimeText } from '../../messages/when-messages.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Command, CommandContext } from './command.ts'

const MAX_RUNS_SHOWN = 10

export interface ScheduleDeps extends Pick<TaskDeps, 'db' | 'clock'> {
  /** Whether a model can be asked what an unclear time means. */
  hasModel(): boolean
}

/** /schedule lists jobs, creates one from a sentence, and changes one by its number. */
export function createSchedule(deps: ScheduleDeps, desk: JobService): Command {
  return {
    ...clarifiedLater(deps, desk, perform),
    name: 'schedule',
    usage: commandMessages.usages.schedule,
    summary: commandMessages.summaries.schedule,
    isSettled(args) {
      const [, verb, number] = /^(done|snooze|run) (\d{1,9})/.exec(args) ?? []
      return verb === 'run' || !desk.isOpen(Number(number))
    },
  }

  function perform(args: string, context: Context, read?: ReadWords): ScheduleReply {
    const asker = askerOf(context)
    if (args === '') return { text: listed(visible(deps, desk, context), context) }
    const { act, id, rest } = verbIn(args)
    if (act) return act(desk, asker, id, rest, context, read)
    return added(deps, desk, desk.addFromWords(asker, args, undefined, read), context)
  }
}

/** /remind creates a reminder. No model is asked when it is due. */
export function createRemind(deps: ScheduleDeps, desk: JobService): Command {
  return {
    ...clarifiedLater(deps, desk, perform),
    name: 'remind',
    usage: commandMessages.usages.remind,
    summary: commandMessages.summaries.remind,
  }

  function perform(args: string, context: Context, read?: ReadWords): ScheduleReply {
    if (args === '') return { text: messages.remindUsage }
    return added(deps, desk, desk.addFromWords(askerOf(context), withVerb(args), 'reminder', read), context)
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
function clarifiedLater(
  deps: ScheduleDeps,
  desk: JobService,
  perform: (args: string, context: Context, read?: ReadWords) => ScheduleReply,
): Required<Pick<Command, 'run' | 'later'>> {
  return {
    run(args, context) {
      const { text, isUnclear = false } = perform(args, context)
      return isUnclear && deps.hasModel() ? { text: messages.workingOutTime, goesOn: true } : text
    },
    async later(args, { saidAt, ask, ...context }, signal) {
      const { words, id } = timeWordsIn(args)
      const timezone = id === undefined ? undefined : desk.read({ ...context, now: saidAt }, id)?.timezone
      const spoken = { now: saidAt, timezone: timezone ?? context.timezone }
      const model = ask()
      const read = model && (await desk.interpret(words, spoken, model, signal))
      return () => perform(args, { ...context, now: deps.clock.now() }, read).text
    },
  }
}

function verbIn(args: string): { act?: Act | undefined; id: number; rest: string } {
  const [, verb = '', number = '', rest = ''] = /^([a-z]+)\s+#?(\d{1,9})(?:\s+([\s\S]+))?$/i.exec(args) ?? []
  return { act: verbs[verb.toLowerCase()], id: Number(number), rest }
}

/** The words that name a time, and the job whose time they change, if any. */
function timeWordsIn(args: string): { words: string; id?: number } {
  const { act, id, rest } = verbIn(args)
  if (!act) return { words: args }
  const { when, words } = act === verbs.edit ? changeIn(rest) : { words: rest }
  return { words: when ?? words ?? '', id }
}

/** Adds the verb to "/remind me in 3 days to …". Without it, "me" would be read as part of the text. */
function withVerb(args: string): string {
  if (/^me\s/i.test(args)) return `remind ${args}`
  return /^mich\s/i.test(args) ? `erinnere ${args}` : args
}

type Act = (
  desk: JobService,
  asker: Asker,
  id: number,
  rest: string,
  context: Context,
  read?: ReadWords,
) => ScheduleReply

const verbs: Record<string, Act> = {
  show: (desk, asker, id, _rest, context) => ({ text: shown(desk, asker, id, context) }),
  history: (desk, asker, id, _rest, context) => ({ text: shown(desk, asker, id, context) }),
  run: (desk, asker, id) => said(desk.runNow(asker, id), ({ name }) => messages.runsNow(name)),
  pause: (desk, asker, id, _rest, { prefix }) =>
    said(desk.pause(asker, id), ({ name }) => messages.paused(name, `${prefix}schedule resume ${id}`)),
  resume: (desk, asker, id, _rest, context) => said(desk.resume(asker, id), (job) => goesOn(job, context)),
  delete: (desk, asker, id) => said(desk.remove(asker, id), ({ name }) => messages.deleted(name)),
  done: (desk, asker, id) => said(desk.done(asker, id), ({ name }) => messages.done(name)),
  snooze: (desk, asker, id, rest, context, read) =>
    said(desk.snooze(asker, id, rest || '10 minutes', read), (job) =>
      job.next ? messages.snoozed(job.name, dayAndTimeText(job.next, context.timezone)) : goesOn(job, context),
    ),
  edit: (...given) => edited(...given),
}
verbs.cancel = verbs.delete as Act
verbs.remove = verbs.delete as Act

const edited: Act = (desk, asker, id, rest, context, read) => {
  if (rest === '') return { text: messages.editUsage(`${context.prefix}schedule edit ${id}`) }
  return said(desk.edit(asker, id, changeIn(rest), read), (job) => goesOn(job, context))
}

/** Reads "when: tomorrow at 9 text: call Ana", one of the two alone, or free text. */
function changeIn(rest: string): JobChange {
  const behind = /\stext:\s/i.exec(rest)
  const [, key = '', said = ''] = /^(when|text):?\s+([\s\S]+)$/i.exec(rest) ?? []
  if (key === '') return { words: rest }
  if (key.toLowerCase() === 'text') return { text: said }
  return behind
    ? { when: rest.slice(key.length + 1, behind.index), text: rest.slice(behind.index + 7) }
    : { when: said }
}

function added(deps: Pick<TaskDeps, 'db'>, desk: JobService, wished: Wished, context: Context): ScheduleReply {
  if ('problem' in wished && wished.cancels)
    return { text: joinTexts([wished.problem, listed(visible(deps, desk, context), context)], '\n\n') }
  return said(wished, (job) => {
    const say = job.kind === 'reminder' ? messages.willRemind : messages.scheduled
    return say(whenOf(job, context), job.name, job.id, `${context.prefix}schedule delete ${job.id}`)
  })
}

function goesOn(job: JobView, context: Context): LocalizedText {
  return messages.dueAt(job.name, whenOf(job, context))
}

/** A job that runs once has no schedule besides its next time. */
function whenOf({ when, isOnce, next, state }: JobView, { timezone }: Context): LocalizedText {
  if (!next) return messages.inState(when, state)
  const at = dayAndTimeText(next, timezone)
  return isOnce ? messages.on(at) : messages.nextOn(when, at)
}

function said(wished: Wished, words: (job: JobView) => LocalizedText): ScheduleReply {
  if ('job' in wished) return { text: words(wished.job) }
  return { text: wished.problem, ...(wished.isUnclear && { isUnclear: true }) }
}

/** In a chat that others read, only the jobs of that chat are visible. */
function visible({ db }: Pick<TaskDeps, 'db'>, desk: JobService, { person, chat, now }: Context): JobView[] {
  const jobs = desk.list({ person, now })
  return isPrivateTo(db, chat, person.id) ? jobs : jobs.filter((job) => job.chat === chat)
}

function listed(jobs: JobView[], context: Context): LocalizedText {
  const { prefix, person } = context
  if (jobs.length === 0) return messages.nothingScheduled(messages.listHint(prefix))
  const lines = jobs.map((job) => {
    const { id, name, kind, isOpen } = job
    const whose = job.person === person.name ? '' : job.person
    return messages.line({ id, name, kind, whose, when: whenOf(job, context), isOpen })
  })
  return messages.listed(lines, prefix)
}

function shown(desk: JobService, asker: Asker, id: number, { timezone }: Context): LocalizedText {
  const job = desk.read(asker, id)
  if (!job) return messages.problems.noSuchJob(id)
  const coming = desk.coming(asker, id, 3).map((at) => dayAndTimeText(at, timezone))
  const runs = desk
    .runs(asker, id, MAX_RUNS_SHOWN)
    .map(({ instant, state, reason }) => messages.runLine(dateAndTime(instant, timezone), state, reason ?? ''))
  return joinTexts(
    [
      messages.title(job.name, job.kind, job.state, job.when),
      ...(job.text === job.name ? [] : [job.text]),
      coming.length > 0 ? messages.coming(coming) : messages.notComing,
      runs.length > 0 ? messages.runsSoFar(runs) : messages.noRuns,
    ],
    '\n\n',
  )
}

function askerOf({ person, timezone, chat, lane, route, now }: Context): Asker {
  return { person, timezone, chat, lane, route, now }
}

const MAX_BRIEFINGS_LISTED = 10

/** /briefings lists past briefings, and shows one in full. */
export function createBriefings({ db }: Pick<TaskDeps, 'db'>, desk: JobService): Command {
  return {
    name: 'briefings',
    usage: commandMessages.usages.number,
    summary: commandMessages.summaries.briefings,
    run(args, { person, now, timezone, prefix, chat }) {
      if (!isPrivateTo(db, chat, person.id)) return messages.privateOnly
      const number = args === '' ? undefined : Number(args.replace(/^#/, ''))
      if (number === undefined) {
        const told = desk.briefings({ person, now }, MAX_BRIEFINGS_LISTED)
        if (told.length === 0) return messages.noBriefings
        const lines = told.map(
          ({ id, name, instant, result = '' }) =>
            `- \`${id}\` ${dateAndTime(instant, timezone)} **${name}**: ${oneLine(result, 80)}`,
        )
        return messages.briefings(lines, prefix)
      }
      const found = desk.briefing({ person, now }, number)
      return found?.result ?? messages.noSuchBriefing(args)
    },
  }
}
