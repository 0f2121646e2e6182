/** Whether this is `npm run test:long`, which runs the random tests, the kills and the bursts in full size. */
export const isLong = process.env.SKEIN_LONG !== undefined

/** How often something random is tried: enough to notice a mistake in `npm test`, and all of it in `npm run test:long`. */
export function size(usual: number, long: number): number {
  return isLong ? long : usual
}
