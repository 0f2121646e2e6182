// The versions of other software that Skein was tested with. A test compares them with what the suites use.

/** Every version of Node whose tests passed, by its first number. */
export const testedNodeMajors: readonly number[] = [20, 22, 24, 26]

/** The oldest and the newest claude CLI. All versions between them count as tested. */
export const testedClaude = { oldest: '2.1.197', newest: '2.1.325' } as const

/** The oldest and the newest Talk, by its first number. Nextcloud's is ten more. */
export const testedTalk = { oldest: 17, newest: 24 } as const

/** Whether a version such as 2.1.210 is older than the oldest tested one, newer than the newest, or neither. */
export function compareTested(
  version: string,
  { oldest, newest }: { oldest: string | number; newest: string | number },
) {
  if (compare(version, String(oldest)) < 0) return 'older'
  return compare(version, String(newest)) > 0 ? 'newer' : 'tested'
}

/** Only as many numbers as the second version has, so that 24.0.2 equals 24. */
function compare(version: string, other: string): number {
  const [numbers, others] = [version, other].map((text) => text.split('.').map(Number))
  for (const [at, theirs] of (others ?? []).entries()) {
    const ours = numbers?.[at] ?? 0
    if (ours !== theirs) return ours - theirs
  }
  return 0
}
