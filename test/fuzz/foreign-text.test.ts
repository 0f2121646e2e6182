import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { size } from '../support/sizes.ts'
import { longRuns, readers } from './foreign-text.ts'

const LENGTH = size(30_000, 100_000)
/** Each reader gets runs of every class: all of them, or every fourth, so that readers together get all. */
const EVERY = size(4, 1)
/** CPU time, so that a busy machine does not matter. In linear time nearly all take a tenth of it, and none takes half. */
const MOST_CPU_MS = size(2000, 6000)
/** What says nothing for so long is frozen. */
const FROZEN_MS = 120_000

interface Said {
  about: string
  cpuMs?: number
}

test('no long run of any character freezes anything that reads the text of others', {
  timeout: 3_600_000,
}, async () => {
  const child = fork(
    fileURLToPath(new URL('foreign-text-child.ts', import.meta.url)),
    [String(LENGTH), String(EVERY)],
    {
      execArgv: ['--import', 'tsx'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const { slow, done, frozen } = await attend(child)
  expect(frozen, 'still at work when the test gave up').toBeUndefined()
  expect(slow).toEqual([])
  const runs = Object.keys(readers).flatMap((_, reader) => longRuns(1, reader, EVERY))
  expect(done).toBe(runs.length)
})

function attend(child: ChildProcess): Promise<{ slow: string[]; done: number; frozen: string | undefined }> {
  return new Promise((resolve, reject) => {
    const slow: string[] = []
    let done = 0
    let about: string | undefined
    const giveUp = () => resolve({ slow, done, frozen: about })
    let limit = setTimeout(giveUp, FROZEN_MS)
    child.on('message', (said: Said) => {
      clearTimeout(limit)
      limit = setTimeout(giveUp, FROZEN_MS)
      about = said.cpuMs === undefined ? said.about : undefined
      if (said.cpuMs === undefined) return
      done++
      if (said.cpuMs > MOST_CPU_MS) slow.push(`${said.about} took ${Math.round(said.cpuMs)} ms of CPU time`)
    })
    child.on('exit', (code) => {
      clearTimeout(limit)
      if (code === 0) resolve({ slow, done, frozen: undefined })
      else reject(new Error(`it broke (${code}) at ${about}`))
    })
  })
}
