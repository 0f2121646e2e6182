import type { SessionTurn, Step } from '../session/session.ts'
import { noAnswer } from './pieces.ts'

/** Turns as they were, with every call and all that came of it, for whoever wants to look something up. */
export function turnsText(turns: readonly SessionTurn[], first: number, before: string | undefined): string {
  const parts = turns.map((turn, index) =>
    [
      `# Turn ${first + index + 1}`,
      `## Asked\n\n${turn.text}`,
      ...turn.steps.map((step, number) => stepText(step, number)),
      `## Answered\n\n${turn.answer ?? noAnswer}`,
    ].join('\n\n'),
  )
  return whole(parts, before)
}

/** Steps of one turn in the same way. */
export function stepsText(steps: readonly Step[], first: number, before: string | undefined): string {
  return whole(
    steps.map((step, index) => stepText(step, first + index)),
    before,
  )
}

function whole(parts: readonly string[], before: string | undefined): string {
  const head = before === undefined ? [] : [`What was before this is in ${before}.`]
  return `${[...head, ...parts].join('\n\n')}\n`
}

function stepText({ said, calls, results, joined }: Step, number: number): string {
  return [
    `## Step ${number + 1}`,
    ...(said.trim() === '' ? [] : [said]),
    ...calls.map(({ id, name, input }) => `### Call ${id}: ${name}\n\n${JSON.stringify(input ?? {})}`),
    ...results.map(({ call, text, failed }) => `### ${failed ? 'Failed' : 'Result'} ${call}\n\n${text}`),
    ...(joined === undefined ? [] : [`### Sent meanwhile\n\n${joined}`]),
  ].join('\n\n')
}
