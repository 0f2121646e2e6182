import { clockOf } from '../../text/date.ts'
import type { Finding, Round } from '../../wire/health-wire.ts'
import { healthWords } from '../../words/health-words.ts'
import { useLocale, useWords } from '../../words/language.ts'

/** Everything Skein needs, looked at when somebody asks for it, what is wrong first. */
export function Doctor({ round, look }: { round: Round | undefined; look: () => void }) {
  const words = useWords(healthWords)
  const locale = useLocale()
  const isLooking = round !== undefined && round.endedAt === undefined
  return (
    <section aria-label={words.doctor}>
      <div class="section-head">
        <h2>{words.doctor}</h2>
        <button type="button" class="quiet" aria-disabled={isLooking} onClick={() => !isLooking && look()}>
          {round ? words.lookAgain : words.look}
        </button>
      </div>
      <p class="muted" role="status">
        {!round && words.doctorAbout}
        {isLooking && words.looking(round.waiting.join(', '))}
        {round?.endedAt !== undefined && words.looked(clockOf(round.endedAt, locale))}
      </p>
      {round && round.findings.length > 0 && (
        <ul class="findings">
          {round.findings.toSorted(byWeight).map((finding) => (
            <li key={`${finding.what}: ${finding.says}`} class={`finding is-${finding.verdict}`}>
              <span class="verdict">{words.verdicts[finding.verdict]}</span>
              <span dir="auto">
                <b>{finding.what}</b> {finding.says}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const weights: Record<Finding['verdict'], number> = { bad: 0, note: 1, ok: 2 }

function byWeight(one: Finding, other: Finding): number {
  return weights[one.verdict] - weights[other.verdict]
}
