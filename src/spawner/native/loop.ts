// The loop of a native turn: ask the model, run the tools it wants, ask again, until there is an answer.
//   1. Tool calls that an earlier attempt left open are run first (`runStep`).
//   2. Before each request, messages that arrived meanwhile join the turn (`takeJoined`).
//   3. `askModel` fits the session into the model's window and sends it. A reply without tool calls is the answer.
//   4. Otherwise the reply becomes a step of the session; its calls are judged and run (tool-calls.ts), up to a limit.
//      Each result is stored before the next step begins, so that a restart can continue the turn.
//   5. Empty replies, repeated calls and too many steps end the turn with a failure.
import type { Clock } from '../../lib/time/clock.ts'
import { EMPTY_REPLY_NOTE, MAX_EMPTY_REPLIES } from '../model-notes.ts'
import type { Turn, TurnFile } from '../spawner.ts'
import { type AskDeps, askModel } from './ask-model.ts'
import type { ModelReply } from './providers/provider.ts'
import { callId, MAX_TOOL_CALLS_PER_REPLY } from './providers/reply.ts'
import { empty, inCircles, refused, tooManySteps } from './sentences.ts'
import type { CallResult, SessionStep, SessionTurn, ToolCall, TurnRecord } from './session.ts'
import { type CallDeps, runCalls } from './tool-calls.ts'

export interface LoopDeps extends AskDeps {
  turn: Turn
  /** Absent if what the person sends meanwhile is not for this session. */
  takeJoined?: Turn['takeJoined']
  record: TurnRecord
  permissions: CallDeps['permissions']
  /** No known secret may reach a model or a session. */
  scrub(text: string): string
  /** The turn ends earlier than its steps do, because of what it has used. */
  isSpent?: () => boolean
  /** Describes the files of a message that joined the turn; pictures are added to those of the turn. */
  describeFiles(files: readonly TurnFile[]): Promise<string[]>
  maxSteps: number
  clock: Clock
}

/** Runs a turn as described above. Emits exactly one `done` or `failed`, unless the signal aborts. */
export async function runLoop(deps: LoopDeps, sessionTurn: SessionTurn, signal: AbortSignal): Promise<void> {
  const { turn, record, tools, emit } = deps
  const callDeps: CallDeps = {
    permissions: deps.permissions,
    turn,
    tools,
    own: deps.own,
    delegation: deps.delegation,
    onStart: (line) => emit({ kind: 'tool', line }),
    onEnd: (action) => emit({ kind: 'action', action }),
  }
  let warnings = 0
  let thought = ''

  /** Runs the calls without a result: all of a new step, or those of an interrupted one. */
  async function runStep(): Promise<void> {
    const step = sessionTurn.steps.at(-1)
    if (!step) return
    const earlierSteps = sessionTurn.steps.slice(0, -1)
    const openCalls = step.calls.filter(({ id }) => !step.results.some(({ call }) => call === id))
    const recordResult = (rawResult: CallResult) => {
      const result = { ...rawResult, text: deps.scrub(rawResult.text) }
      record.addResult(result, tools.trust())
      step.results.push(result)
    }
    if (openCalls.length > MAX_TOOL_CALLS_PER_REPLY) {
      const [refused] = openCalls.splice(MAX_TOOL_CALLS_PER_REPLY)
      if (refused) recordResult({ call: refused.id, text: TOO_MANY_CALLS_NOTE, failed: true })
    }
    const repeated = openCalls.filter((call) => isRepeated(call, earlierSteps))
    for (const call of repeated) recordResult(repeatedResult(call))
    warnings += repeated.length
    await runCalls(
      callDeps,
      openCalls.filter((call) => !repeated.includes(call)),
      recordResult,
      signal,
    )
  }

  /** Adds messages that the person sent meanwhile. */
  async function takeJoined(): Promise<void> {
    const joined = await deps.takeJoined?.()
    const step = sessionTurn.steps.at(-1)
    if (!joined || !step) return
    tools.noteForeign(joined.foreign)
    const text = [...(await deps.describeFiles(joined.files)), joined.text].join('\n')
    record.addJoined(text)
    step.joined = step.joined === undefined ? text : `${step.joined}\n\n${text}`
  }

  function addStep({ text, calls }: ModelReply): void {
    const scrubbed = deps.scrub(text)
    if (scrubbed.trim() !== '') emit({ kind: 'said', text: scrubbed })
    // Our own ids, because a session may continue with another provider that uses the same ones.
    const callsWithIds = calls.map((call): ToolCall => ({ ...call, id: callId() }))
    record.addStep({ said: scrubbed, calls: callsWithIds }, tools.trust())
    sessionTurn.steps.push({ said: scrubbed, calls: callsWithIds, results: [], joined: undefined })
  }

  /** The thinking of all steps, in order. */
  function addThought(piece: string | undefined): void {
    if (!piece?.trim()) return
    thought = thought === '' ? piece : `${thought}\n\n${piece}`
    emit({ kind: 'thought', text: thought })
  }

  await runStep()
  let emptyReplies = 0
  let startedClean = false
  for (let steps = 0; !signal.aborted; steps++) {
    if (sessionTurn.steps.length > 0) await takeJoined()
    const isLast = steps >= deps.maxSteps || deps.isSpent?.() === true
    const note = emptyReplies > 0 ? EMPTY_REPLY_NOTE : isLast ? NO_STEPS_LEFT_NOTE : undefined
    const answer = await askModel(deps, note, signal)
    if (answer === 'aborted' || signal.aborted) return
    if ('failure' in answer) return emit({ kind: 'failed', failure: answer.failure })
    const { reply } = answer
    // Without earlier turns there is no conversation to be told about.
    startedClean ||= answer.startedClean && deps.session.turns.length > 1
    addThought(reply.thought)
    if (reply.finish === 'refusal') return emit({ kind: 'failed', failure: refused })
    if (reply.calls.length === 0) {
      const text = deps.scrub(reply.text).trim()
      const notes = [...(reply.finish === 'length' ? [CUT_NOTE] : []), ...(startedClean ? [CLEAN_START_NOTE] : [])]
      if (text !== '') return finish(deps, sessionTurn, [text, ...notes].join('\n\n'))
      if (++emptyReplies > MAX_EMPTY_REPLIES) return emit({ kind: 'failed', failure: empty })
      continue
    }
    if (isLast) return emit({ kind: 'failed', failure: tooManySteps(deps.maxSteps) })
    emptyReplies = 0
    addStep(reply)
    await runStep()
    if (warnings >= MAX_REPEAT_WARNINGS) return emit({ kind: 'failed', failure: inCircles })
  }
}

