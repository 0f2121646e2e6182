import type { StepsWords } from '../../../words/chats/steps-words.ts'

/** "ran 2 commands, wrote notes.md": what was done for an answer, on one line. */
export function stepsInWords(steps: { line: string; failed: boolean }[], words: StepsWords): string {
  const groups = new Map<string, string[]>()
  for (const { line } of steps) {
    // What a line begins with says what kind of step it was.
    const [, verb = '', rest = ''] = /^(\w+)(?: ([\s\S]*))?$/.exec(line) ?? []
    const kind = verb in words.kinds ? verb : ''
    groups.set(kind, [...(groups.get(kind) ?? []), kind === '' ? line : rest])
  }
  const failed = steps.filter((step) => step.failed).length
  const told = [...groups].map(([kind, whats]) => inWords(kind, whats, words))
  return [...told, ...(failed > 0 ? [words.failed(failed)] : [])].join(', ')
}

function inWords(kind: string, whats: string[], words: StepsWords): string {
  const how = words.kinds[kind]
  const [only = ''] = whats
  if (!how) return whats.length === 1 ? only : words.others(whats.length)
  return whats.length === 1 ? how.one(only) : how.many(whats.length)
}
