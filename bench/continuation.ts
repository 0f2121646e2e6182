import { type Case, decided, reportsAndRequests } from '../test/gateway/choosing/continuation-cases/cases.ts'

// Prints how often the rule decides whether a message continues the conversation as a person would. Every second case
// is kept out of tuning; only the figure of that half says anything about other messages.

export function benchContinuation(): void {
  for (const [half, cases] of [
    ['tuning', reportsAndRequests.filter(({ heldOut }) => !heldOut)],
    ['kept out', reportsAndRequests.filter(({ heldOut }) => heldOut)],
  ] as const) {
    const verdicts = cases.map((one) => ({ ...one, ...decided(one) }))
    const count = (matches: (verdict: (typeof verdicts)[number]) => boolean) => verdicts.filter(matches).length
    const right = count(({ result, wants }) => wants.includes(result))
    const open = count(({ result, wants }) => result === 'open' && !wants.includes('open'))
    console.info(
      `${half}: ${right} of ${cases.length} right, ${open} left to the model, ${cases.length - right - open} wrong`,
    )
    // The kept-out cases are counted by kind only, so that nobody tunes the rule by them.
    const misses = verdicts.filter(({ result, wants }) => !wants.includes(result))
    for (const miss of misses) console.info(`  ${half === 'tuning' ? describe(miss) : `${miss.language} ${miss.kind}`}`)
  }
}

function describe({ language, kind, message, ...verdict }: Case & ReturnType<typeof decided>): string {
  return `${language} ${kind}: “${message}” was judged ${verdict.result}: ${verdict.reason.en}`
}
