import { oneLine } from '../../lib/text/text.ts'
import { printable } from '../../lib/text/visible.ts'
import { textIn } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { type StoredMessage, taskMessages } from '../../store/messages/messages.ts'
import { readPerson } from '../../store/people/people.ts'
import { actionsOf, type StoredAction } from '../../store/work/answers.ts'
import { type Approval, approvalsOf } from '../../store/work/approvals.ts'
import { deliveriesOf, type OutboxRow } from '../../store/work/outbox.ts'
import { readTask, type Task, taskEvents } from '../../store/work/tasks.ts'
import { callsOf, type ModelCall } from '../../store/work/usage.ts'

/** Everything about one task: messages, events, approvals, actions, usage and deliveries. */
export interface TaskReport extends Task {
  person: string
  messages: Pick<StoredMessage, 'id' | 'name' | 'at' | 'text'>[]
  events: Pick<ReturnType<typeof taskEvents>[number], 'kind' | 'data' | 'at'>[]
  approvals: Pick<Approval, 'id' | 'tool' | 'gist' | 'effect' | 'state' | 'createdAt' | 'answeredAt'>[]
  actions: StoredAction[]
  usage: ModelCall[]
  deliveries: SentPart[]
}

type SentPart = Pick<
  OutboxRow,
  'kind' | 'part' | 'channel' | 'state' | 'attempt' | 'error' | 'createdAt' | 'sentAt'
> & {
  text: string
}

export function readTaskReport(db: Database, id: number): TaskReport | undefined {
  const task = readTask(db, id)
  if (!task) return undefined
  const sent = deliveriesOf(db, id)
  const messages = [...new Set(sent.map(({ messageId }) => messageId))]
  const actions = actionsOf(db, messages)
  return {
    ...task,
    person: readPerson(db, task.personId).name,
    messages: taskMessages(db, id).map(({ id: message, name, at, text }) => ({ id: message, name, at, text })),
    events: taskEvents(db, id).map(({ kind, data, at }) => ({ kind, data, at })),
    approvals: approvalsOf(db, id).map(({ id: number, tool, gist, effect, state, createdAt, answeredAt }) => {
      return { id: number, tool, gist, effect, state, createdAt, answeredAt }
    }),
    actions: messages.flatMap((message) => actions.get(message) ?? []),
    usage: callsOf(db, id),
    deliveries: sent.map(({ kind, part, channel, state, attempt, error, createdAt, sentAt, body }) => {
      return { kind, part, channel, state, attempt, error, createdAt, sentAt, text: body }
    }),
  }
}

/** The report section by section. Empty sections are left out. */
export function describeTask(report: TaskReport, time: (ms: number) => string): string[] {
  const { messages, events, approvals, actions, usage, deliveries } = report
  return [
    ...describeRun(report, time),
    ...section(
      'Messages',
      messages,
      ({ at, name, text }) => `${time(at)}  ${name}: ${oneLine(text, MAX_EXCERPT_CHARS)}`,
    ),
    ...section(
      'What happened',
      events,
      ({ at, kind, data }) => `${time(at)}  ${kind}${data ? `: ${textIn(data, 'en')}` : ''}`,
    ),
    ...section(
      'Questions',
      approvals,
      (approval) => `${time(approval.createdAt)}  ${approval.id}: ${describeApproval(approval, time)}`,
    ),
    ...section('Actions', actions, ({ line, failed }) => `${line}${failed ? ' (failed)' : ''}`),
    ...section('Calls to a model', usage, (call) => `${time(call.at)}  ${describeCall(call)}`),
    ...section('Sent', deliveries, (sent) => `${time(sent.sentAt ?? sent.createdAt)}  ${describeSent(sent)}`),
  ].map(printable)
}

function describeRun(task: TaskReport, time: (ms: number) => string): string[] {
  const { generation, attempt, startedAt, finishedAt } = task
  const tries = [
    `attempt ${attempt}`,
    ...(generation > 1 ? [`requested ${generation} times`] : []),
    ...(task.effects ? ['may have changed something'] : []),
  ]
  // The due time is left out: it is on the steady clock of the daemon, which only the daemon can convert.
  const times = [
    ...(startedAt === null ? [] : [`started ${time(startedAt)}`]),
    ...(finishedAt === null ? [] : [`ended ${time(finishedAt)}`]),
  ]
  return [
    `Task ${task.id}: ${task.kind} for ${task.person} in ${task.lane}`,
    `  ${task.state}${task.reason ? `: ${textIn(task.reason, 'en')}` : ''}`,
    `  ${tries.join(', ')}`,
    `  received ${[time(task.createdAt), ...times].join(', ')}`,
  ]
}

function section<T>(title: string, rows: T[], describe: (row: T) => string): string[] {
  return rows.length === 0 ? [] : [title, ...rows.map((row) => `  ${describe(row)}`)]
}

const answers = { open: 'not answered yet', yes: 'yes', used: 'yes, and done', no: 'no', expired: 'nobody answered' }

function describeApproval(
  { gist, effect, state, answeredAt }: TaskReport['approvals'][number],
  time: (ms: number) => string,
): string {
  return `${oneLine(textIn(gist ?? effect, 'en'), MAX_EXCERPT_CHARS)} (${answers[state]}${answeredAt === null ? '' : `, ${time(answeredAt)}`})`
}

function describeCall({ model, origin, usd, firstTextMs, ...tokens }: ModelCall): string {
  const tokenCounts = `${tokens.inputTokens} tokens in, ${tokens.outputTokens} out, ${tokens.cacheReadTokens} from cache, ${tokens.cacheWriteTokens} written to the cache`
  const wait = firstTextMs === null ? '' : `, first words after ${(firstTextMs / 1000).toFixed(1)} s`
  return `${model} for ${origin}: ${tokenCounts}, $${usd.toFixed(4)}${wait}`
}

function describeSent({ kind, part, channel, state, attempt, error, text }: SentPart): string {
  const tries = attempt > 1 ? `, attempt ${attempt}` : ''
  const name = part === 0 ? kind : `${kind}, part ${part + 1}`
  return `${name} to ${channel}: ${state}${tries}${error ? ` (${textIn(error, 'en')})` : ''}: ${oneLine(text, MAX_EXCERPT_CHARS)}`
}

const MAX_EXCERPT_CHARS = 100
