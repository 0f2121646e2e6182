import { z } from 'zod'
import { isZone } from '../lib/time/zone.ts'
import { dollars, flag, listOf, oneOf, prose, secret, section, table, whole, words } from './shapes.ts'

/** What a block of a briefing, or a check of the heartbeat, is made from. */
export const blockSources = ['conversations', 'questions', 'reminders', 'mail', 'feed', 'calendar', 'command'] as const

export function scheduler() {
  return section({
    quiet_hours: hours().optional(),
    daily_usd: dollars().optional(),
    spread_seconds: whole(0, 3600).default(30),
    private_hosts: listOf(
      (item) => /^[^\s/@?#]+$/.test(item),
      'a list of hosts such as ["cloud.lan", "nas.lan:8080"]',
    ).default([]),
  })
}

export function schedules() {
  return listOfTables({ ...job(), text: prose(), kind: oneOf(['ask', 'remind']).default('ask'), ...manner() })
}

export function briefings() {
  return listOfTables({
    ...job(),
    text: prose().optional(),
    template: prose().optional(),
    blocks: listOfTables(block()),
    ...manner(),
  })
}

export function heartbeat() {
  return section({
    enabled: flag(false),
    every_minutes: whole(5, 1440).default(60),
    active_hours: hours().default('08:00-22:00'),
    daily_cap: whole(1, 100).default(3),
    text: prose().optional(),
    to: places(),
    model: words().default('fast'),
    checks: listOfTables(block()),
  })
}

/** Mailboxes that are only looked into. */
export function mailboxes() {
  const shape = {
    imap: z.url({ protocol: /^imaps?$/, error: 'an address such as "imaps://imap.example.org"' }),
    user: words(),
    password: secret(),
    folder: words().default('INBOX'),
  }
  return z.record(z.string(), table(shape), 'a table of mailboxes').default({})
}

/** What it is called and when it runs. */
function job() {
  return {
    name: words().max(60, 'a name of at most 60 characters'),
    cron: words().optional(),
    every_minutes: whole(1, 525_600).optional(),
    at: words().optional(),
    timezone: z
      .string('an IANA time zone such as Europe/Berlin')
      .refine(isZone, 'an IANA time zone such as Europe/Berlin')
      .optional(),
    to: places(),
  }
}

/** How it runs. */
function manner() {
  return {
    model: words().default('fast'),
    silent: flag(false),
    missed: oneOf(['run', 'skip']).default('run'),
    grace_minutes: whole(1, 10_080).optional(),
    any_hour: flag(false),
  }
}

function block() {
  return {
    source: oneOf(blockSources),
    title: words().max(100, 'a title of at most 100 characters').optional(),
    limit: whole(1, 50).default(10),
    url: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
    secret_url: secret().optional(),
    file: words().optional(),
    days: whole(1, 31).default(1),
    mailbox: words().optional(),
    command: listOf((item) => item !== '', 'a list of a program and its arguments').default([]),
  }
}

function places() {
  return listOf(
    (item) => /^[a-z]+:.+$/.test(item),
    'a list of chats or addresses such as ["telegram:42", "email:ana@example.org"]',
  ).default([])
}

function hours() {
  const expected = 'a part of the day such as "22:00-07:00"'
  return z.string(expected).regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, expected)
}

function listOfTables<T extends z.ZodRawShape>(shape: T) {
  return z.array(table(shape), 'a list of tables').default([])
}
