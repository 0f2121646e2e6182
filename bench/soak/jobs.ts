import type { Life } from './life.ts'
import type { Place } from './place.ts'

const plans = [
  'schedule every 10 minutes remind me to stretch',
  'schedule every hour remind me to drink water',
  'schedule every hour tell me what is open',
  'schedule every day at 7 tell me what is open',
  'schedule in 20 minutes remind me to call Ana',
]

/** The owner plans a job in the first place of each channel, and several on the page. */
export async function planJobs(places: Place[]): Promise<void> {
  const firstOfChannel = places.filter(
    ({ name }, at) => places.findIndex((other) => channelOf(other.name) === channelOf(name)) === at,
  )
  for (const place of firstOfChannel) {
    const isPage = channelOf(place.name) === 'web'
    for (const plan of isPage ? plans : plans.slice(1, 3)) await place.say(`${place.mark}${plan}`)
  }
}

/** What became of the runs of all jobs: each that was delivered is one line in its chat. */
export function readJobs(life: Life): { runs: number; doubled: string[]; stuck: string[] } {
  const rows = life.query(
    `SELECT json_object('run', job_run.id, 'state', job_run.state, 'lines', (
       SELECT count(*) FROM outbox WHERE key = 'run:' || job_run.id || ':said:0' AND outbox.state = 'sent'))
     FROM job_run`,
  )
  const runs = rows.map((row) => JSON.parse(String(row)) as { run: number; state: string; lines: number })
  const describe = ({ run, state, lines }: (typeof runs)[number]) => `run ${run} of a job is ${state}, ${lines} lines`
  return {
    runs: runs.length,
    doubled: runs.filter(({ lines }) => lines > 1).map(describe),
    stuck: runs.filter(({ state, lines }) => state === 'delivered' && lines !== 1).map(describe),
  }
}

function channelOf(name: string): string {
  return name.slice(0, name.indexOf(':'))
}
