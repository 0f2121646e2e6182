import type { ClaudeOptions } from './claude/claude.ts'
import { createClaude } from './claude/claude.ts'
import { probeClaude } from './claude/probe.ts'
import { createDemo, type DemoDeps } from './demo/demo.ts'
import type { Brain } from './spawner.ts'

export interface ChosenBrain {
  brain: Brain
  /** What a person should know or do about it; shown quietly on the page. */
  banner?: string
}

export interface BrainChoice {
  /** Undefined: the CLI when it is there and has a credential, else the demo. */
  wanted: 'claude' | 'demo' | undefined
  claude: Omit<ClaudeOptions, keyof Needed>
  demo: Omit<DemoDeps, 'connect'>
}

/** What a brain needs of the rest, and can have only when that is built. */
type Needed = Pick<ClaudeOptions, 'tools' | 'permissions' | 'trouble'>

/**
 * Never a model call: whether the CLI can answer is read from its version and its credential. The brain itself is made
 * when what it works with is there.
 */
export async function chooseBrain(choice: BrainChoice, signal: AbortSignal): Promise<(needed: Needed) => ChosenBrain> {
  const demo = (connect: string) => () => ({
    brain: createDemo({ ...choice.demo, connect }),
    banner: `This is the demo, not a model. ${connect}`,
  })
  if (choice.wanted === 'demo')
    return demo('The configuration asks for it; set [brain] default = "claude" to connect a real one.')
  const probe = await probeClaude(choice.claude, signal)
  const claude = (needed: Needed) => createClaude({ ...choice.claude, ...needed })
  if (probe.status === 'ready') return (needed) => ({ brain: claude(needed) })
  if (choice.wanted === 'claude') return (needed) => ({ brain: claude(needed), banner: probe.sentence })
  return demo(probe.sentence)
}
