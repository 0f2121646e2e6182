import type { Trust } from '../../domain/person.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { sleep } from '../../lib/time/sleep.ts'
import type { BrainEvent, Failure, FailureClass, ListedTool, Tools, Turn, TurnFile } from '../spawner.ts'
import { type CallDeps, runCalls } from './calls.ts'
import type { Growth, Room, Shown } from './growth/growth.ts'
import { withNote } from './growth/messages.ts'
import type { OpenSession } from './live-sessions.ts'
import { callId } from './providers/call-id.ts'
import type { Answered, ModelReply, Provider } from './providers/provider.ts'
import { isRepeated, MOST_WARNINGS, repeatedResult } from './repeats.ts'
import { empty, refused, tooManySteps, turning } from './sentences.ts'
import type { Call, Result, SessionTurn, TurnRecord } from './session/session.ts'
import type { NativeTool } from './tools/native-tool.ts'

export interface LoopDeps {
  provider: Provider
  model: string
  growth: Growth
  session: OpenSession
  record: TurnRecord
  turn: Turn
  tools: Tools
  /** Those of its own that this person may use at all. */
  own: readonly NativeTool[]
  /** Why one of them cannot be used while what is before the model is trusted so far. */
  whyNot(tool: NativeTool, trust: Trust): string | undefined
  permissions: CallDeps['permissions']
  estimate(text: string): number
  /** A known secret goes to no model and into no session. */
  scrub(text: string): string
  /** What came with a message that joined the turn, in words in front of its own; pictures are put with the turn's. */
  shown(files: readonly TurnFile[]): Promise<string[]>
  /** The view is to be kept: it changed. */
  changed(): void
  maxSteps: number
  /** Between two tries of one request. */
  pausesMs: readonly number[]
  clock: Clock
  emit(event: BrainEvent): void
}

/** Where nobody says how much a model can read. */
const USUAL_WINDOW = 100_000
/** A wait that a server asks for is waited here if it is no longer; else the task is put back. */
const LONGEST_PAUSE_MS = 20_000

/** What another try of the same request may heal. */
const passing = new Set<FailureClass>(['network', 'server', 'overloaded', 'hang', 'rate_limit', 'invalid'])

type Asked = { reply: ModelReply; startedClean: boolean } | { failure: Failure } | 'aborted'

/**
 * Asks, runs what was asked for, and asks again until there is an answer. Every step is written down before the next
 * begins. Emits exactly one `done` or `failed`, unless the signal aborts.
 */
export async function runLoop(deps: LoopDeps, own: SessionTurn, signal: AbortSignal): Promise<void> {
  const { turn, record, tools, emit } = deps
  const calling: CallDeps = {
    permissions: deps.permissions,
    turn,
    tools,
    own: deps.own,
    whyNot: (tool) => deps.whyNot(tool, tools.trust()),
    began: (line) => emit({ kind: 'tool', line }),
    ended: (action) => emit({ kind: 'action', action }),
  }
  let warnings = 0

  /** Those without a result yet: all of a new step, or what an earlier try was cut short in. */
  async function runStep(): Promise<void> {
    const step = own.steps.at(-1)
    if (!step) return
    const before = own.steps.slice(0, -1)
    const open = step.calls.filter(({ id }) => !step.results.some(({ call }) => call === id))
    const done = (came: Result) => {
      const result = { ...came, text: deps.scrub(came.text) }
      record.addResult(result, tools.trust())
      step.results.push(result)
    }
    const repeated = open.filter((call) => isRepeated(call, before))
    for (const call of repeated) done(repeatedResult(call))
    warnings += repeated.length
    await runCalls(
      calling,
      open.filter((call) => !repeated.includes(call)),
      done,
      signal,
    )
  }

  /** What the person sent meanwhile is heard before the next step. */
  async function hear(): Promise<void> {
    const joined = await turn.joined?.()
    const step = own.steps.at(-1)
    if (!joined || !step) return
    tools.lower(joined.trust)
    const text = [...(await deps.shown(joined.files)), joined.text].join('\n')
    record.addJoined(text)
    step.joined = step.joined === undefined ? text : `${step.joined}\n\n${text}`
  }

  function addStep({ text, calls }: ModelReply): void {
    const said = deps.scrub(text)
    // Ours and not the provider's: a session may go on with another, which has given the same.
    const named = calls.map((call): Call => ({ ...call, id: callId() }))
    record.addStep({ said, calls: named }, tools.trust())
    own.steps.push({ said, calls: named, results: [], joined: undefined })
  }

  await runStep()
  let nothing = 0
  let startedClean = false
  for (let steps = 0; !signal.aborted; steps++) {
    if (own.steps.length > 0) await hear()
    const isLast = steps >= deps.maxSteps
    const note = nothing > 0 ? sayAnything : isLast ? answerNow : undefined
    const asked = await ask(deps, note, signal)
    if (asked === 'aborted' || signal.aborted) return
    if ('failure' in asked) return emit({ kind: 'failed', failure: asked.failure })
    const { reply } = asked
    startedClean ||= asked.startedClean
    if (reply.finish === 'refusal') return emit({ kind: 'failed', failure: refused })
    if (reply.calls.length === 0) {
      const text = deps.scrub(reply.text).trim()
      const marks = [...(reply.finish === 'length' ? [cutMark] : []), ...(startedClean ? [cleanMark] : [])]
      if (text !== '') return finish(deps, own, [text, ...marks].join('\n\n'))
      // Some models end a long piece of work without a word.
      if (++nothing > MOST_NOTHING) return emit({ kind: 'failed', failure: empty })
      continue
    }
    if (isLast) return emit({ kind: 'failed', failure: tooManySteps(deps.maxSteps) })
    nothing = 0
    addStep(reply)
    await runStep()
    if (warnings >= MOST_WARNINGS) return emit({ kind: 'failed', failure: turning })
  }
}

