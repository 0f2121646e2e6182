import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

// `npm test -- --times`: the CPU time of each test file, held against test/times.txt so that it cannot creep up unnoticed.
// `npm test -- --write-times` writes that file anew. Times are multiples of a fixed piece of work measured in the same run,
// about a second of one quiet core: neither a slow nor a busy machine changes them much.

/** What a file may take that has no line in test/times.txt. */
const USUAL = 1.5
/** Times of one file differ from run to run: more than half as much again, and more than this, is no chance. */
const SLACK = 2

/** Begins to measure: vitest gets `env`; `finish` prints the table and returns how many files took too long. */
export async function measureTimes(root, say, isWriting) {
  const list = join(root, '.cache/times.txt')
  const budgetFile = join(root, 'test/times.txt')
  rmSync(list, { force: true })
  const before = await calibrate()
  return {
    env: { SKEIN_TIMES: list },
    async finish() {
      const unit = (before + (await calibrate())) / 2
      const times = readTimes(existsSync(list) ? readFileSync(list, 'utf8') : '')
      const files = [...times]
        .map(([file, seconds]) => ({ file, time: seconds / unit }))
        .sort((a, b) => b.time - a.time)
      if (isWriting) writeFileSync(budgetFile, inLines(files.filter(({ time }) => time > USUAL)))
      const budget = readTimes(readFileSync(budgetFile, 'utf8'))
      const total = files.reduce((sum, { time }) => sum + time, 0)
      say(`CPU time by file, in units of ${unit.toFixed(2)} s; ${total.toFixed(0)} in all`)
      const late = files.filter(({ file, time }) => time > 1.5 * (budget.get(file) ?? USUAL) + SLACK)
      for (const { file, time } of files)
        if (time > USUAL)
          console.log(
            `${time.toFixed(1).padStart(7)} of ${(budget.get(file) ?? USUAL).toFixed(1).padStart(5)}  ${file}`,
          )
      for (const { file, time } of late)
        say(`${file} took ${time.toFixed(1)}, which is over its budget in test/times.txt`)
      if (late.length === 0) say('every file is within its budget')
      return late.length
    },
  }
}

/** CPU seconds for a fixed piece of work, on every core at once: beside a busy neighbour a core is slower, as in the tests. */
async function calibrate() {
  const children = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, [fileURLToPath(import.meta.url)]),
  )
  const seconds = await Promise.all(children.map((child) => text(child.stdout)))
  return seconds.reduce((sum, each) => sum + Number(each), 0) / seconds.length
}

/** Work of the kind that tests do, about a second of it. */
function work() {
  let text = 'calibration'
  for (let round = 0; round < 6000; round++) {
    const rows = Array.from({ length: 50 }, (_, n) => ({ n, text: `${text} ${n}`, words: text.split(/\W+/) }))
    text = createHash('sha256')
      .update(JSON.stringify(JSON.parse(JSON.stringify(rows))))
      .digest('hex')
  }
}

/** Lines of a file and its time; a file that was run more than once has the sum. */
function readTimes(lines) {
  const times = new Map()
  for (const line of lines.split('\n')) {
    const [file, time] = line.split(' ')
    if (time) times.set(file, (times.get(file) ?? 0) + Number(time))
  }
  return times
}

function inLines(files) {
  const lines = files.map(({ file, time }) => `${file} ${time.toFixed(1)}\n`)
  return lines.sort().join('')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  work()
  const { user, system } = process.cpuUsage()
  process.stdout.write(String((user + system) / 1e6))
}
