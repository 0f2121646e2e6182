import { wholeBefore } from '../../lib/text/text.ts'
import type { Action } from '../../spawner/spawner.ts'

/** Of what a tool was given, of what came back, and of what was thought: more is in files and sessions, not in the store. */
const MOST_CHARS = { step: 4_000, thought: 20_000 }

/** An action as it is kept with an answer. */
export function keptAction({ line, failed, input, output }: Action, scrub: (text: string) => string): Action {
  return {
    line: scrub(line),
    failed,
    ...(input !== undefined && { input: keptText(input, scrub, MOST_CHARS.step) }),
    ...(output !== undefined && { output: keptText(output, scrub, MOST_CHARS.step) }),
  }
}

/** Without secrets first, and only then shortened: half a secret is found by nobody. */
export function keptText(text: string, scrub: (text: string) => string, most = MOST_CHARS.thought): string {
  const clean = scrub(text)
  if (clean.length <= most) return clean
  const cut = wholeBefore(clean, most)
  return `${clean.slice(0, cut)}\n… (${(clean.length - cut).toLocaleString('en')} characters more)`
}
