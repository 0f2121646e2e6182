import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))

function keepChunks(from: string, to: string): void {
  const code = `import { keepChunks } from ${JSON.stringify(script)}; keepChunks(...process.argv.slice(1))`
  execFileSync(process.execPath, ['--input-type=module', '--eval', code, from, to])
}

test('a build keeps the chunks of those before it, which a running daemon may still load, for a month', () => {
  const dir = mkdtempSync(join(tmpdir(), 'skein-chunks-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const [before, now] = [join(dir, 'before'), join(dir, 'now')]
  for (const folder of [before, now]) mkdirSync(join(folder, 'chunks'), { recursive: true })
  const write = (folder: string, name: string, text: string) => writeFileSync(join(folder, 'chunks', name), text)
  write(before, 'page-A.js', 'of the daemon that runs')
  write(before, 'shared-B.js', 'old')
  write(before, 'page-0.js', 'of a daemon long gone')
  utimesSync(join(before, 'chunks', 'page-0.js'), 0, Date.now() / 1000 - 31 * 86_400)
  write(now, 'shared-B.js', 'new')
  keepChunks(before, now)
  expect(readdirSync(join(now, 'chunks')).sort()).toEqual(['page-A.js', 'shared-B.js'])
  expect(readFileSync(join(now, 'chunks', 'shared-B.js'), 'utf8')).toBe('new')
  keepChunks(join(dir, 'no such build'), now)
})
