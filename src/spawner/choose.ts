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
  claude: ClaudeOptions
  demo: Omit<DemoDeps, 'connect'>
}

/** Never a model call: whether the CLI can answer is read from its version and its credential. */
export async function chooseBrain(choice: BrainChoice, signal: AbortSignal): Promise<ChosenBrain> {
  if (choice.wanted === 'demo') {
    const connect = 'The configuration asks for it; set [brain] default = "claude" to connect a real one.'
    return { brain: createDemo({ ...choice.demo, connect }), banner: `This is the demo, not a model. ${connect}` }
  }
  const probe = await probeClaude(choice.claude, signal)
  if (probe.status === 'ready') return { brain: createClaude(choice.claude) }
  if (choice.wanted === 'claude') return { brain: createClaude(choice.claude), banner: probe.sentence }
  return {
    brain: createDemo({ ...choice.demo, connect: probe.sentence }),
    banner: `This is the demo, not a model. ${probe.sentence}`,
  }
}
