import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { foreignOf } from '../../domain/foreign.ts'
import type { ChatId } from '../../domain/ids.ts'
import { joinSignals } from '../../lib/time/joined-signal.ts'
import { failureMessages } from '../../messages/failure-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import { runnerMessages } from '../../messages/runner-messages.ts'
import { createEventQueue } from '../event-queue.ts'
import { temporary } from '../failure-meaning.ts'
import type { Brain, BrainEvent, Completion, Failure, Intent, Permissions, Tools, Turn, TurnFile } from '../spawner.ts'
import type { RunnerPool } from './runner-pool.ts'
import { type LineEnd, type LineMessage, runLine } from './turn-line.ts'
import {
  type Call,
  PIECE_BYTES,
  type SentFile,
  toBrainEvent,
  toCompletion,
  toForeign,
  type Work,
} from './turn-messages.ts'
import { createUploads } from './uploaded-files.ts'

/** Stores which runner has a session, and which one has the files of a chat. */
export interface SessionRunners {
  ofSession(session: string): string | undefined
  ofChat(chat: ChatId): string | undefined
  /** This runner takes a turn of the chat. */
  note(chat: ChatId, session: string | undefined, runner: string): void
}

export interface RemoteBrainDeps {
  pool: RunnerPool
  sessionRunners: SessionRunners
  /** The daemon's own tools for a turn. */
  toolsFor(turn: Turn): Tools
  permissions: Permissions
}

/**
 * The same brain, whose turns run on a runner. What it is called, which models it has and what its tools may do is still
 * decided by the daemon's configuration.
 */
export function createRemoteBrain(local: Brain, deps: RemoteBrainDeps): Brain {
  const { pool, sessionRunners, toolsFor, permissions } = deps
  const { name } = local
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()

  async function runTurn(turn: Turn, emit: (event: BrainEvent) => void, signal: AbortSignal): Promise<void> {
    const { session } = turn
    const holder = session && !session.isNew ? sessionRunners.ofSession(session.id) : undefined
    const usual = sessionRunners.ofChat(turn.chat)
    await pool.untilSeen(holder ?? usual, signal)
    const sessionGone = { kind: 'failed', failure: temporary('stale', failureMessages.sessionGone) } as const
    if (session && !session.isNew && (holder === undefined || !pool.hasFreePlace(holder, name)))
      return emit(sessionGone)
    const only = holder ?? (usual !== undefined && pool.hasFreePlace(usual, name) ? usual : undefined)
    const tools = toolsFor(turn)
    const uploads = createUploads(turn.workspace)
    const files = new Map<string, TurnFile>()
    let draft = ''
    let isSettled = false

    const toSent = (added: readonly TurnFile[]) => Promise.all(added.map((file) => describeFile(file, files)))

    async function toWork(): Promise<Work> {
      const { files: turnFiles, workspace, takeJoined, ...rest } = turn
      const sent = await toSent(turnFiles)
      const facts = { files: sent, hasWorkspace: workspace !== undefined, canJoin: takeJoined !== undefined }
      return { kind: 'turn', brain: name, turn: { ...rest, ...facts }, tools: tools.list() }
    }

    async function answer(call: Call): Promise<unknown> {
      switch (call.kind) {
        case 'tool': {
          const result = await tools.call(call.name, call.input)
          return { ...result, trust: tools.trust() }
        }
        case 'permit': {
          if (call.kept !== undefined) tools.noteForeign(foreignOf('earlier', '', call.kept))
          const intent = call as Intent
          for (const look of looksOf(intent)) {
            const looked = permissions.judge(turn, look)
            if (looked.verdict === 'deny') return { ...looked, trust: tools.trust() }
          }
          const decision = permissions.judge(turn, intent)
          const verdict = decision.verdict === 'ask' ? await permissions.ask(turn, intent, signal) : decision
          return { ...verdict, trust: tools.trust() }
        }
        case 'foreign':
          tools.noteForeign(toForeign(call.words))
          return {}
        case 'joined': {
          const joined = await turn.takeJoined?.()
          return joined ? { ...joined, files: await toSent(joined.files) } : {}
        }
        case 'fetch':
          return { piece: await readPiece(files.get(call.sha256), call.offset) }
        case 'store':
          return await uploads.store(call)
      }
    }

    function onMessage(message: LineMessage): void {
      if (message.t === 'text') {
        draft = draft.slice(0, message.keep) + message.add
        return emit({ kind: 'text', text: draft })
      }
      if (message.t === 'completed' || isSettled) return
      const event = toBrainEvent(message.event)
      const describe = (line: string) =>
        (message.uses ?? []).reduce((text, use) => text.replaceAll(use.mark, tools.line(use.name, use.input)), line)
      isSettled = event.kind === 'done' || event.kind === 'failed'
      if (event.kind === 'tool') emit({ ...event, line: describe(event.line) })
      else if (event.kind === 'action')
        emit({ ...event, action: { ...event.action, line: describe(event.action.line) } })
      else emit(event)
    }

    const work = async (runner: string) => {
      sessionRunners.note(turn.chat, session?.id, runner)
      return await toWork()
    }
    const end = await runLine({ pool, brain: name, only, work, onMessage, answer }, signal)
    noteEnd(end, isSettled)
    if (isSettled || signal.aborted) return
    const hasLostHolder = end.kind === 'unclaimed' && holder !== undefined
    emit(hasLostHolder ? sessionGone : { kind: 'failed', failure: failureOf(end) })
  }

  function noteEnd(end: LineEnd, isSettled: boolean): void {
    if (end.kind !== 'unclaimed') pool.noteEnd(end.runner, end.kind === 'lost' || !isSettled, end.claimedAt)
  }

  async function complete(
    ...[prompt, limits, signal]: Parameters<NonNullable<Brain['complete']>>
  ): Promise<Completion> {
    let completion: Completion | undefined
    const until = joinSignals(signal, closing.signal)
    const end = await runLine(
      {
        pool,
        brain: name,
        work: () => ({ kind: 'completion', brain: name, prompt, limits }),
        onMessage(message) {
          if (message.t === 'completed') completion = toCompletion(message.completion)
        },
        answer: async () => ({}),
      },
      until.signal,
    ).finally(until.release)
    noteEnd(end, completion !== undefined)
    return completion ?? { kind: 'failed', failure: failureOf(end) }
  }

  return {
    ...local,
    ...(local.complete && { complete }),

    async probe() {
      const isPaired = pool.status().length > 0
      return isPaired ? undefined : runnerMessages.noneJoined
    },

    async *run(turn, signal) {
      if (signal.aborted) return
      const events = createEventQueue()
      const readerLeft = new AbortController()
      const { signal: stop } = joinSignals(signal, closing.signal, readerLeft.signal)
      const emit = (event: BrainEvent) => {
        // A stopped turn only says what it has used.
        if (!stop.aborted || event.kind === 'usage') events.push(event)
      }
      const finished = runTurn(turn, emit, stop).finally(() => events.end())
      finished.catch(() => {})
      running.add(finished)
      try {
        yield* events
        await finished
      } finally {
        // Even if the reader leaves early, nothing may be left running.
        readerLeft.abort()
        await finished.finally(() => running.delete(finished))
      }
    },

    forget(session) {
      const holder = sessionRunners.ofSession(session)
      if (holder !== undefined) pool.forget(session, holder)
    },

    settleForgetting: async () => {},
    recover: async () => 0,

    async close() {
      closing.abort()
      await Promise.allSettled(running)
      await local.close()
    },
  }
}

