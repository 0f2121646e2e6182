import { spawnSync } from 'node:child_process'
import type { Build } from '../../test/peers/build.ts'
import { commitsBeforeMigrations, earlierBuild, presentBuild, removeBuild, root } from './builds.ts'
import { parseOptions, type SoakOptions, usage } from './options.ts'
import { report } from './report.ts'
import { soak } from './soak.ts'

const parsed = parseOptions(process.argv.slice(2))
if ('help' in parsed) console.log(usage)
else if ('wrong' in parsed) {
  console.error(parsed.wrong)
  process.exitCode = 64
} else {
  // What was started ends with this process.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130))
  process.exitCode = (await run(parsed.options)) ? 0 : 1
}

async function run({ messages, minutes, seed, from, publish }: SoakOptions): Promise<boolean> {
  const say = (line: string) => console.log(line)
  const present = presentBuild()
  const earlier = from === 'none' ? undefined : firstBuild(from ? [from] : commitsBeforeMigrations(), say)
  try {
    const result = await soak({ messages, minutes, seed, earlier, present, say })
    const isGood = report(result, { publish, say })
    // The page and its pictures are made from the curve.
    if (publish) spawnSync(process.execPath, ['scripts/proof.mjs', '--render'], { cwd: root, stdio: 'inherit' })
    return isGood
  } finally {
    for (const build of [present, earlier]) if (build) removeBuild(build)
  }
}

function firstBuild(commits: string[], say: (line: string) => void): Build | undefined {
  for (const commit of commits) {
    const built = earlierBuild(commit)
    if ('build' in built) say(`begins with the program of ${commit}`)
    else say(`The program of ${commit} could not be built: ${built.problem}`)
    if ('build' in built) return built.build
  }
  return undefined
}
