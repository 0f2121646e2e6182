import type { AnyText } from '../messages/localized.ts'
import { brainMessages as texts } from './brain-messages.ts'
import { type Brains, createBrains } from './brains.ts'
import { createDemo, type DemoDeps } from './demo/demo.ts'
import type { Brain } from './spawner.ts'

export interface BrainChoice {
  /** Undefined: the first real brain that can answer here, else the demo. */
  wanted: string | undefined
  /** In the order in which they are tried. They are only probed here, not run. */
  real: readonly Pick<Brain, 'name' | 'probe'>[]
  /** Alternative names of the brains. */
  aliases?: ReadonlyMap<string, string>
  demo: Omit<DemoDeps, 'connect'>
}

/** The usual brain and what to say about it. */
interface Usual {
  name: string
  banner?: AnyText
  /** How to get answers from something other than the demo. */
  connect: AnyText
}

/**
 * Probes the brains without calling a model. The brains themselves are passed in later, when their dependencies exist.
 */
export async function chooseBrains(
  choice: BrainChoice,
  signal: AbortSignal,
): Promise<(realBrains: readonly Brain[]) => Brains> {
  const { name, banner, connect } = await chooseUsual(choice, signal)
  return (realBrains) => {
    const all = [...realBrains, createDemo({ ...choice.demo, connect })]
    const usual = all.find((brain) => brain.name === name)
    if (!usual) throw new Error(`there is no brain ${name}`)
    const others = all.filter((brain) => brain !== usual)
    return { ...createBrains(usual, others, choice.aliases), ...(banner === undefined ? {} : { banner }) }
  }
}

async function chooseUsual({ wanted, real, aliases }: BrainChoice, signal: AbortSignal): Promise<Usual> {
  const demo = (connect: AnyText) => ({ name: 'demo', banner: texts.demoBanner(connect), connect })
  if (wanted === 'demo') return demo(texts.demoConfigured(real[0]?.name ?? ''))
  const name = wanted === undefined ? undefined : (aliases?.get(wanted) ?? wanted)
  const problems: AnyText[] = []
  for (const brain of real.filter((candidate) => name === undefined || candidate.name === name)) {
    const problem = await brain.probe?.(signal)
    if (problem === undefined) return { name: brain.name, connect: texts.demoChosen }
    if (brain.name === name) return { name, banner: problem, connect: texts.demoChosen }
    problems.push(problem)
  }
  // A person who set up a provider wants to know what is wrong with that one.
  return demo(problems.at(-1) ?? texts.demoChosen)
}

/** Brains that can be replaced while tasks run. A task that is running keeps the brain with which it began. */
export function createLiveBrains(first: Brains): { brains: Brains; replace(next: Brains): void } {
  let current = first
  return {
    brains: {
      get all() {
        return current.all
      },
      get usual() {
        return current.usual
      },
      get banner() {
        return current.banner
      },
      for: (task) => current.for(task),
      named: (name) => current.named(name),
    },
    replace(next) {
      current = next
    },
  }
}
