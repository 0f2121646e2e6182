import { longRuns, readers } from './foreign-text.ts'

// Run by foreign-text.test.ts in a process of its own, because what freezes cannot be ended from within. Says what it is
// about to do and, when that is done, how much CPU time it took.

const [length = 0, every = 1] = process.argv.slice(2).map(Number)
for (const [reader, [name, read]] of Object.entries(readers).entries()) {
  for (const text of longRuns(length, reader, every)) {
    const about = `${name}: ${JSON.stringify(text.slice(1, 25))}`
    process.send?.({ about })
    const before = process.cpuUsage()
    await read(text)
    const { user, system } = process.cpuUsage(before)
    process.send?.({ about, cpuMs: (user + system) / 1000 })
  }
}
process.disconnect?.()
