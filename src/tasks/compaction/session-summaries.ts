import type { Config } from '../../config/config.ts'
import { stripOwnTags } from '../../gateway/rendering/fence.ts'
import { estimateTokens } from '../../gateway/tokens.ts'
import { withoutCredentials } from '../../lib/text/secrets.ts'
import { extractSummary } from '../../memory/extract-summary.ts'
import { summarise } from '../../memory/summarise.ts'
import type { SummaryLine } from '../../memory/summary-line.ts'
import type { Turn } from '../../spawner/spawner.ts'
import { taskMessages } from '../../store/messages/messages.ts'
import { readTask } from '../../store/work/tasks.ts'
import type { TaskDeps } from '../task-deps.ts'
import { planCompaction } from './compaction-planning.ts'

export interface SessionSummariesDeps extends Pick<TaskDeps, 'clock'> {
  /** The original messages of a task; none if they are not stored here. */
  messagesOf(task: number): SummaryLine[]
  /** A session of this task has grown too long. */
  overflowed(task: number): void
  config(): Pick<Config, 'timezone'>
  /** Removes every known secret from a text. */
  scrub(text: string): string
}

/** A turn that is about to be removed from a session. */
interface RemovedTurn {
  task: number
  text: string
  answer: string | undefined
}

/** Summarises the turns that are removed from a session because it grew too long. */
export interface SessionSummaries {
  summarise(
    turn: Pick<Turn, 'task'>,
    removed: { old: string | undefined; turns: readonly RemovedTurn[] },
    complete: (prompt: string, signal: AbortSignal) => Promise<string | undefined>,
    signal: AbortSignal,
  ): Promise<string>
  extract(turns: readonly RemovedTurn[]): string
}

/** About 1,200 tokens, like the summary of a lane. */
const MAX_SUMMARY_CHARS = 4_800

export function createSessionSummaries(deps: SessionSummariesDeps): SessionSummaries {
  const clean = (text: string) => stripOwnTags(deps.scrub(text))
  const limits = () => ({ maxChars: MAX_SUMMARY_CHARS, timezone: deps.config().timezone })

  /** The original messages of the turn, without the prompt around them. */
  function toLines({ task, text, answer }: RemovedTurn): SummaryLine[] {
    const messages = deps.messagesOf(task)
    const last = messages.at(-1)
    const stub: SummaryLine = { id: task, at: deps.clock.now(), author: 'human', name: 'task', text: clean(text) }
    const lines = messages.length > 0 ? messages : [stub]
    if (answer === undefined) return lines
    return [...lines, { ...(last ?? stub), author: 'bot', name: '', text: answer }]
  }

  function extract(lines: SummaryLine[]): string {
    const cleaned = lines.map((line) => ({ ...line, text: withoutCredentials(clean(line.text)) }))
    return extractSummary(undefined, cleaned, limits())
  }

  return {
    async summarise(turn, { old, turns }, complete, signal) {
      deps.overflowed(turn.task)
      const lines = turns.flatMap(toLines)
      const job = { ...limits(), old: old === undefined ? undefined : { text: old, made: 'model' as const }, lines }
      return (await summarise({ complete, clean, tokens: estimateTokens }, job, signal)).text || NOTHING_SAID
    },
    extract: (turns) => extract(turns.flatMap(toLines)) || NOTHING_SAID,
  }
}

/** Summaries with the messages of the store. */
export function createStoredSummaries(
  deps: Pick<SessionSummariesDeps, 'clock' | 'config' | 'scrub'> & Pick<TaskDeps, 'db'>,
): SessionSummaries {
  const { db } = deps
  return createSessionSummaries({
    ...deps,
    messagesOf: (task) =>
      taskMessages(db, task).map(({ id, at, author, name, text }) => ({ id, at: new Date(at), author, name, text })),
    overflowed(task) {
      const lane = readTask(db, task)?.lane
      // This summary is for the current session. Later sessions open with the lane's summary, so that is renewed too.
      if (lane !== undefined) planCompaction(deps, lane, 'overflow')
    },
  })
}

const NOTHING_SAID = '(Nothing worth remembering was said.)'
