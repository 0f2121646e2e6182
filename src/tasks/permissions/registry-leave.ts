import type { RegistryDeps } from '../../tools/registry.ts'
import { toolEffect } from './action-effect.ts'
import type { Act, Leave } from './leave.ts'
import { hashOf } from './tool-rules.ts'

/** Leave for the daemon's own tools: they need no question until words of others are before the model. */
export function leaveForTools(leave: Leave): RegistryDeps['leave'] {
  return async ({ name, input, changes, deed }, scope) => {
    const act: Act = {
      tool: name,
      hash: hashOf({ name, input }),
      effect: () => toolEffect(deed.what, deed.shown),
      always: null,
      isAllowed: true,
      changes,
      isTheirs: deed.isTheirs,
    }
    const judged = leave.judge(act, scope)
    return judged.verdict === 'ask' ? await leave.ask(act, scope, scope.signal ?? never) : judged
  }
}

const never = new AbortController().signal
