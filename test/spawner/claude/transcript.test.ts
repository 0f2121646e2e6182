import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sweepTranscripts } from '../../../src/spawner/claude/sessions.ts'

test('a sweep leaves the sessions that may go on, and nothing else of what was said', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'skein-transcripts-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const folder = join(dir, 'projects', '-a-workspace')
  mkdirSync(join(folder, 'closed'), { recursive: true })
  for (const name of ['open.jsonl', 'closed.jsonl', join('closed', 'result.txt')])
    writeFileSync(join(folder, name), 'x')
  await sweepTranscripts(dir, new Set(['open']))
  expect(readdirSync(folder)).toEqual(['open.jsonl'])
  await sweepTranscripts(join(dir, 'never-made'), new Set())
})
