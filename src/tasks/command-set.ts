import type { Approvals } from './approvals.ts'
import type { Breaker } from './breaker.ts'
import { createAllowed } from './commands/allowed.ts'
import { createAnswer } from './commands/answer.ts'
import { createCompact } from './commands/compact.ts'
import { createConfig } from './commands/config.ts'
import { createContext } from './commands/context.ts'
import { createContinue } from './commands/continue.ts'
import { createHelp } from './commands/help.ts'
import { createNew } from './commands/new.ts'
import { createPair } from './commands/pair.ts'
import { createRetry } from './commands/retry.ts'
import { createSearchCommand } from './commands/search.ts'
import { createStart } from './commands/start.ts'
import { createStatus } from './commands/status.ts'
import { createStop } from './commands/stop.ts'
import { createUsage } from './commands/usage.ts'
import { createWhoami } from './commands/whoami.ts'
import { createWhy } from './commands/why.ts'
import { type Command, type CommandRunner, createCommands } from './commands.ts'
import type { LiveConfig } from './live-config.ts'
import type { Overview } from './overview.ts'
import { createSearch } from './search.ts'
import type { StopDeps } from './stop.ts'
import type { Understand } from './understand.ts'

export interface CommandSetDeps extends StopDeps {
  liveConfig: LiveConfig
  approvals: Approvals
  overview(): Overview
  breaker: Pick<Breaker, 'close'>
  understand?: Understand | undefined
}

export interface CommandSet {
  run: CommandRunner
  /** In the order in which people should read them. */
  all: Command[]
}

/** Every command there is in chat. */
export function createCommandSet(deps: CommandSetDeps): CommandSet {
  const commands = {
    new: createNew(deps),
    continue: createContinue(deps),
    stop: createStop(deps),
    retry: createRetry(deps, deps.breaker.close),
    yes: createAnswer('yes', deps.approvals),
    no: createAnswer('no', deps.approvals),
    always: createAnswer('always', deps.approvals),
    allowed: createAllowed(deps, deps.liveConfig.current),
    context: createContext(deps, deps.liveConfig.current),
    why: createWhy(deps),
    search: createSearchCommand(
      deps,
      createSearch(deps.db, deps.clock, () => deps.liveConfig.current().timezone),
    ),
    status: createStatus(deps.overview),
    whoami: createWhoami(),
    usage: createUsage(() => deps.overview().usage),
    config: createConfig(deps.liveConfig),
    compact: createCompact(deps),
    pair: createPair(deps),
    start: createStart(),
  }
  const help = createHelp(Object.values(commands))
  return { run: createCommands({ ...commands, help }), all: [help, ...Object.values(commands)] }
}
