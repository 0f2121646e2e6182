import { encode } from 'uqr'
import type { QrCode } from '../../page/wire/people-wire.ts'

/** Light on all sides, as the standard wants it: without it many a camera finds nothing. */
const BORDER = 4

/** The dark modules of a QR code as one path, a module wide and high. Made here: the page would carry the maker along. */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: BORDER })
  const bars = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  return { size, path: bars.join('') }
}

/** Where dark modules begin in a row, and how many follow. */
function runsOf(row: boolean[]): [x: number, length: number][] {
  const runs: [x: number, length: number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last[0] + last[1] === x) last[1]++
    else runs.push([x, 1])
  }
  return runs
}
