/**
 * What a death of the daemon says about a task that was running. A kill, or a death that left no word (the kernel's when
 * memory runs out looks like any kill), says little; an exception that nobody caught says more. A stop that was asked
 * for, a power cut and a reboot say nothing.
 */
export type Evidence = 'none' | 'weak' | 'strong'

const points = { none: 0, weak: 2, strong: 3 } as const satisfies Record<Evidence, number>

/** One more death could be enough from here on. */
export const SUSPECT = points.strong

/** Two strong ones in a row, or three weak ones. */
const CONDEMNED = 2 * points.strong

interface Suspected {
  suspicion: number
}

/** Suspects run one at a time, so that a death condemns one at most; whoever is no suspect never waits for them. */
export function isSuspect({ suspicion }: Suspected): boolean {
  return suspicion >= SUSPECT
}

export function isCondemned({ suspicion }: Suspected): boolean {
  return suspicion >= CONDEMNED
}

/** Beside a suspect that was running as well, the others were most likely only there. */
export function afterDeath(task: Suspected, evidence: Evidence, hadSuspect: boolean): number {
  const isOnlyThere = hadSuspect && !isSuspect(task)
  return task.suspicion + points[isOnlyThere && evidence === 'strong' ? 'weak' : evidence]
}
