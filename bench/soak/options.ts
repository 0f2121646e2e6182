/** What `npm run soak` was asked for. */
export interface SoakOptions {
  messages: number
  /** It ends after about so many minutes: a slow machine then says fewer messages in each round. */
  minutes: number
  seed: number
  /** The commit whose program runs first; "none" for the present one alone. */
  from: string | undefined
  /** Writes the curve to docs/proof/soak.json, and docs/proof.md with it. */
  publish: boolean
}

export const usage = `npm run soak -- [options]

Runs a daemon under load over the page, Telegram, Talk and mail, with jobs, restarts, kills and an update, while days
pass on its clock. Prints how memory, files and cost change per 1,000 messages, and fails if something is lost or leaks.

  --messages N   how many messages people send (100000; 2000 for a try)
  --minutes N    about how long it may take (60); a machine that is too slow for all messages sends fewer
  --seed N       what they say and when the daemon is killed (1)
  --from COMMIT  the program that runs in the first quarter ("none": only the present one).
                 Default: the commit before the last one that changed migrations/
  --publish      write the curve to docs/proof/soak.json, and docs/proof.md with it
  --help         this text

Example: npm run soak -- --messages 2000 --minutes 5
`

const numbers = ['messages', 'minutes', 'seed'] as const
type NumberName = (typeof numbers)[number]

/** The options, the text of --help, or what is wrong with them. */
export function parseOptions(args: string[]): { options: SoakOptions } | { help: true } | { wrong: string } {
  const options: SoakOptions = {
    messages: 100_000,
    minutes: 60,
    seed: 1,
    from: undefined,
    publish: false,
  }
  for (let at = 0; at < args.length; at++) {
    const [flag = '', given] = (args[at] ?? '').split(/=(.*)/s)
    if (flag === '--help') return { help: true }
    if (flag === '--publish') options.publish = true
    else if (flag === '--from' || numbers.some((name) => flag === `--${name}`)) {
      const value = given ?? args[++at]
      if (value === undefined) return { wrong: `${flag} needs a value.` }
      if (flag === '--from') options.from = value
      else if (/^[1-9]\d*$/.test(value)) options[flag.slice(2) as NumberName] = Number(value)
      else return { wrong: `${flag} needs a whole number above 0, not "${value}".` }
    } else return { wrong: `There is no option "${args[at]}". See npm run soak -- --help` }
  }
  return { options }
}
