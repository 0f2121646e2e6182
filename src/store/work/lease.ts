/** A task that nobody holds. */
export const noLease = { leaseInstance: null, leaseUntil: null } as const
