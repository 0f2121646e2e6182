import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import type { RunOutcome } from '../../lib/child.ts'
import { quoteForShell } from '../../lib/sandbox.ts'

/** A command to run, or a file to write. */
export type Action = { run: string[] } | { write: string; text: string; mode: number }

/** One step of an installation or a removal. */
export interface Step {
  /** What was done, for the person. */
  says: string
  actions: Action[]
  /** Takes the step back if a later one fails. */
  undo?: Action[]
  /** Names what is still there after a failure. */
  leaves?(): string | undefined
  /** A failure is reported, and the next step is done all the same. */
  mayFail?: string
}

export interface StepDeps {
  /** Runs a program to its end. */
  run(command: string[], signal: AbortSignal): Promise<RunOutcome>
  print(line: string): void
  signal: AbortSignal
}

export type StepResult =
  | { status: 'done' }
  /** What could not be done and why; what could not be taken back, and what is still there. */
  | ({ status: 'failed'; notTakenBack: Failure[]; leaves: string[] } & Failure)

export interface Failure {
  command: string
  reason: string
}

/** Does all steps in order. If one fails, those before it are taken back, the last one first. */
export async function runSteps(steps: Step[], deps: StepDeps): Promise<StepResult> {
  for (const [index, step] of steps.entries()) {
    const failure = await perform(step.actions, deps, deps.signal)
    if (failure && step.mayFail !== undefined) deps.print(step.mayFail)
    else if (failure) {
      return { status: 'failed', ...failure, ...(await takeBack(steps.slice(0, index + 1), deps)) }
    } else deps.print(step.says)
  }
  return { status: 'done' }
}

/** The same steps as commands for a shell. */
export function describeActions(steps: Step[]): string[] {
  return steps.flatMap(({ actions }) => actions.map(describeAction))
}

async function perform(actions: Action[], { run }: StepDeps, signal: AbortSignal): Promise<Failure | undefined> {
  for (const action of actions) {
    const reason = 'run' in action ? reasonOf(await run(action.run, signal)) : writeWhole(action)
    if (reason !== undefined) return { command: describeAction(action), reason }
  }
  return undefined
}

/** The step that failed may be half done, so it is taken back too. */
async function takeBack(steps: Step[], deps: StepDeps): Promise<{ notTakenBack: Failure[]; leaves: string[] }> {
  const notTakenBack: Failure[] = []
  const leaves: string[] = []
  // Ctrl-C stops the installation, not the way back.
  const never = new AbortController().signal
  for (const { undo, leaves: remains } of steps.toReversed()) {
    for (const action of undo ?? []) {
      const failure = await perform([action], deps, never)
      if (failure) notTakenBack.push(failure)
    }
    const left = remains?.()
    if (left !== undefined) leaves.push(left)
  }
  return { notTakenBack, leaves }
}

function writeWhole({ write, text, mode }: Extract<Action, { write: string }>): string | undefined {
  try {
    const next = `${write}.new`
    writeFileSync(next, text, { mode: 0o600 })
    chmodSync(next, mode)
    renameSync(next, write)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function reasonOf(outcome: RunOutcome): string | undefined {
  const said = (outcome.stderr.trim() || outcome.stdout.trim()).slice(-2000)
  switch (outcome.status) {
    case 'exited':
      return outcome.code === 0 ? undefined : said || `it ended with code ${outcome.code}`
    case 'killed':
      return said || `it was ended by ${outcome.signal}`
    case 'not_started':
      return outcome.code === 'ENOENT' ? 'this program is not installed' : `it could not be started (${outcome.code})`
    case 'timeout':
      return 'it did not end in time'
    case 'flood':
      return 'it printed too much'
    case 'aborted':
      return 'interrupted'
  }
}

function describeAction(action: Action): string {
  return 'run' in action ? action.run.map(quoteWord).join(' ') : `write ${action.write}`
}

function quoteWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : quoteForShell(word)
}
