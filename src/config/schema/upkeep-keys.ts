import { oneOf, section, text, wholeNumber } from './shapes.ts'

// What keeps the disk from filling up: its limits, how long records are kept, and the log.

const days = () => wholeNumber(0, 36_500)

export const disk = section({
  low_mb: wholeNumber(0, 1_000_000)
    .default(500)
    .describe('Start no new work and warn the owner when less than this much disk space is free, in MB.'),
  full_mb: wholeNumber(0, 1_000_000)
    .default(100)
    .describe('Accept no new messages when less than this much disk space is free, in MB. At most low_mb.'),
  ballast_mb: wholeNumber(0, 10_000)
    .default(64)
    .describe(
      'The size, in MB, of a reserve file that is emptied when the disk is full, so that accepted messages can still be answered.',
    ),
}).describe('What happens when disk space runs out.')

export const retention = section({
  assembly_days: days()
    .default(90)
    .describe('Keep the record of what the model saw in a turn, which "Why?" shows, for this many days. 0 keeps all.'),
  step_days: days()
    .default(90)
    .describe('Keep the steps of finished sessions of native models for this many days. 0 keeps all.'),
  kept_days: days()
    .default(7)
    .describe('Keep long tool results that were moved to files for this many days. 0 keeps all.'),
  upgrade_copies: wholeNumber(1, 1000)
    .default(3)
    .describe('Keep the copies of the database that were made before this many of the last upgrades.'),
}).describe(
  'How long records of past work are kept. Messages, answers, summaries, files and costs are never removed by age.',
)

export const log = section({
  level: oneOf(['debug', 'info', 'warn', 'error'])
    .default('info')
    .describe('How much is logged. The text of messages is logged only at "debug".'),
  format: oneOf(['auto', 'json', 'pretty'])
    .default('auto')
    .describe('The format of the log. "auto" is pretty on a terminal and JSON elsewhere.'),
  file: text()
    .optional()
    .meta({
      description:
        'Write the log to this file instead of the standard error output. A relative path is inside the data folder. Systemd keeps the log by itself, so it needs no file.',
      examples: ['logs/skein.log'],
    }),
  file_mb: wholeNumber(1, 10_000)
    .default(20)
    .describe('Start a new log file when the current one has this size, in MB. The previous one is compressed.'),
  file_count: wholeNumber(1, 1000).default(5).describe('How many previous log files are kept.'),
}).describe('What Skein logs, and how.')
