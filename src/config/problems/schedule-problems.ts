import type { z } from 'zod'
import type { AnyText } from '../../messages/localized.ts'
import { configMessages } from '../config-messages.ts'
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
      blocks.length > 0 ? [] : [{ path: ['briefings', index], says: configMessages.noBlocks(name) }],
    ),
    ...(heartbeat.enabled && heartbeat.checks.length === 0
      ? [{ path: ['heartbeat'], says: configMessages.noChecks }]
      : []),
  ]
}

const timeKeys = ['cron', 'every_minutes', 'at'] as const

type Job = { name: string } & Partial<Record<(typeof timeKeys)[number], unknown>>

function jobProblems(job: Job, path: Path): KeyProblem[] {
  const given = timeKeys.filter((key) => job[key] !== undefined)
  if (given.length === 1) return []
  const says = given.length === 0 ? configMessages.noTime(job.name) : configMessages.oneTime(job.name, given.join(', '))
  return [{ path: [...path, given[1] ?? 'name'], says }]
}

function duplicateNames(jobs: Job[], list: string): KeyProblem[] {
  return jobs.flatMap(({ name }, index) =>
    jobs.findIndex((other) => other.name === name) === index
      ? []
      : [
          {
            path: [list, index, 'name'],
            says: configMessages.duplicateName(list, name),
          },
        ],
  )
}

function blocksProblems(blocks: Block[], path: Path, mailboxes: string[]): KeyProblem[] {
  return blocks.flatMap((block, index) => {
    const says = blockProblem(block, mailboxes)
    return says === undefined
      ? []
      : [{ path: [...path, index, 'source'], says: configMessages.block(block.source, says) }]
  })
}

function blockProblem(block: Block, mailboxes: string[]): AnyText | undefined {
  const addresses = [block.url, block.secret_url, block.file].filter((value) => value !== undefined).length
  switch (block.source) {
    case 'feed':
      return block.file === undefined && addresses === 1 ? undefined : configMessages.feedAddress
    case 'calendar':
      return addresses === 1 ? undefined : configMessages.calendarAddress
    case 'mail':
      if (block.mailbox === undefined) return configMessages.mailboxName
      return mailboxes.includes(block.mailbox) ? undefined : configMessages.unknownMailbox(block.mailbox)
    case 'command':
      return block.command.length > 0 ? undefined : configMessages.blockCommand
    case 'conversations':
    case 'questions':
    case 'reminders':
      return undefined
  }
}
