import type { Asker, JobChange, JobDesk, JobView, RunView, Wished } from '../../../domain/job-desk.ts'
import { dateAndTime, dayAndTime } from '../../../lib/time/calendar.ts'
import { isPrivateTo } from '../../../store/messages/chats.ts'
import type { Road } from '../../road.ts'
import type { Command, CommandContext } from '../command.ts'

const MOST_RUNS = 10

/** What is done at its time: listed, made from a sentence, and changed by its number. */
export function createSchedule(road: Pick<Road, 'db'>, desk: JobDesk): Command {
  return {
    name: 'schedule',
    usage: '[words | verb number]',
    summary: 'what is done at its time: list it, plan it ("every weekday at 7 ..."), run, pause, resume, edit, delete',
    german: 'was zu seiner Zeit getan wird: auflisten, planen, ändern',
    run(args, context) {
      const asker = askerOf(context)
      const [, verb = '', number = '', rest = ''] = /^([a-z]+)\s+#?(\d{1,9})(?:\s+([\s\S]+))?$/i.exec(args) ?? []
      const act = verbs[verb.toLowerCase()]
      if (args === '') return listed(visible(road, desk, context), context)
      if (act) return act(desk, asker, Number(number), rest, context)
      return added(road, desk, desk.addFromWords(asker, args), context)
    },
    isSettled(args) {
      const [, verb, number] = /^(done|snooze|run) (\d{1,9})/.exec(args) ?? []
      return verb === 'run' || !desk.isOpen(Number(number))
    },
  }
}

/** The same for what is only to be remembered: no model is asked. */
export function createRemind(road: Pick<Road, 'db'>, desk: JobDesk): Command {
  return {
    name: 'remind',
    usage: 'when what',
    summary: 'remind me of something: "on Friday at nine call Ana"',
    german: 'mich an etwas erinnern: „am Freitag um neun Ana anrufen“',
    run(args, context) {
      if (args === '') return 'Say when and of what, such as "tomorrow at 9 call Ana".'
      return added(road, desk, desk.addFromWords(askerOf(context), withVerb(args), 'reminder'), context)
    },
  }
}

/** Who writes "/remind me in 3 days to …" has said the verb with the slash; without it "me" would be part of the text. */
function withVerb(args: string): string {
  if (/^me\s/i.test(args)) return `remind ${args}`
  return /^mich\s/i.test(args) ? `erinnere ${args}` : args
}

type Act = (desk: JobDesk, asker: Asker, id: number, rest: string, context: CommandContext) => string

const verbs: Record<string, Act> = {
  show: (desk, asker, id, _rest, context) => shown(desk, asker, id, context),
  history: (desk, asker, id, _rest, context) => shown(desk, asker, id, context),
  run: (desk, asker, id) => said(desk.runNow(asker, id), ({ name }) => `"${name}" runs now.`),
  pause: (desk, asker, id, _rest, { prefix }) =>
    said(desk.pause(asker, id), ({ name }) => `"${name}" is paused; ${prefix}schedule resume ${id} goes on with it.`),
  resume: (desk, asker, id, _rest, context) => said(desk.resume(asker, id), (job) => `${goesOn(job, context)}`),
  delete: (desk, asker, id) => said(desk.remove(asker, id), ({ name }) => `"${name}" is deleted.`),
  done: (desk, asker, id) => said(desk.done(asker, id), ({ name }) => `Done: "${name}".`),
  snooze: (desk, asker, id, rest, context) =>
    said(desk.snooze(asker, id, rest || '10 minutes'), (job) => `I come back to "${job.name}" ${comes(job, context)}.`),
  edit: (desk, asker, id, rest, context) => edited(desk, asker, id, rest, context),
}
verbs.cancel = verbs.delete as Act
verbs.remove = verbs.delete as Act

function edited(desk: JobDesk, asker: Asker, id: number, rest: string, context: CommandContext): string {
  if (rest === '')
    return `Say what is new: "${context.prefix}schedule edit ${id} tomorrow at 9", "... call Ana", or "... when: tomorrow at 9 text: call Ana".`
  const change = changeIn(rest)
  return said(desk.edit(asker, id, change), (job) => goesOn(job, context))
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

function added(road: Pick<Road, 'db'>, desk: JobDesk, wished: Wished, context: CommandContext): string {
  if ('problem' in wished && wished.cancels)
    return `${wished.problem}\n\n${listed(visible(road, desk, context), context)}`
  return said(wished, (job) => {
    const what = job.kind === 'reminder' ? 'I will remind you' : 'It is planned'
    return `${what} ${whenOf(job, context)}: "${job.name}". It is number ${job.id}; ${context.prefix}schedule delete ${job.id} takes it back.`
  })
}

function goesOn(job: JobView, context: CommandContext): string {
  return `"${job.name}" is due ${whenOf(job, context)}.`
}

/** What comes once has no next time beside that one. */
function whenOf(job: JobView, context: CommandContext): string {
  return job.isOnce && job.next ? `on ${dayAndTime(job.next, context.timezone)}` : `${job.when}, ${comes(job, context)}`
}

function comes({ next, state }: JobView, { timezone }: CommandContext): string {
  return next ? `next on ${dayAndTime(next, timezone)}` : state
}

function said(wished: Wished, words: (job: JobView) => string): string {
  return 'problem' in wished ? wished.problem : words(wished.job)
}

/** What others read along with is about that chat alone. */
function visible({ db }: Pick<Road, 'db'>, desk: JobDesk, { person, chat, now }: CommandContext): JobView[] {
  const jobs = desk.list({ person, now })
  return isPrivateTo(db, chat, person.id) ? jobs : jobs.filter((job) => job.chat === chat)
}

function listed(jobs: JobView[], context: CommandContext): string {
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

function shown(desk: JobDesk, asker: Asker, id: number, { timezone }: CommandContext): string {
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

function askerOf({ person, timezone, chat, lane, route, now }: CommandContext): Asker {
  return { person, timezone, chat, lane, route, now }
}
