import { type DelegateLimits, NOT_FOR_DELEGATES } from '../../domain/task.ts'
import { quoted } from '../../lib/text/visible.ts'
import { DELEGATE_PROMPT, DELEGATES_SPENT, tooManyDelegates } from '../model-notes.ts'
import { noTokens, sumOfTokens, type UsedTokens } from '../model-prices.ts'
import type { PermissionAnswer, ToolUse } from '../spawner.ts'
import { DAEMON_TOOL_PREFIX } from './command-line.ts'

// Delegates of the CLI are the subagents of its own Task tool, of which it is shown only one kind, ours. They use the
// same tools over the same pipe, so the same hooks and questions reach us. docs/decisions/0061 has the measurements.

/** The name of the CLI's tool for delegates, among the tools to switch on. */
export const DELEGATE_TOOL = 'Task'
const KIND = 'delegate'

/** Newer CLIs call it Agent. */
export function isDelegation({ name }: ToolUse): boolean {
  return name === DELEGATE_TOOL || name === 'Agent'
}

/** The kinds of subagents, for the command line. */
export const delegateKinds = JSON.stringify({
  [KIND]: {
    description:
      'A fresh session of yours with the same tools. It sees nothing of this conversation, only the prompt. Use it for work that takes a lot of reading or many steps and of which you need only the outcome.',
    prompt: DELEGATE_PROMPT,
    disallowedTools: NOT_FOR_DELEGATES.map((name) => `${DAEMON_TOOL_PREFIX}${name}`),
  },
})

/** No other kinds of delegates. They end with the turn, do not see the conversation and have no delegates. */
export const delegateSwitches = {
  CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: '1',
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  CLAUDE_CODE_FORK_SUBAGENT: '0',
  CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH: '1',
  // Also their last reply, so that we can count it.
  CLAUDE_CODE_FORWARD_SUBAGENT_TEXT: '1',
}

/** The delegates of one turn. */
export interface Delegates {
  /** Decides whether another one may begin. */
  judge(use: ToolUse, isByDelegate: boolean | undefined): PermissionAnswer | { verdict: 'ask' }
  /**
   * Resolves when the delegate may begin, with false if `judge` has not allowed it. Delegates work one after another,
   * so that a person never sees two questions at once.
   */
  begin(use: ToolUse): Promise<boolean>
  /** The working delegate has ended. */
  end(): void
  /** Counts what a delegate has used. */
  add(tokens: UsedTokens, costUsd: number): void
  used(): UsedTokens
  /** Why a delegate may use no more tools; undefined if it may. */
  obstacle(): string | undefined
  /** A line for people: what the working delegate does, or the delegate that this use began. */
  label(line: string, use?: ToolUse): string
}

export function createDelegates(limits: DelegateLimits | undefined): Delegates {
  let allowed = 0
  /** How many were allowed and have not asked to begin yet. */
  let awaited = 0
  let begun = 0
  const numbers = new Map<string, number>()
  let used = noTokens
  let usd = 0
  let queue = Promise.resolve()
  let finish = () => {}
  const deny = (why: string) => ({ verdict: 'deny', why }) as const
  const tokens = () => Object.values(used).reduce((sum, count) => sum + count, 0)
  const isSpent = () => limits !== undefined && (tokens() >= limits.tokens || usd >= limits.usd)

  return {
    judge({ input }, isByDelegate) {
      if (!limits || isByDelegate) return deny('This tool is not available here.')
      const { description: _, prompt: __, subagent_type: kind, ...others } = input
      if (kind !== KIND || Object.keys(others).length > 0)
        return deny(`Call it with description, prompt and "subagent_type": "${KIND}" only.`)
      if (isSpent()) return deny(`${DELEGATES_SPENT} Do the rest yourself.`)
      if (allowed >= limits.count) return deny(tooManyDelegates(limits.count))
      allowed += 1
      awaited += 1
      return { verdict: 'ask' }
    },
    async begin(use) {
      if (awaited === 0) return false
      awaited -= 1
      const before = queue
      queue = before.then(() => new Promise((resolve) => (finish = resolve)))
      await before
      begun += 1
      numbers.set(JSON.stringify(use), begun)
      return true
    },
    end: () => finish(),
    add(more, costUsd) {
      used = sumOfTokens(used, more)
      usd += costUsd
    },
    used: () => used,
    obstacle: () => (isSpent() ? `${DELEGATES_SPENT} Report what you have.` : undefined),
    label: (line, use) => `delegate ${numbers.get(JSON.stringify(use)) ?? begun}: ${line}`,
  }
}

/** What people see of the brief. */
export function briefLine({ input }: ToolUse): string {
  return quoted(input.prompt)
}
