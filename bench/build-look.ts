import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { judge, median, ms, timed, times } from './figures.ts'

const LOOKS = 15
const GOAL = 2

const build = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))

/** What every start takes to see that nothing has to be installed or built, beside a bare node. */
export function benchBuildLook(): void {
  execFileSync(process.execPath, [build], { stdio: 'inherit' })
  const look = medianOf(() => execFileSync(process.execPath, [build]))
  const bare = medianOf(() => execFileSync(process.execPath, ['-e', '']))
  judge('looking whether all is built', `${ms(look)}, ${times(look / bare)} a bare node`, {
    says: `under ${GOAL} times`,
    met: look < GOAL * bare,
  })
}

function medianOf(work: () => unknown): number {
  return median(Array.from({ length: LOOKS }, () => timed(work)))
}
