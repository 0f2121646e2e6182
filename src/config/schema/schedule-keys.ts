import { z } from 'zod'
import { isZone } from '../../lib/time/zone.ts'
import { serializeText } from '../../messages/localized.ts'
import { expectedValues } from '../expected-values.ts'
import {
  commandLine,
  dollarAmount,
  flag,
  httpUrl,
  imapUrl,
  listOf,
  listOfTables,
  longText,
  namedTables,
  nameText,
  oneOf,
  secret,
  section,
  text,
  wholeNumber,
} from './shapes.ts'

/** Where a block of a briefing, or a check of the heartbeat, gets its content. */
export const blockSources = ['conversations', 'questions', 'reminders', 'mail', 'feed', 'calendar', 'command'] as const

const recipients = listOf((item) => /^[a-z]+:.+$/.test(item), expectedValues.destinations)
  .default([])
  .describe(
    'Chats or addresses that get the result, such as ["telegram:42", "email:ana@example.org"]. The chat you wrote in last unless set.',
  )

const model = text().default('fast').describe('The model that writes: "fast", "general", "smart" or a model name.')

/** The name of a job and when it runs. */
const job = {
  name: nameText().describe('The name of the job.'),
  cron: text()
    .optional()
    .meta({
      description: 'When it runs, as five cron fields. Set exactly one of cron, every_minutes and at.',
      examples: ['0 9 * * 1-5'],
    }),
  every_minutes: wholeNumber(1, 525_600)
    .optional()
    .meta({ description: 'It runs every so many minutes.', examples: [90] }),
  at: text()
    .optional()
    .meta({ description: 'It runs once, at this date and time.', examples: ['2030-01-31 09:00'] }),
  timezone: z
    .string(serializeText(expectedValues.timeZone))
    .refine(isZone, serializeText(expectedValues.timeZone))
    .optional()
    .meta({ description: 'The time zone of these times. Your own unless set.', examples: ['Europe/Berlin'] }),
  to: recipients,
}

/** How a job runs. */
const jobOptions = {
  model,
  silent: flag(false).describe('Send the result only if there is something to act on.'),
  missed: oneOf(['run', 'skip'])
    .default('run')
    .describe('What happens if Skein was not running at that time: "run" it once afterwards, or "skip" it.'),
  grace_minutes: wholeNumber(1, 10_080)
    .optional()
    .meta({
      description: 'How many minutes after its time a missed job may still run. The default depends on the job.',
      examples: [120],
    }),
  any_hour: flag(false).describe('Send the result even during quiet hours.'),
}

const block = {
  source: oneOf(blockSources).describe(
    'Where the content comes from. "questions" are open questions and pending confirmations.',
  ),
  title: text()
    .max(100, serializeText(expectedValues.title))
    .optional()
    .meta({ description: 'The heading of the block.', examples: ['News'] }),
  limit: wholeNumber(1, 50).default(10).describe('The most items it shows.'),
  url: httpUrl()
    .optional()
    .meta({ description: 'The address of a feed or calendar.', examples: ['https://news.example.org/feed.xml'] }),
  secret_url: secret()
    .optional()
    .meta({
      description: 'The address of a feed or calendar, if the address itself is secret.',
      examples: ['file:calendar-address'],
    }),
  file: text()
    .optional()
    .meta({ description: 'A calendar file on this machine, instead of an address.', examples: ['~/calendar.ics'] }),
  days: wholeNumber(1, 31).default(1).describe('How many days of a calendar it shows.'),
  mailbox: text()
    .optional()
    .meta({ description: 'The name of one of [mailboxes], for the source "mail".', examples: ['home'] }),
  command: commandLine()
    .default([])
    .describe('A program with its arguments, for the source "command". Its output is the content.'),
}

const partOfDay = serializeText(expectedValues.partOfDay)

function hours() {
  return z.string(partOfDay).regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, partOfDay)
}

export const scheduler = section({
  quiet_hours: hours()
    .optional()
    .meta({
      description:
        'During these hours, in your time zone, results of scheduled jobs are held back. Reminders are sent at any hour.',
      examples: ['22:00-07:00'],
    }),
  daily_usd: dollarAmount()
    .optional()
    .meta({
      description: 'What scheduled jobs may cost per day, in dollars. The limits of [brain] apply as well.',
      examples: [1],
    }),
  spread_seconds: wholeNumber(0, 3600)
    .default(30)
    .describe('Jobs that were missed while Skein was not running start within this many seconds, not all at once.'),
  private_hosts: listOf((item) => /^[^\s/@?#]+$/.test(item), expectedValues.hosts)
    .default([])
    .describe(
      'Hosts on your own network that feeds and calendars may be fetched from, such as "nas.lan" for all ports or "nas.lan:8080" for one. All other private addresses are refused.',
    ),
}).describe('Scheduled jobs.')

export const schedules = listOfTables({
  ...job,
  text: longText().describe('What the model is asked, or what the reminder says.'),
  kind: oneOf(['ask', 'remind'])
    .default('ask')
    .describe('"ask" gives the text to a model and sends its answer. "remind" sends the text as it is.'),
  ...jobOptions,
}).meta({
  description: 'Jobs that run at a certain time. Jobs that you schedule in a chat need no entry here.',
  examples: [[{ name: 'standup', cron: '0 9 * * 1-5', text: 'What did I want to do today? Three lines.' }]],
})

export const briefings = listOfTables({
  ...job,
  text: longText()
    .optional()
    .meta({ description: 'Instructions for the model.', examples: ['Only what matters today.'] }),
  template: longText().optional().describe('How the briefing should look, in your own words.'),
  blocks: listOfTables(block).describe('The content of the briefing.'),
  ...jobOptions,
}).meta({
  description:
    'Briefings: jobs that write a message from several sources. With the model "none" the blocks are sent as they are.',
  examples: [
    [
      {
        name: 'morning',
        cron: '0 7 * * *',
        template: 'The calendar first, then open questions, then at most five lines of news.',
        blocks: [{ source: 'feed', url: 'https://news.example.org/feed.xml', limit: 5 }],
      },
    ],
  ],
})

export const heartbeat = section({
  enabled: flag(false).describe('Whether the heartbeat runs. It needs at least one of [[heartbeat.checks]].'),
  every_minutes: wholeNumber(5, 1440).default(60).describe('The time between two checks, in minutes.'),
  active_hours: hours().default('08:00-22:00').describe('The hours, in your time zone, in which it runs.'),
  daily_cap: wholeNumber(1, 100).default(3).describe('The most messages it may send per day.'),
  text: longText()
    .optional()
    .meta({
      description: 'What to watch for, in your own words.',
      examples: ['Tell me only what cannot wait until tomorrow.'],
    }),
  to: recipients,
  model,
  checks: listOfTables(block).meta({
    description: 'The sources it checks. They have the same keys as the blocks of a briefing.',
    examples: [[{ source: 'mail', mailbox: 'home' }]],
    keysAs: 'briefings.blocks',
  }),
}).describe(
  'Checks from time to time whether something needs your attention. The model is asked only when a check found something new.',
)

export const mailboxes = namedTables(
  {
    imap: imapUrl().describe('The server that mail is read from.'),
    user: text().describe('The user name.'),
    password: secret().describe('The password.'),
    folder: text().default('INBOX').describe('The folder that is read.'),
  },
  expectedValues.mailboxes,
).meta({
  description: 'Mailboxes that Skein only reads, for blocks with the source "mail".',
  examples: [{ home: { imap: 'imaps://imap.example.org', user: 'ana', password: 'file:home-mail-password' } }],
})
