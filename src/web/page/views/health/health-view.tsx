import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Answer, Api } from '../../api.ts'
import { taken, useRead } from '../../use-read.ts'
import type { Health, LogGrade } from '../../wire/health-wire.ts'
import { healthWords } from '../../words/health-words.ts'
import { useWords } from '../../words/language.ts'
import { viewTitles } from '../../words/view-titles.ts'
import type { View, ViewProps } from '../view.ts'
import { ViewPage } from '../view-page.tsx'
import { Doctor } from './doctor.tsx'
import { LogLines } from './log-lines.tsx'
import { Standing } from './standing.tsx'
import { Wrongs } from './wrongs.tsx'

const againMs = 5000

/** How the daemon is, with what is wrong first, and what can be done about it. */
function HealthBody({ api }: ViewProps) {
  const words = useWords(healthWords)
  const calls = useMemo(() => createHealthCalls(api), [api])
  const level = useSignal<LogGrade>('info')
  /** While everything is looked at, there is something new before long. */
  const happened = useSignal(0)
  const known = useRead(
    async () => {
      const answer = await calls.read(level.peek())
      if (answer.status === 'ok' && isLooking(answer.value)) happened.value++
      return answer
    },
    happened,
    againMs,
  )
  const act = async (done: Promise<Answer<Health>>) => {
    known.value = taken(known.peek(), await done)
    happened.value++
  }
  const { value, problem } = known.value
  return (
    <ViewPage name="health" title={useWords(viewTitles.health)}>
      {!value && !problem && (
        <p class="muted" aria-busy="true">
          {words.reading}
        </p>
      )}
      {problem && <p role="alert">{problem}</p>}
      {value && (
        <>
          <Wrongs overview={value.overview} tryNow={(brain) => void act(calls.tryNow(brain, level.peek()))} />
          <Standing health={value} />
          <Doctor round={value.doctor} look={() => void act(calls.look(level.peek()))} />
          <LogLines
            lines={value.log}
            level={level.value}
            choose={(chosen) => {
              level.value = chosen
              void act(calls.read(chosen))
            }}
          />
        </>
      )}
    </ViewPage>
  )
}

function isLooking({ doctor }: Health): boolean {
  return doctor !== undefined && doctor.endedAt === undefined
}

export const healthView: View = {
  name: 'health',
  title: viewTitles.health,
  icon: 'M3 12.5h4l2.5-6 4.5 12 2.5-6H21',
  Body: HealthBody,
}

/** What only this view asks of the daemon; each answer is how all of it stands, with as much of the log as is wanted. */
interface HealthCalls {
  read(level: LogGrade): Promise<Answer<Health>>
  look(level: LogGrade): Promise<Answer<Health>>
  tryNow(brain: string, level: LogGrade): Promise<Answer<Health>>
}

function createHealthCalls({ get, post }: Pick<Api, 'get' | 'post'>): HealthCalls {
  return {
    read: (level) => get(`/api/health?level=${level}`),
    look: (level) => post(`/api/health/doctor?level=${level}`, {}),
    tryNow: (brain, level) => post(`/api/health/try?level=${level}`, { brain }),
  }
}
