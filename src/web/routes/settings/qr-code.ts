import { encode } from 'uqr'
import type { QrCode } from '../../page/wire/people-wire.ts'

/** The standard requires a light border. Many cameras find no code without it. */
const BORDER = 4

/** A QR code as one SVG path. Made by the server, so that the page needs no encoder. */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: BORDER })
  const bars = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  return { size, path: bars.join('') }
}

/** Runs of dark modules in a row. */
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
