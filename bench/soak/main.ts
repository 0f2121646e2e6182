import { commitBeforeMigration, earlierBuild, presentBuild, removeBuild } from './builds.ts'
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
  const commit = from ?? commitBeforeMigration()
  const built = commit === undefined || commit === 'none' ? undefined : earlierBuild(commit)
  if (built && 'problem' in built) say(`The program of ${commit} could not be built: ${built.problem}`)
  const earlier = built && 'build' in built ? built.build : undefined
  if (earlier) say(`begins with the program of ${commit}`)
  try {
    const result = await soak({ messages, minutes, seed, earlier, present, say })
    return report(result, { publish, say })
  } finally {
    for (const build of [present, earlier]) if (build) removeBuild(build)
  }
}
