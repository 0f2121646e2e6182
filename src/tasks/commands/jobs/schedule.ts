import type { Asker, JobChange, JobService, JobView, ReadWords, RunView, Wished } from '../../../domain/job-service.ts'
import { dateAndTime, dayAndTime } from '../../../lib/time/calendar.ts'
import { isPrivateTo } from '../../../store/messages/chats.ts'
import type { Road } from '../../road.ts'
import { sentences } from '../../say/sentences.ts'
import type { Command, CommandContext } from '../command.ts'

const MOST_RUNS = 10

export interface ScheduleDeps extends Pick<Road, 'db' | 'clock'> {
  /** Whether a model can be asked what unclear words mean. */
  hasModel(): boolean
}

/** What is done at its time: listed, made from a sentence, and changed by its number. */
export function createSchedule(road: ScheduleDeps, desk: JobService): Command {
  return {
    ...understoodLater(road, desk, perform),
    name: 'schedule',
    usage: '[words | verb number]',
    summary: 'what is done at its time: list it, plan it ("every weekday at 7 ..."), run, pause, resume, edit, delete',
    german: 'was zu seiner Zeit getan wird: auflisten, planen, ändern',
    isSettled(args) {
      const [, verb, number] = /^(done|snooze|run) (\d{1,9})/.exec(args) ?? []
      return verb === 'run' || !desk.isOpen(Number(number))
    },
  }

  function perform(args: string, context: Context, read?: ReadWords): Told {
    const asker = askerOf(context)
    if (args === '') return { text: listed(visible(road, desk, context), context) }
    const { act, id, rest } = verbIn(args)
    if (act) return act(desk, asker, id, rest, context, read)
    return added(road, desk, desk.addFromWords(asker, args, undefined, read), context)
  }
}

/** The same for what is only to be remembered: no model is asked when it is due. */
export function createRemind(road: ScheduleDeps, desk: JobService): Command {
  return {
    ...understoodLater(road, desk, perform),
    name: 'remind',
    usage: 'when what',
    summary: 'remind me of something: "on Friday at nine call Ana"',
    german: 'mich an etwas erinnern: „am Freitag um neun Ana anrufen“',
  }

  function perform(args: string, context: Context, read?: ReadWords): Told {
    if (args === '') return { text: 'Say when and of what, such as "tomorrow at 9 call Ana".' }
    return added(road, desk, desk.addFromWords(askerOf(context), withVerb(args), 'reminder', read), context)
  }
}

type Context = Pick<CommandContext, 'person' | 'lane' | 'chat' | 'route' | 'timezone' | 'prefix' | 'now'>

/** What is answered, and whether a model may know which time was meant. */
interface Told {
  text: string
  isUnclear?: boolean
}

/**
 * A command whose words are certain is answered at once. Otherwise a task asks a model, because nothing that is taken in
 * may wait for one; where the model does not know either, the person is asked.
 */
function understoodLater(
  road: ScheduleDeps,
  desk: JobService,
  perform: (args: string, context: Context, read?: ReadWords) => Told,
): Required<Pick<Command, 'run' | 'later'>> {
  return {
    run(args, context) {
      const { text, isUnclear = false } = perform(args, context)
      return isUnclear && road.hasModel() ? { text: sentences.workingOutTime, goesOn: true } : text
    },
    async later(args, { saidAt, ask, ...context }, signal) {
      const { words, id } = timeWordsIn(args)
      const timezone = id === undefined ? undefined : desk.read({ ...context, now: saidAt }, id)?.timezone
      const spoken = { now: saidAt, timezone: timezone ?? context.timezone }
      const model = ask()
      const read = model && (await desk.interpret(words, spoken, model, signal))
      return () => perform(args, { ...context, now: road.clock.now() }, read).text
    },
  }
}

function verbIn(args: string): { act?: Act | undefined; id: number; rest: string } {
  const [, verb = '', number = '', rest = ''] = /^([a-z]+)\s+#?(\d{1,9})(?:\s+([\s\S]+))?$/i.exec(args) ?? []
  return { act: verbs[verb.toLowerCase()], id: Number(number), rest }
}

/** The words that name a time, and the job whose time they change. */
function timeWordsIn(args: string): { words: string; id?: number } {
  const { act, id, rest } = verbIn(args)
  if (!act) return { words: args }
  const { when, words } = act === verbs.edit ? changeIn(rest) : { words: rest }
  return { words: when ?? words ?? '', id }
}

/** Who writes "/remind me in 3 days to …" has said the verb with the slash; without it "me" would be part of the text. */
function withVerb(args: string): string {
  if (/^me\s/i.test(args)) return `remind ${args}`
  return /^mich\s/i.test(args) ? `erinnere ${args}` : args
}

type Act = (desk: JobService, asker: Asker, id: number, rest: string, context: Context, read?: ReadWords) => Told

