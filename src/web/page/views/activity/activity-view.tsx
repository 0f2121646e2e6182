import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Api } from '../../api.ts'
import { usePolled, withResult } from '../../polled-data.ts'
import { Blocks } from '../../text/blocks.tsx'
import { clockOf } from '../../text/format.ts'
import type { WireActivity, WireQuestion } from '../../wire/activity-wire.ts'
import { activityWords } from '../../words/activity-words.ts'
import { commonWords, viewTitles } from '../../words/common-words.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { type PageView, ViewPage, type ViewProps } from '../view.tsx'
import {
  type ActivityAction,
  ChatLink,
  DeliveryRow,
  FailedRow,
  RunnerRow,
  TaskRow,
  UndeliveredRow,
} from './activity-rows.tsx'
import { NoticeList } from './notices.tsx'
import { ProposalList } from './proposals.tsx'

const againMs = 3000

/** Activity in all chats, and what can be done about it. Open questions come first. */
function ActivityBody({ api, client, news }: ViewProps) {
  const words = useWords(commonWords)
  const polled = usePolled(api.activity, client.version, againMs)
  const outcome = useSignal({ text: '', isBad: false })
  const note = useRef<HTMLParagraphElement>(null)
  const { value: activity, problem } = polled.value

  useEffect(() => {
    if (activity) news.tell(activity.questions.length + activity.proposals.length + activity.notices.unread)
  }, [activity])
  // The pressed button may have disappeared, so the focus moves to the note for people who use the keyboard.
  useLayoutEffect(() => {
    if (outcome.value.text !== '' && document.activeElement === document.body)
      note.current?.focus({ preventScroll: true })
  }, [activity])

  const act: ActivityAction = (done) => {
    void done.then((answer) => {
      const message = answer.status === 'ok' ? (answer.value.said ?? '') : answer.error
      outcome.value = { text: message, isBad: answer.status !== 'ok' }
      polled.value = withResult(polled.peek(), answer)
    })
  }

  return (
    <ViewPage name="activity" title={useWords(viewTitles.activity)}>
      <p
        id="activity-note"
        ref={note}
        class={outcome.value.isBad ? 'activity-note bad' : 'activity-note'}
        role="status"
        tabIndex={-1}
        dir="auto"
      >
        {outcome.value.text || problem}
      </p>
      {!activity && !problem && <p class="muted">{words.reading}</p>}
      {activity && <Told activity={activity} act={act} api={api} />}
    </ViewPage>
  )
}

function Told({ activity, act, api }: { activity: WireActivity; act: ActivityAction } & Pick<ViewProps, 'api'>) {
  const words = useWords(activityWords)
  const { questions, proposals, tasks, liveCount, failed, hasOlderFailed, deliveries, undelivered, notices } = activity
  const { runners = [] } = activity
  const hiddenTasks = liveCount - tasks.length
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
      <ProposalList proposals={proposals} act={act} api={api} />
      <section aria-label={words.underWay}>
        <h2>{words.underWay}</h2>
        {tasks.length === 0 && <p class="muted">{words.nothing}</p>}
        <ul class="rows">
          {tasks.map((task) => (
            <TaskRow key={task.id} task={task} act={act} api={api} />
          ))}
        </ul>
        {hiddenTasks > 0 && <p class="muted">{words.moreWait(hiddenTasks)}</p>}
      </section>
      {runners.length > 0 && (
        <section aria-label={words.runners}>
          <h2>{words.runners}</h2>
          <ul class="rows">
            {runners.map((runner) => (
              <RunnerRow key={runner.name} runner={runner} />
            ))}
          </ul>
        </section>
      )}
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
        <section aria-label={words.failed}>
          <h2>{words.failed}</h2>
          <ul class="rows">
            {failed.map((task) => (
              <FailedRow key={`task ${task.id}`} task={task} act={act} api={api} />
            ))}
            {undelivered.map((delivery) => (
              <UndeliveredRow key={`delivery ${delivery.id}`} delivery={delivery} act={act} api={api} />
            ))}
          </ul>
          {hasOlderFailed && <p class="muted">{words.olderFailed}</p>}
        </section>
      )}
      <NoticeList notices={notices} read={(to) => act(api.readNotices(to))} readOlder={api.olderNotices} />
    </>
  )
}

export const activityView: PageView = {
  name: 'activity',
  title: viewTitles.activity,
  icon: 'M6 9.5a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7zM10 19.5a2 2 0 0 0 4 0',
  Body: ActivityBody,
}

interface CardProps {
  question: WireQuestion
  act: ActivityAction
  api: Pick<Api, 'answerQuestion'>
}

/** An open question with the exact action it asks for. */
function QuestionCard({ question, act, api }: CardProps) {
  const words = useWords(activityWords)
  const locale = useLocale()
  const { id, person, effect, answers, until, chat, place, line } = question
  const isPressed = useSignal(false)
  return (
    <article class="question question-card" aria-label={words.question(id)}>
      <div class="muted">
        {words.askedOf(
          id,
          person,
          <ChatLink key="place" chat={chat} place={place} {...(line !== undefined && { line })} />,
          clockOf(until, locale),
        )}
      </div>
      <div class="text">
        <Blocks blocks={effect} />
      </div>
      <div class="answers">
        {answers.map(({ label, said }) => (
          <button
            key={said}
            type="button"
            class="answer"
            aria-description={words.question(id)}
            disabled={isPressed.value}
            onClick={() => {
              isPressed.value = true
              act(api.answerQuestion(id, said))
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </article>
  )
}
