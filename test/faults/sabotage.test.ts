import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  createSabotagedCopy,
  replaceOnce,
  runTests,
  sourceRoot,
  type TestOutcome,
  type TestRun,
  typeErrors,
} from '../peers/sabotaged-copy.ts'
import { reportFigures } from '../support/report-figures.ts'
import { isLong } from '../support/sizes.ts'
import type { Defence } from './sabotage/defence.ts'
import { defences } from './sabotage/defences.ts'

// Proof that the behaviour tests can fail: each defence is taken out of a copy of the sources, one at a time, and a test
// of its promise must fail because of what it expects. The sound sources pass the same tests.
//
// `npm run proof -- --only sabotage` takes out all of them. `npm test` takes out two of the cheap ones, which ones depends on
// the commit: 15 seconds of CPU time, most of it for loading the sources into two Vitests of its own.

const SAMPLE = 2
const chosen = isLong ? shareOf(defences) : sampleOf(defences.filter(isCheap))
const noticed = new Set<Defence>()
/** Their tests do not run on this machine. */
const leftOut = new Set<Defence>()
let copy: ReturnType<typeof createSabotagedCopy>

beforeAll(() => {
  copy = createSabotagedCopy()
})
afterAll(() => {
  copy.remove()
  if (isLong) reportFigures('sabotage', { defences: chosen.length - leftOut.size, noticed: noticed.size })
})

test('the sound sources pass', { timeout: 1_800_000 }, async ({ signal }) => {
  const build = inject('build')
  const whole = chosen.filter(({ named }) => named === undefined)
  const parts = chosen.filter(({ named }) => named !== undefined)
  const names = parts.flatMap(({ named = [] }) => named)
  const runs = [
    ...(whole.length > 0 ? [await runTests(sourceRoot, filesOf(whole), { build, signal })] : []),
    ...(parts.length > 0 ? [await runTests(sourceRoot, filesOf(parts), { names, build, signal })] : []),
  ]
  const tests = runs.flatMap((run) => run.tests)
  const output = runs.map((run) => run.output).join('\n')
  expect(tests.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  for (const defence of chosen) {
    const own = tests.filter((run) => isFor(defence, run))
    expect(own.length, `${defence.test} has no test “${defence.named ?? ''}”\n${output.slice(-2000)}`).toBeGreaterThan(
      0,
    )
    if (own.every(({ outcome }) => outcome === 'left out')) leftOut.add(defence)
  }
})

test.runIf(isLong)('the sources compile without each defence', { timeout: 1_800_000 }, async ({ signal }) => {
  for (let left = chosen; left.length > 0; ) {
    const together = fittingTogether(left)
    await copy.without(together, async () => expect(await typeErrors(copy.dir, signal)).toBe(''))
    left = left.filter((defence) => !together.includes(defence))
  }
})

describe('is noticed when it is taken out:', () => {
  test.for(chosen.map((defence) => [defence.name, defence] as const))('%s', async ([, defence], { skip, signal }) => {
    skip(leftOut.has(defence), 'its test needs something that this machine does not have')
    const { test: file, named } = defence
    const names = named === undefined ? undefined : [named]
    const run = await copy.without([defence], () =>
      runTests(copy.dir, [file], { names, build: inject('build'), bail: true, signal }),
    )
    expect(whoNoticed(run), `${file} passed without it, or did not run:\n${run.output.slice(-2000)}`).not.toEqual([])
    noticed.add(defence)
  })
})

/** `npm run proof` takes the list in parts, so that none of them takes longer than an hour. */
function shareOf(all: Defence[]): Defence[] {
  const [part = 1, parts = 1] = (process.env.SKEIN_PART ?? '1/1').split('/').map(Number)
  return all.filter((_, at) => at % parts === part - 1)
}

/** Tests of single rooms take two seconds. */
function isCheap({ test: file, named }: Defence): boolean {
  return file.startsWith('test/tasks/') && named !== undefined
}

/** Others with each commit; without git always the same. */
function sampleOf(all: Defence[]): Defence[] {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: sourceRoot, encoding: 'utf8' })
  const commit = Number.parseInt(String(stdout).slice(0, 8), 16) || 0
  return Array.from({ length: SAMPLE }, (_, at) => all[(commit + at * 7) % all.length] as Defence)
}

function filesOf(some: Defence[]): string[] {
  return [...new Set(some.map(({ test: file }) => file))]
}

function isFor({ test: file, named = '' }: Defence, run: TestOutcome): boolean {
  return run.file === file && run.name.includes(named)
}

/** What is waited for in vain (test/support/until.ts) loses the name of its error, and so does what fast-check tries. */
const expectation = /^(AssertionError|Error: (expected |promise resolved |Property failed after ))/

/**
 * The tests that failed because of what they expect. A test that fails for another reason, such as sources that cannot be
 * loaded, shows a mistake in the list.
 */
function whoNoticed({ tests }: TestRun): string[] {
  const failed = tests.filter(({ outcome }) => outcome === 'failed')
  expect(failed.filter(({ failure }) => !expectation.test(failure))).toEqual([])
  return failed.map(({ name }) => name)
}

/** As many as can be taken out side by side. */
function fittingTogether(some: Defence[]): Defence[] {
  const texts = new Map<string, string>()
  return some.filter((defence) => {
    const text = texts.get(defence.file) ?? readFileSync(join(sourceRoot, defence.file), 'utf8')
    if (text.split(defence.from).length !== 2) return false
    texts.set(defence.file, replaceOnce(text, defence))
    return true
  })
}
