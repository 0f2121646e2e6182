import { expect, test } from 'vitest'
import { soak } from '../../bench/soak/soak.ts'
import { createTunedBuild } from '../peers/build.ts'
import { HASTY_SECOND_MS } from '../peers/talk/talk-daemon.ts'
import { seed } from '../support/seeded.ts'

// `npm run soak` as a short run, so that it works when somebody needs it.

const MESSAGES = 160

test(`${MESSAGES} messages over all channels, with restarts, a kill and an update: all are answered once, and it is measured`, async () => {
  const secondMs = HASTY_SECOND_MS
  const hasty = { pieceMs: 0, mailSecondMs: 100, mailReconcileSeconds: 20, talkReconcileSeconds: 10 }
  const build = createTunedBuild({ ...hasty, telegramSecondMs: secondMs, talkSecondMs: secondMs })
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const run = {
    messages: MESSAGES,
    minutes: Number.POSITIVE_INFINITY,
    seed,
    earlier: build,
    present: build,
    secondMs,
    say,
  }
  const { lost, doubled, stuck, misrouted, failed, ends, messages, samples, days } = await soak(run)
  console.log(`soak: seed ${seed}, ${lines.at(-1)?.trim()}, ${days.toFixed(1)} days`)
  expect({ lost, doubled, stuck, misrouted, failed }).toEqual({
    lost: [],
    doubled: [],
    stuck: [],
    misrouted: [],
    failed: [],
  })
  expect(messages).toBe(MESSAGES)
  expect(ends.answered + ends.together).toBeGreaterThan(MESSAGES * 0.7)
  expect(ends.kills).toBeGreaterThan(0)
  expect(samples.at(-1)?.messages).toBe(MESSAGES)
  // Nothing that was asked for is missing from the curve.
  for (const { walMb, logMb, ...rest } of samples) {
    expect(walMb + logMb).toBeGreaterThan(0)
    for (const [name, value] of Object.entries(rest)) expect(value, name).toBeGreaterThan(0)
  }
})
