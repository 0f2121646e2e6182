import { giveFolderTo, makeFolder } from '../../lib/folders.ts'
import { type Containment, findContainment } from '../../lib/process-tree.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import { createEventQueue } from '../event-queue.ts'
import { formsOf } from '../file-forms.ts'
import { MAX_EMPTY_REPLIES } from '../model-notes.ts'
import { anthropicFacts } from '../model-prices.ts'
import type { Brain, BrainEvent, Failure, ToolPass, ToolUse, Turn } from '../spawner.ts'
import { createAbilities, promptArgs } from './cli-abilities.ts'
import { claudeArgs, cliBudget, effortFor, mcpServers, modelFor, toolServer } from './command-line.ts'
import { createCompleter } from './complete.ts'
import { readContent } from './content-blocks.ts'
import { DELEGATE_TOOL, delegateKinds } from './delegates.ts'
import { createLiveProcesses, defaultIdleLimits } from './live-processes.ts'
import type { ClaudeOptions } from './options.ts'
import { failureOfEnding, failureOfScarcity, outdatedCli, scrubFailure } from './output/failure.ts'
import type { ToolServer } from './output/stream.ts'
import { claudeToolRights, createIntent, isCliTool } from './own-tools.ts'
import { probeClaude } from './probe.ts'
import { type CliProcess, defaultOutputLimits, type ProcessSettings, startProcess } from './process.ts'
import { type FoundSandbox, findSandbox, type Sandbox, sandboxOptions } from './sandbox.ts'
import { createSessions, type Emit, sweepTranscripts } from './sessions.ts'
import { runTurn, type TurnOutcome } from './turn.ts'
import { endLeftoverProcesses, openTurnFolder, sizesByMark, type TurnFolder, writeShell } from './turn-folder.ts'
import { defaultTurnTimeouts } from './turn-timeouts.ts'

type ProcessPlace = Pick<ProcessSettings, 'command' | 'workDir' | 'sandbox' | 'shell'> & { tools: string[] }

