import type { Approvals } from './approvals.ts'
import type { Breaker } from './breaker.ts'
import { createAnswer } from './commands/answer.ts'
import { createConfig } from './commands/config.ts'
import { createHelp } from './commands/help.ts'
import { createNew } from './commands/new.ts'
import { createRetry } from './commands/retry.ts'
import { createStatus } from './commands/status.ts'
import { createStop } from './commands/stop.ts'
import { createUsage } from './commands/usage.ts'
import { createWhoami } from './commands/whoami.ts'
import { type CommandRunner, createCommands } from './commands.ts'
import type { LiveConfig } from './live-config.ts'
import type { Overview } from './overview.ts'
import type { StopDeps } from './stop.ts'

export interface CommandSetDeps extends StopDeps {
  liveConfig: LiveConfig
  approvals: Approvals
  overview(): Overview
  breaker: Pick<Breaker, 'close'>
}

/** Every command there is in chat. */
export function createCommandSet(deps: CommandSetDeps): CommandRunner {
  const commands = {
    new: createNew(deps),
    stop: createStop(deps),
    retry: createRetry(deps, deps.breaker.close),
    yes: createAnswer('yes', deps.approvals),
    no: createAnswer('no', deps.approvals),
    always: createAnswer('always', deps.approvals),
    status: createStatus(deps.overview),
    whoami: createWhoami(),
    usage: createUsage(() => deps.overview().usage),
    config: createConfig(deps.liveConfig),
  }
  return createCommands({ ...commands, help: createHelp(Object.values(commands)) })
}
