import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { runCli } from '../src/cli/program.ts'
import { judge } from './figures.ts'
import { createSampleLines } from './sample-lines.ts'
import { withScratch } from './scratch.ts'

const LINES = 200_000
const GOAL = 20_000

/** What bringing in a long past takes, from the file to the last summary: the command itself, into an idle store. */
export async function benchImport(): Promise<void> {
  for (const chats of [1, 200]) {
    const seconds = await withScratch((dir) => measure(dir, chats))
    const rate = Math.round(LINES / seconds)
    judge(
      `import ${LINES.toLocaleString('en')} lines in ${chats} ${chats === 1 ? 'chat' : 'chats'}`,
      `${rate.toLocaleString('en')} a second, summaries included`,
      { says: `at least ${GOAL.toLocaleString('en')}`, met: rate >= GOAL },
    )
  }
}

async function measure(dir: string, chats: number): Promise<number> {
  const file = join(dir, 'past.jsonl')
  writePast(file, chats)
  const began = performance.now()
  const code = await runCli(['node', 'skein', '--data', join(dir, 'data'), '--json', 'import', file], { HOME: dir })
  if (code !== 0) throw new Error(`the import ended with ${code}`)
  return (performance.now() - began) / 1000
}

const START = Date.UTC(2020, 0, 1)
const MINUTE = 60_000
const CHARS = 150

/** Chats by turns, twelve lines each five minutes apart and then a silence. */
function writePast(file: string, chats: number): void {
  const lines = createSampleLines(7)
  const out = openSync(file, 'w')
  for (let n = 0; n < LINES; n++) {
    const turn = Math.floor(n / chats)
    const line = {
      chat: `web:chat-${n % chats}`,
      id: String(turn),
      at: new Date(START + turn * 5 * MINUTE + Math.floor(turn / 12) * 40 * MINUTE).toISOString(),
      from: turn % 2 === 0 ? 'Ana' : 'Skein',
      role: turn % 2 === 0 ? 'human' : 'bot',
      text: lines.line().slice(0, CHARS),
    }
    writeSync(out, `${JSON.stringify(line)}\n`)
  }
  closeSync(out)
}
