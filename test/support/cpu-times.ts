import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'

// A set-up file of every project. With SKEIN_TIMES it notes, for each test file, the CPU time of the worker and of what it
// started, for scripts/test-times.mjs to compare with the budget.

const list = process.env.SKEIN_TIMES

if (list !== undefined)
  afterAll(() => {
    const total = cpuSeconds()
    const before = Number(process.env.SKEIN_TIMES_BEFORE ?? 0)
    // A worker without isolation runs many files: each counts from the end of the one before.
    process.env.SKEIN_TIMES_BEFORE = String(total)
    const file = relative(process.cwd(), expect.getState().testPath ?? '')
    appendFileSync(list, `${file} ${(total - before).toFixed(2)}\n`)
  })

/** User and system time so far, with that of the children, whether they still run or were waited for. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + secondsOf('self', [13, 14]) + secondsBelow('self')
}

function secondsBelow(pid: string): number {
  const children = read(`/proc/${pid}/task/${pid === 'self' ? process.pid : pid}/children`).match(/\d+/g) ?? []
  return children.reduce((sum, child) => sum + secondsOf(child, [11, 12, 13, 14]) + secondsBelow(child), 0)
}

/** The sum of some fields behind the program's name: user and system time, and those of the children it waited for. */
function secondsOf(pid: string, fields: number[]): number {
  const found = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return fields.reduce((sum, field) => sum + Number(found[field] ?? 0), 0) / 100
}

/** Nothing where the system has no such file, or the process is gone. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
