import { type Claim, releaseClaim } from '../../store/work/claims.ts'
import { recordEvent } from '../../store/work/tasks.ts'
import type { Road } from '../road.ts'
import type { Background, Prepared } from './background.ts'
import type { Cut } from './run.ts'

type Ending = Pick<Road, 'db' | 'clock'> & { background: Pick<Background, 'take' | 'staySilent'> }

/** Background work for which no model has to be asked. */
export function endWithoutModel(deps: Ending, claim: Claim, prepared: Exclude<Prepared, { status: 'ask' }>): void {
  const { db, clock, background } = deps
  const now = clock.now()
  db.transaction(() => {
    const end = { state: 'answered', reason: null, suspicion: 0, finishedAt: now.getTime() } as const
    if (!releaseClaim(db, claim, end)) return
    recordEvent(db, claim.task.id, 'answered', 'no model was asked', now)
    if (prepared.status === 'nothing') return background.staySilent(claim.task, prepared.reason, now)
    const { text, trust } = prepared
    background.take(claim.task, { text, trust, files: [], actions: [] }, now)
  })
}

/** Cut short while it was prepared: nothing was begun. Whoever stopped it has ended it already. */
export function putBack({ db, clock }: Ending, claim: Claim, cut: Cut): void {
  if (cut === 'stop' || cut === 'fenced') return
  if (releaseClaim(db, claim, { state: 'queued', attempt: claim.task.attempt - 1 }))
    recordEvent(db, claim.task.id, 'queued', null, clock.now())
}
