import type { Kind } from './conversation.ts'
import type { Result } from './run.ts'

/** What one arm reached on one kind, or on all of them. */
export interface ArmFigures {
  arm: string
  kind: string
  questions: number
  /** The share of right answers. */
  accuracy: number
  undecided: number
  promptTokens: number
  pastTokens: number
  tokensPerCorrect: number
  costPerCorrect: number | undefined
  leaks: number
}

export function figuresOf(results: Result[], kind: string): ArmFigures[] {
  const arms = [...new Set(results.map(({ arm }) => arm))]
  return arms.map((arm) => {
    const own = results.filter((result) => result.arm === arm)
    const right = own.filter(({ verdict }) => verdict === 'right').length
    const total = (value: (result: Result) => number) => own.reduce((sum, result) => sum + value(result), 0)
    const cost = total(({ costUsd }) => costUsd)
    return {
      arm,
      kind,
      questions: own.length,
      accuracy: right / own.length,
      undecided: own.filter(({ verdict }) => verdict === 'undecided').length,
      promptTokens: Math.round(total(({ promptTokens }) => promptTokens) / own.length),
      pastTokens: Math.round(total(({ pastTokens }) => pastTokens) / own.length),
      tokensPerCorrect: Math.round(
        total(({ promptTokens, reportedTokens }) => reportedTokens || promptTokens) / Math.max(1, right),
      ),
      costPerCorrect: cost > 0 ? cost / Math.max(1, right) : undefined,
      leaks: own.filter(({ leaked }) => leaked).length,
    }
  })
}

export const ALL = 'all'
const NAME_WIDTH = 23
const CELL_WIDTH = 10

/** One row per arm: accuracy by kind, and over the kinds that are not held out everything else. */
export function printTable(results: Result[], kinds: Kind[], log: (line: string) => void): void {
  const isOpen = ({ kind }: Result) => kinds.find(({ name }) => name === kind)?.isHeldOut !== true
  const open = kinds.filter(({ isHeldOut }) => !isHeldOut)
  if (open.length > 0) printRows('', open, results.filter(isOpen), results, log)
  for (const heldOut of kinds.filter(({ isHeldOut }) => isHeldOut)) {
    const own = results.filter(({ kind }) => kind === heldOut.name)
    printRows('held out: nothing is tuned on it', [heldOut], own, results, log)
  }
}

function printRows(
  title: string,
  kinds: Kind[],
  ofKinds: Result[],
  results: Result[],
  log: (line: string) => void,
): void {
  const cell = (text: string) => text.padStart(CELL_WIDTH)
  const names = [...kinds.map(({ name }) => name), ...(kinds.length > 1 ? [ALL] : [])]
  const columns = ['undecided', 'past', 'prompt', 'per right', '$ / right', 'LEAKS']
  log('')
  if (title !== '') log(`  ${title}`)
  log(`  ${''.padEnd(NAME_WIDTH)}${[...names, ...columns].map(cell).join('')}`)
  for (const all of figuresOf(ofKinds, ALL)) {
    const shares = kinds.map(({ name }) => {
      const own = results.filter(({ kind, arm }) => kind === name && arm === all.arm)
      return cell(percent(figuresOf(own, name)[0]?.accuracy ?? 0))
    })
    const cells = [
      ...shares,
      ...(kinds.length > 1 ? [cell(percent(all.accuracy))] : []),
      cell(String(all.undecided)),
      cell(String(all.pastTokens)),
      cell(String(all.promptTokens)),
      cell(String(all.tokensPerCorrect)),
      cell(all.costPerCorrect === undefined ? '–' : all.costPerCorrect.toFixed(5)),
      cell(String(all.leaks)),
    ]
    log(`  ${all.arm.padEnd(NAME_WIDTH)}${cells.join('')}`)
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