const verbs: Record<string, Act> = {
  show: (desk, asker, id, _rest, context) => ({ text: shown(desk, asker, id, context) }),
  history: (desk, asker, id, _rest, context) => ({ text: shown(desk, asker, id, context) }),
  run: (desk, asker, id) => said(desk.runNow(asker, id), ({ name }) => `"${name}" runs now.`),
  pause: (desk, asker, id, _rest, { prefix }) =>
    said(desk.pause(asker, id), ({ name }) => `"${name}" is paused; ${prefix}schedule resume ${id} goes on with it.`),
  resume: (desk, asker, id, _rest, context) => said(desk.resume(asker, id), (job) => `${goesOn(job, context)}`),
  delete: (desk, asker, id) => said(desk.remove(asker, id), ({ name }) => `"${name}" is deleted.`),
  done: (desk, asker, id) => said(desk.done(asker, id), ({ name }) => `Done: "${name}".`),
  snooze: (desk, asker, id, rest, context, read) =>
    said(
      desk.snooze(asker, id, rest || '10 minutes', read),
      (job) => `I come back to "${job.name}" ${comes(job, context)}.`,
    ),
  edit: (...given) => edited(...given),
}
verbs.cancel = verbs.delete as Act
verbs.remove = verbs.delete as Act

const edited: Act = (desk, asker, id, rest, context, read) => {
  if (rest === '')
    return {
      text: `Say what is new: "${context.prefix}schedule edit ${id} tomorrow at 9", "... call Ana", or "... when: tomorrow at 9 text: call Ana".`,
    }
  return said(desk.edit(asker, id, changeIn(rest), read), (job) => goesOn(job, context))
}

/** "when: tomorrow at 9 text: call Ana", each alone, or words that say it by themselves. */
function changeIn(rest: string): JobChange {
  const behind = /\stext:\s/i.exec(rest)
  const [, key = '', said = ''] = /^(when|text):?\s+([\s\S]+)$/i.exec(rest) ?? []
  if (key === '') return { words: rest }
  if (key.toLowerCase() === 'text') return { text: said }
  return behind
    ? { when: rest.slice(key.length + 1, behind.index), text: rest.slice(behind.index + 7) }
    : { when: said }
}

function added(road: Pick<Road, 'db'>, desk: JobService, wished: Wished, context: Context): Told {
  if ('problem' in wished && wished.cancels)
    return { text: `${wished.problem}\n\n${listed(visible(road, desk, context), context)}` }
  return said(wished, (job) => {
    const what = job.kind === 'reminder' ? 'I will remind you' : 'It is planned'
    return `${what} ${whenOf(job, context)}: "${job.name}". It is number ${job.id}; ${context.prefix}schedule delete ${job.id} takes it back.`
  })
}

function goesOn(job: JobView, context: Context): string {
  return `"${job.name}" is due ${whenOf(job, context)}.`
}

/** What comes once has no next time beside that one. */
function whenOf(job: JobView, context: Context): string {
  return job.isOnce && job.next ? `on ${dayAndTime(job.next, context.timezone)}` : `${job.when}, ${comes(job, context)}`
}

function comes({ next, state }: JobView, { timezone }: Context): string {
  return next ? `next on ${dayAndTime(next, timezone)}` : state
}

function said(wished: Wished, words: (job: JobView) => string): Told {
  if ('job' in wished) return { text: words(wished.job) }
  return { text: wished.problem, ...(wished.isUnclear && { isUnclear: true }) }
}

/** What others read along with is about that chat alone. */
function visible({ db }: Pick<Road, 'db'>, desk: JobService, { person, chat, now }: Context): JobView[] {
  const jobs = desk.list({ person, now })
  return isPrivateTo(db, chat, person.id) ? jobs : jobs.filter((job) => job.chat === chat)
}

function listed(jobs: JobView[], context: Context): string {
  const { prefix, person } = context
  const how = `Plan one with ${prefix}schedule and a sentence, such as "${prefix}schedule remind me on Friday at nine to call Ana".`
  if (jobs.length === 0) return `Nothing is scheduled. ${how}`
  const lines = jobs.map((job) => {
    const whose = job.person === person.name ? '' : `, of ${job.person}`
    const open = job.isOpen ? ', **not done yet**' : ''
    return `- \`${job.id}\` **${job.name}** (${job.kind}${whose}): ${whenOf(job, context)}${open}`
  })
  return `${lines.join('\n')}\n\n${prefix}schedule show, run, pause, resume, edit or delete, and the number.`
}

function shown(desk: JobService, asker: Asker, id: number, { timezone }: Context): string {
  const job = desk.read(asker, id)
  if (!job) return `There is no job ${id} of yours.`
  const coming = desk.coming(asker, id, 3).map((at) => dayAndTime(at, timezone))
  const runs = desk.runs(asker, id, MOST_RUNS).map((run) => `- ${runLine(run, timezone)}`)
  return [
    `**${job.name}** (${job.kind}, ${job.state}), ${job.when}`,
    job.text === job.name ? undefined : job.text,
    coming.length > 0 ? `Next: ${coming.join('; ')}` : 'It does not come again.',
    runs.length > 0 ? `So far:\n${runs.join('\n')}` : 'It has not run yet.',
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
}

function runLine({ instant, state, reason }: RunView, timezone: string): string {
  return `${dateAndTime(instant, timezone)} ${state}${reason === undefined ? '' : `: ${reason}`}`
}

function askerOf({ person, timezone, chat, lane, route, now }: Context): Asker {
  return { person, timezone, chat, lane, route, now }
}
