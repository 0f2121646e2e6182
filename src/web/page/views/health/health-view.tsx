import type { Overview } from '../../overview-wire.ts'
import { clockOf, dateOf } from '../../text/date.ts'
import { count } from '../../text/number.ts'
import { useOverview } from '../overview.ts'
import type { View, ViewProps } from '../view.ts'
import { ViewPage } from '../view-page.tsx'

/** How the daemon is, as `skein status` tells it, with what is wrong first. */
function Health({ api }: ViewProps) {
  const answer = useOverview(api)
  return (
    <ViewPage name="health" title="Health">
      {!answer && <p class="muted">Reading…</p>}
      {answer && answer.status !== 'ok' && <p role="alert">{answer.error}</p>}
      {answer?.status === 'ok' && <Told overview={answer.value} />}
    </ViewPage>
  )
}

function Told({ overview }: { overview: Overview }) {
  const wrong = whatIsWrong(overview)
  const { version, pid, startedAt, brain, channels, tasks, deliveries } = overview
  const facts: [string, string][] = [
    ['Answers with', [brain.name, brain.banner].filter(Boolean).join(': ')],
    ['Channels', channels.join(', ')],
    ['Tasks', `${tasks.running} of ${tasks.maxRunning} running, ${tasks.waiting} waiting`],
    ['Deliveries', `${deliveries.open} on their way, ${deliveries.failed} failed`],
    ...(deliveries.drafts > 0
      ? [['In the drafts', `${deliveries.drafts}, until you send them`] as [string, string]]
      : []),
    ['Skein', `${version}, running since ${dateOf(startedAt)} (process ${pid})`],
  ]
  return (
    <>
      {wrong.length === 0 ? (
        <p class="well">All is well.</p>
      ) : (
        <ul class="wrongs" aria-label="What is wrong">
          {wrong.map((sentence) => (
            <li key={sentence} dir="auto">
              {sentence}
            </li>
          ))}
        </ul>
      )}
      <h2>How it is</h2>
      <dl class="facts">
        {facts.map(([name, value]) => [<dt key={`${name} is`}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
    </>
  )
}

/** In sentences, the gravest first. */
function whatIsWrong({ brain, tasks, deliveries, unread, safeMode, disk, clockJump }: Overview): string[] {
  return [
    ...(safeMode ? ['Holding still after several crashes: messages are taken in, none is answered.'] : []),
    ...(disk === 'full' ? ['The disk is full: no message can be taken in.'] : []),
    ...(disk === 'low' ? ['The disk is nearly full: no new work is begun.'] : []),
    ...brain.troubles.map(({ name, sentence, until }) => `${name} can’t be asked now. ${sentence} ${nextTry(until)}`),
    ...(brain.standIn === undefined ? [] : [`Until then ${brain.standIn} answers in its place.`]),
    ...tasks.waits.map(
      ({ reason, count: waiting, until }) =>
        `${count(waiting, 'task')} to be tried again at ${clockOf(until)}: ${reason}`,
    ),
    ...(deliveries.failed > 0 ? [`${count(deliveries.failed, 'message')} could not be delivered.`] : []),
    ...unread.map(
      ({ channel, count: came, last }) =>
        `${count(came, 'thing')} that came on ${channel} could not be read, the last at ${dateOf(last)}.`,
    ),
    ...(clockJump
      ? [`The clock of the machine jumped at ${dateOf(clockJump.at)}, by ${seconds(clockJump.byMs)}.`]
      : []),
  ]
}

function nextTry(until: number): string {
  return until > Date.now() ? `It is tried again at ${clockOf(until)}.` : 'The next message tries it again.'
}

function seconds(ms: number): string {
  return count(Math.round(ms / 1000), 'second')
}

export const healthView: View = {
  name: 'health',
  title: 'Health',
  icon: 'M3 12.5h4l2.5-6 4.5 12 2.5-6H21',
  Body: Health,
}