/** Answers with the claude CLI: one process per single turn, and one longer-lived process per session. */
export function createClaude(options: ClaudeOptions): Brain {
  const { clock, log, configDir, workDir, runtimeDir, basePrompt = 'none' } = options
  const command = options.command ?? 'claude'
  const timeouts = { ...defaultTurnTimeouts, ...options.timeouts }
  const outputLimits = { ...defaultOutputLimits, ...options.outputLimits }
  const running = new Map<AbortController, Promise<void>>()
  const forgetting = new Set<Promise<void>>()
  const passes = new Map<CliProcess, ToolPass>()
  const closing = new AbortController()
  const isRoot = process.getuid?.() === 0
  const abilities = createAbilities(options, command)
  let containmentSearch: Promise<Containment> | undefined
  let sandboxSearch: Promise<FoundSandbox> | undefined

  async function containment(): Promise<Containment> {
    if (options.containment) return options.containment
    containmentSearch ??= findContainment(options.env.PATH ?? '', closing.signal)
    const outcome = await containmentSearch
    // Checked again next time, because the failure may be temporary or somebody may install it.
    if (outcome === 'marker') containmentSearch = undefined
    return outcome
  }

  /** Undefined: the CLI's own tools stay off, because nothing would confine them. */
  async function sandbox(): Promise<Sandbox | undefined> {
    if (!options.permissions) return undefined
    sandboxSearch ??= findSandbox(command, sandboxOptions(options), closing.signal)
    const outcome = await sandboxSearch
    if ('sandbox' in outcome) return outcome.sandbox
    sandboxSearch = undefined
    log.warn({ why: outcome.missing.en }, "the CLI's own tools are off")
    return undefined
  }

  async function launch(turn: Turn): Promise<CliProcess | Failure> {
    for (const folder of [configDir, workDir, runtimeDir]) makeFolder(folder)
    const [cliAbilities, containmentKind] = await Promise.all([abilities(closing.signal), containment()])
    const pass = options.tools?.issue()
    const folder = await openTurnFolder(runtimeDir, turn.system, mcpServers(options.tools, pass))
    const prompt = promptArgs(cliAbilities, { text: turn.system, file: folder.promptFile, base: basePrompt })
    if (prompt) {
      const model = modelFor(options, turn.model)
      const effort = effortFor(options, turn.model)
      const call = { prompt, model, effort, session: turn.session, mcpFile: pass && folder.mcpFile }
      const { tools, ...place } = await preparePlace(folder, turn)
      const hasDelegates = turn.delegates !== undefined
      const guard = { isGuarded: !!pass, hasDelegates }
      const settings = { ...place, ...guard, access: options, outputLimits, containment: containmentKind }
      const offered = hasDelegates
        ? { tools: [...tools, DELEGATE_TOOL], agents: delegateKinds }
        : { tools, agents: undefined }
      // The pass is bound before the start, because the CLI lists the tools at once.
      pass?.bind(turn)
      const process = startProcess(settings, folder, claudeArgs(options, { ...call, ...offered }))
      if (pass) revokeAtEnd(process, pass)
      return process
    }
    pass?.revoke()
    await folder.remove()
    return outdatedCli(cliAbilities.version)
  }

  /**
   * The folder and account of a process. Under root, all processes run under another account, with or without tools,
   * because they share the CLI's folder and must be able to read each other's files.
   */
  async function preparePlace(folder: TurnFolder, turn: Partial<Turn>): Promise<ProcessPlace> {
    const cliTools = (turn.ownTools ?? []).filter(isCliTool)
    const wantsTools = cliTools.length > 0 && turn.workspace !== undefined
    const foundSandbox = wantsTools || isRoot ? await sandbox() : undefined
    if (!foundSandbox) return { tools: [], command, workDir }
    const workspace = (wantsTools && turn.workspace) || workDir
    const place = { configDir, turnDir: folder.dir, tmpDir: folder.tmpDir, workspace, mark: folder.mark }
    const shell = wantsTools ? { shell: await writeShell(folder.dir, foundSandbox.shellFor(place)) } : {}
    for (const dir of [configDir, folder.dir, workspace]) giveFolderTo(dir, foundSandbox.account)
    const tools = wantsTools ? cliTools : []
    return { tools, command: foundSandbox.file, workDir: workspace, sandbox: foundSandbox.argsFor(place), ...shell }
  }

  const completer = createCompleter({
    access: options,
    async launch(args, limits) {
      for (const folder of [configDir, workDir, runtimeDir]) makeFolder(folder)
      const folder = await openTurnFolder(runtimeDir, '', {})
      const access = { ...options, isSentOnce: true }
      const settings = { ...(await preparePlace(folder, {})), access, outputLimits: { ...outputLimits, ...limits } }
      return startProcess({ ...settings, containment: await containment() }, folder, args)
    },
    timeouts,
    clock,
    report(failure) {
      const scrubbed = scrubFailure(failure, [options.apiKey, options.oauthToken])
      log.warn({ class: scrubbed.class, detail: scrubbed.detail }, 'claude failed to complete')
      return scrubbed
    },
    closing: closing.signal,
  })

  function revokeAtEnd(process: CliProcess, pass: ToolPass): void {
    passes.set(process, pass)
    void process.cleanup.finally(() => {
      passes.delete(process)
      pass.revoke()
    })
  }

  async function ask(process: CliProcess, turn: Turn, emit: Emit, stop: AbortSignal): Promise<TurnOutcome> {
    const pass = passes.get(process)
    const content = await readContent(turn)
    pass?.bind(turn)
    try {
      const { permissions, commandNetwork, maxRequests, maxUsd, cache, timezone = 'UTC' } = options
      const judge = permissions && {
        judge: (use: ToolUse) => permissions.judge(turn, createIntent(use, commandNetwork)),
        ask: (use: ToolUse, signal: AbortSignal) => permissions.ask(turn, createIntent(use, commandNetwork), signal),
      }
      return await runTurn(
        process,
        {
          turn,
          content,
          timeouts,
          clock,
          timezone,
          maxRequests,
          maxUsd,
          cache,
          maxNudges: MAX_EMPTY_REPLIES,
          emit,
          started: reportToolServer,
          judge,
          daemonTools: options.tools,
          delegates: turn.delegates,
        },
        stop,
      )
    } finally {
      pass?.unbind()
    }
  }

  // A model that was promised tools and has none would only say that it does not know, and nobody would learn why.
  function reportToolServer(servers: ToolServer[]): void {
    const status = servers.find((server) => server.name === toolServer)?.status ?? 'absent'
    if (options.tools && status !== 'connected') options.trouble?.(healthMessages.toolsMissing(status))
  }

  const sessions = createSessions({
    configDir,
    cliBudget: (turn) => cliBudget(options, modelFor(options, turn.model)),
    live: createLiveProcesses({
      limits: { ...defaultIdleLimits, ...options.idleLimits },
      clock,
      sizes: () => sizesByMark(runtimeDir),
    }),
    launch,
    ask,
  })

  async function answerTurn(turn: Turn, emit: Emit, stop: AbortSignal): Promise<void> {
    if (stop.aborted) return emit({ kind: 'failed', failure: SHUTTING_DOWN })
    if (turn.session) return await sessions.run(turn, turn.session, emit, stop)
    const process = await launch(turn)
    if ('what' in process) return emit({ kind: 'failed', failure: process })
    await ask(process, turn, emit, stop)
  }

  return {
    name: 'claude',
    // The CLI itself retries for minutes before it reports a failure.
    maxAttempts: 2,
    hasSessions: options.sessions ?? true,
    sessionTerms: (model) =>
      JSON.stringify([
        modelFor(options, model),
        effortFor(options, model),
        options.own?.tools,
        options.own?.servers,
        basePrompt,
      ]),
    ...(basePrompt === 'claude-code' && { promptNote: NO_TERMINAL_NOTE }),
    modelFor: (role) => modelFor(options, role),
    modelFacts: async (model) => anthropicFacts(model, '1h'),
    hasEffort: true,
    hasTools: options.tools !== undefined,
    ...(options.own && { own: claudeToolRights(options.own) }),
    formsOf,
    complete: completer.complete,

    async probe(signal) {
      const probe = await probeClaude(options, signal)
      return probe.status === 'ready' ? undefined : probe.sentence
    },

    async recover(keptSessions) {
      const endedProcesses = await endLeftoverProcesses(runtimeDir)
      // In a folder chosen by a person, the other sessions belong to them.
      if (options.namedConfigDir === undefined) await sweepTranscripts(configDir, keptSessions)
      return endedProcesses
    },

    async *run(turn, signal) {
      if (signal.aborted) return
      const startedAt = clock.mono()
      const events = createEventQueue()
      const stop = new AbortController()
      const onAbort = () => stop.abort()
      signal.addEventListener('abort', onAbort, { once: true })
      const emit = (event: BrainEvent) => {
        // A stopped turn only says what it has used.
        if (signal.aborted && event.kind !== 'usage') return
        if (event.kind !== 'failed') return events.push(event)
        const failure = scrubFailure(event.failure, [options.apiKey, options.oauthToken])
        log.warn({ task: turn.task, class: failure.class, detail: failure.detail }, 'claude failed')
        events.push({ kind: 'failed', failure })
      }
      if (closing.signal.aborted) stop.abort()
      const finished = answerTurn(turn, emit, stop.signal)
        .catch((error: unknown) => {
          const failure = failureOfScarcity(error)
          if (!failure) throw error
          emit({ kind: 'failed', failure })
        })
        .finally(() => events.end())
      // It is awaited below, but only after the reader has taken all events.
      finished.catch(() => {})
      running.set(stop, finished)
      try {
        yield* events
        await finished
      } finally {
        // Even if the reader leaves early, nothing may be left running.
        stop.abort()
        await finished.finally(() => running.delete(stop))
        signal.removeEventListener('abort', onAbort)
        log.info({ task: turn.task, ms: Math.round(clock.mono() - startedAt) }, 'claude ended')
      }
    },

    forget(session) {
      const deletion = sessions.forget(session).catch((err: unknown) => {
        log.warn({ err }, 'the data of a closed session could not be deleted')
      })
      forgetting.add(deletion)
      void deletion.finally(() => forgetting.delete(deletion))
    },

    settleForgetting: () => Promise.all(forgetting).then(() => {}),

    async close() {
      closing.abort()
      for (const stop of running.keys()) stop.abort()
      await Promise.allSettled(running.values())
      await completer.settled()
      await sessions.close()
      await Promise.all(forgetting)
    },
  }
}

// Corrects what the CLI's own prompt says about a terminal.
const NO_TERMINAL_NOTE =
  'Ignore what was said above about a terminal, clickable file references and the commands of Claude Code: it does not apply here.'

const SHUTTING_DOWN = failureOfEnding({
  cut: undefined,
  exit: { status: 'not_started', code: 'shutting down' },
  stderr: '',
  lastRetry: undefined,
  canReplaceSession: false,
})
