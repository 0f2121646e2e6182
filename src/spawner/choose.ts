import { type Brains, createBrains } from './brains.ts'
import { createDemo, type DemoDeps } from './demo/demo.ts'
import type { Brain } from './spawner.ts'

export interface ChosenBrains extends Brains {
  /** What a person should know or do about the usual one; shown quietly on the page. */
  banner?: string
}

export interface BrainChoice {
  /** Undefined: the real one when it can answer here, else the demo. */
  wanted: string | undefined
  /** Not to be run: only asked whether it could be. */
  real: Pick<Brain, 'name' | 'probe'>
  demo: Omit<DemoDeps, 'connect'>
}

/** Never a model call. The real one that answers is handed in when what it works with is there. */
export async function chooseBrains(choice: BrainChoice, signal: AbortSignal): Promise<(real: Brain) => ChosenBrains> {
  const { wanted, real } = choice
  const demo = (connect: string) => (made: Brain) => ({
    ...createBrains(createDemo({ ...choice.demo, connect }), [made]),
    banner: `This is the demo, not a model. ${connect}`,
  })
  if (wanted === 'demo')
    return demo(`The configuration asks for it; set [brain] default = "${real.name}" to connect a real one.`)
  const problem = await real.probe?.(signal)
  if (problem === undefined) return (made) => createBrains(made)
  return wanted === real.name ? (made) => ({ ...createBrains(made), banner: problem }) : demo(problem)
}