/**
 * What the action would show the model. We do not see the runner's files, so reading one counts as reading all files of
 * the chat.
 */
function looksOf(intent: Intent): Intent[] {
  const { action } = intent
  if (action.kind !== 'read' && action.kind !== 'edit') return []
  const isNamesOnly = action.kind === 'read' && action.namesOnly === true
  return [{ ...intent, action: { kind: 'read', path: '.', ...(isNamesOnly && { namesOnly: true }) } }]
}

function failureOf(end: LineEnd): Failure {
  if (end.kind === 'unclaimed') return temporary('network', runnerMessages.noneThere as AnyText)
  const why = end.kind === 'lost' ? end.why : 'the runner ended the turn without a result'
  const failure: Failure = { class: 'crash', what: runnerMessages.lost(end.runner), retry: true, afterMs: RETRY_MS }
  return { ...failure, detail: why }
}

/** Another runner can take the turn at once. */
const RETRY_MS = 1000

async function describeFile(file: TurnFile, files: Map<string, TurnFile>): Promise<SentFile> {
  const { name, type, bytes, form, path } = file
  const sha256 = form === 'gone' ? undefined : await hashOfFile(path)
  if (sha256 === undefined) return { name, type, bytes, form: 'gone', sha256 }
  files.set(sha256, file)
  return { name, type, bytes, form, sha256 }
}

/** Stored files are named by their SHA-256; a copy in a workspace is not. */
async function hashOfFile(path: string): Promise<string | undefined> {
  if (/^[0-9a-f]{64}$/.test(basename(path))) return (await stat(path).catch(() => undefined)) && basename(path)
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}

async function readPiece(file: TurnFile | undefined, offset: number): Promise<string | undefined> {
  const handle = file && (await open(file.path).catch(() => undefined))
  if (!handle) return undefined
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, offset)
    return buffer.toString('base64', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
