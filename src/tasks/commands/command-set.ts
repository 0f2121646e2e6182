import type { Approvals } from '../permissions/approvals.ts'
import type { Breaker } from '../queue/breaker.ts'
import { createSearch } from '../recall/search.ts'
import type { Understand } from '../recall/understand.ts'
import type { Overview } from '../reports/overview.ts'
import type { StopDeps } from '../run/stop.ts'
import type { LiveConfig } from '../settings/live-config.ts'
import { createAllowed } from './allowed.ts'
import { createAnswer } from './answer.ts'
import { type Command, type CommandRunner, createCommands } from './command.ts'
import { createCompact } from './compact.ts'
import { createConfig } from './config.ts'
import { createContext } from './context.ts'
import { createContinue } from './continue.ts'
import { createHelp } from './help.ts'
import { createNew } from './new.ts'
import { createPair } from './pair.ts'
import { createRetry } from './retry.ts'
import { createSearchCommand } from './search.ts'
import { createStart } from './start.ts'
import { createStatus } from './status.ts'
import { createStop } from './stop.ts'
import { createUsage } from './usage.ts'
import { createWhoami } from './whoami.ts'
import { createWhy } from './why.ts'

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
