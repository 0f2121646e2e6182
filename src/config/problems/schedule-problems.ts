import type { z } from 'zod'
import type { schema } from '../schema/schema.ts'
import type { KeyProblem } from './problems.ts'

type Checked = z.output<typeof schema>
type Block = Checked['heartbeat']['checks'][number]
type Path = (string | number)[]

/** Problems that show only when the keys of a job are looked at together. */
export function scheduleProblems({ schedules, briefings, heartbeat, mailboxes }: Checked): KeyProblem[] {
  const boxes = Object.keys(mailboxes)
  return [
    ...schedules.flatMap((job, index) => jobProblems(job, ['schedules', index])),
    ...briefings.flatMap((job, index) => jobProblems(job, ['briefings', index])),
    ...duplicateNames(schedules, 'schedules'),
    ...duplicateNames(briefings, 'briefings'),
    ...briefings.flatMap(({ blocks }, index) => blocksProblems(blocks, ['briefings', index, 'blocks'], boxes)),
    ...blocksProblems(heartbeat.checks, ['heartbeat', 'checks'], boxes),
    ...briefings.flatMap(({ name, blocks }, index) =>
      blocks.length > 0
        ? []
        : [{ path: ['briefings', index], says: `the briefing "${name}" has no blocks; add a [[briefings.blocks]]` }],
    ),
    ...(heartbeat.enabled && heartbeat.checks.length === 0
      ? [{ path: ['heartbeat'], says: 'heartbeat.enabled needs at least one [[heartbeat.checks]]' }]
      : []),
  ]
}

const timeKeys = ['cron', 'every_minutes', 'at'] as const

type Job = { name: string } & Partial<Record<(typeof timeKeys)[number], unknown>>

function jobProblems(job: Job, path: Path): KeyProblem[] {
  const given = timeKeys.filter((key) => job[key] !== undefined)
  if (given.length === 1) return []
  const says = `"${job.name}" needs exactly one of cron, every_minutes and at, but has ${given.join(' and ') || 'none of them'}`
  return [{ path: [...path, given[1] ?? 'name'], says }]
}

function duplicateNames(jobs: Job[], list: string): KeyProblem[] {
  return jobs.flatMap(({ name }, index) =>
    jobs.findIndex((other) => other.name === name) === index
      ? []
      : [
          {
            path: [list, index, 'name'],
            says: `two of the ${list} are called "${name}"; each needs a name of its own`,
          },
        ],
  )
}

function blocksProblems(blocks: Block[], path: Path, mailboxes: string[]): KeyProblem[] {
  return blocks.flatMap((block, index) => {
    const says = blockProblem(block, mailboxes)
    return says === undefined
      ? []
      : [{ path: [...path, index, 'source'], says: `a block of source "${block.source}" ${says}` }]
  })
}

function blockProblem(block: Block, mailboxes: string[]): string | undefined {
  const addresses = [block.url, block.secret_url, block.file].filter((value) => value !== undefined).length
  switch (block.source) {
    case 'feed':
      return block.file === undefined && addresses === 1 ? undefined : 'needs url or secret_url, one of them'
    case 'calendar':
      return addresses === 1 ? undefined : 'needs url, secret_url or file, one of them'
    case 'mail':
      if (block.mailbox === undefined) return 'needs mailbox, the name of a [mailboxes.NAME]'
      return mailboxes.includes(block.mailbox) ? undefined : `names the mailbox "${block.mailbox}", which is not there`
    case 'command':
      return block.command.length > 0 ? undefined : 'needs command, a program and its arguments'
    case 'conversations':
    case 'questions':
    case 'reminders':
      return undefined
  }
}
