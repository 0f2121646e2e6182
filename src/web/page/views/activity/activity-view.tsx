import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { taken, useRead } from '../../use-read.ts'
import type { Activity } from '../../wire/activity-wire.ts'
import { activityWords } from '../../words/activity-words.ts'
import { commonWords } from '../../words/common-words.ts'
import { useWords } from '../../words/language.ts'
import { viewTitles } from '../../words/view-titles.ts'
import type { View, ViewProps } from '../view.ts'
import { ViewPage } from '../view-page.tsx'
import type { Act } from './act.ts'
import { DeliveryRow, UndeliveredRow } from './delivery-row.tsx'
import { Notices } from './notices.tsx'
import { QuestionCard } from './question-card.tsx'
import { FailedRow, TaskRow } from './task-row.tsx'

const againMs = 3000

/** What goes on in all chats, and what can be done about it: what needs somebody first. */
function ActivityBody({ api, talk, news }: ViewProps) {
  const words = useWords(commonWords)
  const known = useRead(api.activity, talk.version, againMs)
  const said = useSignal({ text: '', isBad: false })
  const note = useRef<HTMLParagraphElement>(null)
  const { value: activity, problem } = known.value

  useEffect(() => {
    if (activity) news.tell(activity.questions.length + activity.notices.unread)
  }, [activity])
  // What was pressed may be gone with what came of it; whoever works with the keyboard is still there.
  useLayoutEffect(() => {
    if (said.value.text !== '' && document.activeElement === document.body) note.current?.focus({ preventScroll: true })
  }, [activity])

  const act: Act = (done) => {
    void done.then((answer) => {
      const told = answer.status === 'ok' ? (answer.value.said ?? '') : answer.error
      said.value = { text: told, isBad: answer.status !== 'ok' }
      known.value = taken(known.peek(), answer)
    })
  }

  return (
    <ViewPage name="activity" title={useWords(viewTitles.activity)}>
      <p
        id="activity-note"
        ref={note}
        class={said.value.isBad ? 'activity-note bad' : 'activity-note'}
        role="status"
        tabIndex={-1}
        dir="auto"
      >
        {said.value.text || problem}
      </p>
      {!activity && !problem && <p class="muted">{words.reading}</p>}
      {activity && <Told activity={activity} act={act} api={api} />}
    </ViewPage>
  )
}

function Told({ activity, act, api }: { activity: Activity; act: Act } & Pick<ViewProps, 'api'>) {
  const words = useWords(activityWords)
  const { questions, tasks, live, failed, olderFailed, deliveries, undelivered, notices } = activity
  const more = live - tasks.length
  return (
    <>
      {questions.length > 0 && (
        <section aria-label={words.needsYou}>
          <h2>{words.needsYou}</h2>
          {questions.map((question) => (
            <QuestionCard key={question.id} question={question} act={act} api={api} />
          ))}
        </section>
      )}
      <section aria-label={words.underWay}>
        <h2>{words.underWay}</h2>
        {tasks.length === 0 && <p class="muted">{words.nothing}</p>}
        <ul class="rows">
          {tasks.map((task) => (
            <TaskRow key={task.id} task={task} act={act} api={api} />
          ))}
        </ul>
        {more > 0 && <p class="muted">{words.moreWait(more)}</p>}
      </section>
      {deliveries.length > 0 && (
        <section aria-label={words.onTheirWay}>
          <h2>{words.onTheirWay}</h2>
          <ul class="rows">
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} act={act} api={api} />
            ))}
          </ul>
        </section>
      )}
      {failed.length + undelivered.length > 0 && (
        <section aria-label={words.didNotWork}>
          <h2>{words.didNotWork}</h2>
          <ul class="rows">
            {failed.map((task) => (
              <FailedRow key={`task ${task.id}`} task={task} act={act} api={api} />
            ))}
            {undelivered.map((delivery) => (
              <UndeliveredRow key={`delivery ${delivery.id}`} delivery={delivery} act={act} api={api} />
            ))}
          </ul>
          {olderFailed && <p class="muted">{words.olderFailed}</p>}
        </section>
      )}
      <Notices notices={notices} read={(to) => act(api.readNotices(to))} readOlder={api.olderNotices} />
    </>
  )
}

export const activityView: View = {
  name: 'activity',
  title: viewTitles.activity,
  icon: 'M6 9.5a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7zM10 19.5a2 2 0 0 0 4 0',
  Body: ActivityBody,
}
