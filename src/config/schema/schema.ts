import { z } from 'zod'
import { machineZone } from '../../lib/time/machine-zone.ts'
import { isZone } from '../../lib/time/zone.ts'
import { serializeText } from '../../messages/localized.ts'
import { expectedValues } from '../expected-values.ts'
import { backup } from './backup-keys.ts'
import { brain } from './brain-keys.ts'
import { speech, talk, telegram, web } from './channel-keys.ts'
import { compaction, conversationKeys, library, memory, recall } from './conversation-keys.ts'
import { email } from './email-keys.ts'
import { mcp, native, providers } from './native-keys.ts'
import { push } from './push-keys.ts'
import { runners } from './runner-keys.ts'
import { briefings, heartbeat, mailboxes, scheduler, schedules } from './schedule-keys.ts'
import { nameText, secret, section, table, wholeNumber } from './shapes.ts'
import { disk, log, retention } from './upkeep-keys.ts'

const MAX_PERSONA_CHARS = 4000

/**
 * Every key of the configuration file: its range, its default and its documentation. The description of a key is what
 * config.example.toml, the settings page and "skein config --help" say about it; after changing one, run
 * "npm run config:example". A key without a default has an example value for that file.
 */
export const schema = table({
  timezone: z
    .string(serializeText(expectedValues.timeZone))
    .refine(isZone, serializeText(expectedValues.timeZone))
    .default(machineZone)
    .meta({
      description: 'Your time zone. It decides when a day begins. Default: the time zone of the machine.',
      examples: ['Europe/Berlin'],
    }),

  owner: section({
    name: nameText()
      .optional()
      .meta({
        description: 'Your name. The model uses it, too. "skein setup" asks for it. "Owner" unless set.',
        examples: ['Ana'],
      }),
  }).describe('You, the owner of this installation.'),

  assistant: section({
    name: nameText().default('Skein').describe('The name of the assistant. "skein setup" asks for it.'),
    persona: persona()
      .optional()
      .meta({
        description:
          'How the assistant should behave, in your own words. It is part of every prompt, so it is limited to 4000 characters. Write several lines between """ and """. Not used while profile/SOUL.md in the data folder has a text.',
        examples: ['Dry and to the point. Speak German with Ben.'],
      }),
  }).describe('The name and character of the assistant.'),

  workers: section({
    max: wholeNumber(1, 64).default(4).describe('How many tasks run at the same time.'),
    expire_hours: wholeNumber(1, 720)
      .default(24)
      .describe('A message that could not be answered within this many hours expires, and its sender gets a notice.'),
    total_minutes: wholeNumber(1, 1440).default(30).describe('The longest time one answer may take, in minutes.'),
    safe_mode_after: wholeNumber(0, 100)
      .default(3)
      .describe(
        'After this many starts that crashed within five minutes, Skein starts in safe mode: it receives messages but runs no tasks for a while. 0 turns safe mode off.',
      ),
    safe_mode_minutes: wholeNumber(1, 1440).default(10).describe('How long safe mode lasts, in minutes.'),
  }).describe('How tasks run.'),

  conversation: conversationKeys,
  recall,
  compaction,
  memory,
  library,
  web,
  telegram,
  talk,
  email,
  scheduler,
  schedules,
  briefings,
  heartbeat,
  mailboxes,
  speech,
  brain,
  native,
  providers,
  mcp,
  runners,

  limits: section({
    tasks_per_hour: wholeNumber(1, 100_000).default(20).describe('How many new tasks one person may start per hour.'),
    queue: wholeNumber(1, 100_000).default(100).describe('How many tasks of one person may wait at the same time.'),
  }).describe('Limits for everybody except the owner.'),

  metrics: section({
    token: secret()
      .optional()
      .meta({
        description:
          'Clients that send this token get numbers for Prometheus at /metrics of the page. At least 16 characters. Without one there is no /metrics.',
        examples: ['file:metrics-token'],
      }),
  }).describe('Numbers for programs that watch Skein.'),

  push,
  disk,
  retention,
  backup,

  log,
})

function persona() {
  const expected = serializeText(expectedValues.textUpTo(MAX_PERSONA_CHARS))
  return z.string(expected).trim().min(1, expected).max(MAX_PERSONA_CHARS, expected).meta({ long: true })
}