const TOO_MANY_CALLS_NOTE = `This call and all calls after it in the same reply were not run: a reply may use at most ${MAX_TOOL_CALLS_PER_REPLY} tools. Use what the others returned, and ask for the rest in your next reply if you still need it.`

const NO_STEPS_LEFT_NOTE =
  'You have no steps left. Use no more tools: answer now with what you have, and say what is missing.'
const CLEAN_START_NOTE =
  '*(The conversation had grown too long for this model. I went on with its summary; every message is kept and can be found.)*'
const CUT_NOTE = "*(The answer ends here because it reached the model's limit.)*"

function finish({ record, emit }: LoopDeps, sessionTurn: SessionTurn, text: string): void {
  record.finish(text)
  sessionTurn.answer = text
  emit({ kind: 'text', text })
  emit({ kind: 'done', text })
}

/** The same call is refused from this use on, if it gave the same result each time. */
const MAX_SAME_CALLS = 3

/** How many repeated calls a model may make before its turn ends. */
const MAX_REPEAT_WARNINGS = 3

/** A model that is stuck makes the same call again and gets the same result. */
function isRepeated(call: ToolCall, steps: readonly SessionStep[]): boolean {
  const earlierResults = steps.flatMap(({ calls, results }) => {
    const sameCallIds = calls.filter((earlierCall) => isSameCall(earlierCall, call)).map(({ id }) => id)
    return results.filter(({ call: id, text }) => sameCallIds.includes(id) && text !== repeatedResult(call).text)
  })
  const lastResults = earlierResults.slice(1 - MAX_SAME_CALLS)
  return lastResults.length === MAX_SAME_CALLS - 1 && lastResults.every(({ text }) => text === lastResults[0]?.text)
}

function repeatedResult({ id, name }: ToolCall): CallResult {
  const text = `${name} was already called several times with exactly this input and returned the same result each time, so it was not run again. Do something else, or answer with what you have.`
  return { call: id, text, failed: true }
}

function isSameCall(a: ToolCall, b: ToolCall): boolean {
  return a.name === b.name && JSON.stringify(a.input) === JSON.stringify(b.input)
}