const MOST_NOTHING = 2
const sayAnything = 'Your last answer was empty. Answer the person now, in words.'
const answerNow = 'You have no steps left. Use no more tools: answer now with what you have, and say what is missing.'
const cleanMark =
  '*(The conversation had grown too long for this model. I went on with its summary; every message is kept and can be found.)*'
const cutMark = "*(The answer ends here because it reached the model's limit.)*"

function finish({ record, emit }: LoopDeps, own: SessionTurn, text: string): void {
  record.finish(text)
  own.answer = text
  emit({ kind: 'text', text })
  emit({ kind: 'done', text })
}

/** One reply, however often the request has to be made smaller or made again for it. */
async function ask(deps: LoopDeps, note: string | undefined, signal: AbortSignal): Promise<Asked> {
  const { session, growth, turn, emit } = deps
  const offered = offeredTools(deps)
  let room = await roomFor(deps, offered, signal)
  if (signal.aborted) return 'aborted'
  let shown = await growth.fit(session, room, signal)
  let shrunk = 0
  let tries = 0
  for (;;) {
    if (signal.aborted) return 'aborted'
    keep(deps, shown)
    const messages = note === undefined ? shown.messages : withNote(shown.messages, note)
    const request = { model: deps.model, system: turn.system, messages, tools: offered }
    const answered = await deps.provider.ask(request, (text) => emit({ kind: 'text', text }), signal)
    if (signal.aborted) return 'aborted'
    book(deps, answered, shown, room)
    if (answered.kind === 'reply') return { reply: answered.reply, startedClean: shown.startedClean === true }
    const { failure, overflow } = answered
    if (failure.class === 'overflow') {
      shrunk += 1
      const smaller = await growth.shrink(session, room, overflow ?? unknown, shrunk, signal)
      if (!smaller) return { failure }
      shown = smaller
      room = smaller.learned ?? room
      session.window = room.window
      session.factor = room.factor
      continue
    }
    const pause = deps.pausesMs[tries]
    const waitMs = Math.max(pause ?? 0, failure.afterMs ?? 0)
    const mayPass = failure.retry && passing.has(failure.class)
    if (!mayPass || pause === undefined || waitMs > LONGEST_PAUSE_MS) return { failure }
    tries += 1
    await sleep(waitMs, signal)
  }
}

const unknown = { limit: undefined, sent: undefined }

/** The daemon's first and its own after them, always in one order: they stand at the beginning of what is cached. */
function offeredTools({ tools, own, whyNot }: LoopDeps): ListedTool[] {
  const usable = own.filter((tool) => whyNot(tool, tools.trust()) === undefined)
  return [...tools.list(), ...usable].map(({ name, description, inputSchema }) => {
    // Which edition of JSON Schema it is no model needs to know, and it would be paid for in each request.
    const { $schema: _, ...schema } = inputSchema as Record<string, unknown>
    return { name, description, inputSchema: schema }
  })
}

async function roomFor(deps: LoopDeps, offered: ListedTool[], signal: AbortSignal): Promise<Room> {
  const { provider, model, estimate, turn, session } = deps
  const { factor } = session
  return {
    window: session.window ?? (await provider.window(model, signal)) ?? USUAL_WINDOW,
    system: Math.ceil(estimate(turn.system) * factor),
    tools: Math.ceil(estimate(JSON.stringify(offered)) * factor),
    factor,
  }
}

function keep({ session, changed }: LoopDeps, { view }: Shown): void {
  if (JSON.stringify(view) === JSON.stringify(session.view)) return
  session.view = view
  changed()
}

/** What it used is booked whatever came of it, and what it counted teaches us how we count. */
function book({ session, emit }: LoopDeps, answered: Answered, { spread }: Shown, room: Room): void {
  const usage = answered.kind === 'reply' ? answered.reply.usage : answered.usage
  if (!usage) return
  emit({ kind: 'usage', usage: { ...usage, windowTokens: room.window, spread } })
  const estimated = Object.values(spread).reduce((sum, part) => sum + part, 0) / room.factor
  if (estimated > LEAST_TELLING && usage.contextTokens > 0)
    session.factor = Math.min(3, Math.max(0.5, usage.contextTokens / estimated))
}

/** Smaller requests say more about what surrounds them than about our estimate. */
const LEAST_TELLING = 500
