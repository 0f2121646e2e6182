import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { createBuild } from '../../peers/build.ts'
import { hasTmux } from '../../peers/machine/tmux.ts'
import { hasDovecot } from '../../peers/mail/dovecot.ts'
import { hasPostfix } from '../../peers/mail/postfix.ts'
import { findRealClaude } from '../../spawner/claude/real-cli.ts'
import { isLong } from '../../support/sizes.ts'
import { brains, channels, type Side } from './wizard-houses.ts'
import { type Answers, type Leaving, sitDown } from './wizard-person.ts'

// Every channel with every model in a real terminal: wrong answers first, Ctrl-C at some question, a second run to the
// end, and a third that keeps everything. `npm test` takes two of the pairs, `npm run test:long` all of them.

type Pair = { brain: keyof typeof brains; channel: keyof typeof channels; leaving: Leaving }

const usual: Pair[] = [
  { brain: 'the claude CLI', channel: 'Talk with a password', leaving: { at: 9, isAfter: true } },
  { brain: 'Ollama', channel: 'email through Dovecot', leaving: { at: 3, isAfter: true } },
]

/** Each pair leaves at another question. */
const all = Object.keys(brains).flatMap((brain, row) =>
  Object.keys(channels).map((channel, column) => {
    const number = row * Object.keys(channels).length + column
    return { brain, channel, leaving: { at: 1 + ((number * 7) % 17), isAfter: number % 2 === 1 } } as Pair
  }),
)

const isHere = ({ channel }: Pair) =>
  (!channel.startsWith('email') || hasDovecot()) && (channel !== 'email through Postfix' || hasPostfix())

const realClaude = isLong ? findRealClaude() : undefined

describe.skipIf(!hasTmux)('the wizard in a terminal', () => {
  test.each((isLong ? all : usual).filter(isHere))('$brain and $channel', async ({ brain, channel, leaving }) => {
    const home = mkdtempSync(join(tmpdir(), 'skein-wizard-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const sides: [Side, Side] = [await brains[brain](home, realClaude), await channels[channel]()]
    onTestFinished(async () => void (await Promise.all(sides.map((side) => side.close()))))
    const file = join(home, '.config/skein/config.toml')
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, ['# mine', ...sides.flatMap(({ settings = [] }) => settings)].join('\n'), { mode: 0o600 })

    const flags = sides.flatMap(({ flags: given = [] }) => given)
    const run = (answers: Answers, leavingThen?: Leaving) => {
      const command = [process.execPath, createBuild().main, 'setup', ...flags, '--service', 'none']
      return sitDown(command, { HOME: home }, answers, leavingThen)
    }
    const answers = { ...sides[0].answers, ...sides[1].answers, ...profile() }
    const first = await run(answers, leaving)
    // After the last answer it may be too late to leave.
    const canLeave = first.asked.length >= leaving.at && first.asked.at(-1) !== 'At what time?'
    const isLeft = canLeave || first.code === 130
    expect([first.code, first.shown]).toEqual([
      isLeft ? 130 : 0,
      expect.stringMatching(isLeft ? /Nothing was changed\.|Saved so far: / : /Your Skein/),
    ])
    const second = await run(answers)
    expect(second.code, second.shown).toBe(0)

    const config = loadConfig(file, { HOME: home })
    expect([config.owner.name, config.timezone, config.briefings.map(({ cron }) => cron)]).toEqual([
      'Ana',
      'Europe/Berlin',
      ['30 6 * * *'],
    ])
    const hello = 'Hello Ana, the setup of Skein is complete.'
    const greetings = async () => ((await sides[1].received?.()) ?? []).filter((text) => text.includes(hello)).length
    if (sides[1].received) await expect.poll(greetings).toBe(1)
    else expect(first.shown + second.shown).toContain('A message to you is on the page')

    const before = readFileSync(file, 'utf8')
    const third = await run({ ...answers, ...keeping })
    expect([third.code, readFileSync(file, 'utf8')]).toEqual([0, before])
    if (sides[1].received) expect(await greetings()).toBe(1)
    expect(before).toMatch(/^(?:timezone = .*\n)?# mine/)
    const shown = first.shown + second.shown + third.shown
    expect(shown).not.toContain('Warning')
    for (const secret of sides.flatMap(({ secrets }) => secrets)) expect(shown + before).not.toContain(secret)
  })
})

function profile(): Answers {
  const zones = ['Mars/Base', 'Europe/Berlin']
  const times = ['25:00', '6:30']
  const next = (list: string[]) => ({ type: (list.length > 1 ? list.shift() : list[0]) ?? '' })
  return {
    'What should I call you?': () => ({ type: 'Ana' }),
    'In which time zone': () => next(zones),
    'Do you want a briefing': () => ({ choose: 'At another time' }),
    'At what time?': () => next(times),
  }
}

/** Only Enter. What is filled in stays. */
const keeping: Answers = {
  'What should I call you?': ({ block }) => ({ type: /Ana/.exec(block)?.[0] ?? '' }),
  'In which time zone': ({ block }) => ({ type: /Europe\/Berlin/.exec(block)?.[0] ?? '' }),
}
