import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectDaemon } from '../../src/cli/daemon.ts'
import { calls } from '../../src/web/control/calls.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { until } from '../support/until.ts'

let build: Build
beforeAll(() => {
  build = createBuild()
})

// Writes down, when it is asked, what of Node itself and what files are loaded.
const witness = `process.on('SIGUSR2', () => {
  const files = Object.keys(require('node:module')._cache)
  require('node:fs').writeFileSync(process.env.WITNESS + '.new', JSON.stringify([...process.moduleLoadList, ...files]))
  require('node:fs').renameSync(process.env.WITNESS + '.new', process.env.WITNESS)
})`

test('a daemon that nobody has asked anything has loaded nothing that answers, and what it needs with the first request', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'skein-quiet-'))
  const file = join(dir, 'loaded.json')
  writeFileSync(join(dir, 'witness.cjs'), witness)
  const daemon = createDaemon({ build, page: true })
  onTestFinished(async () => {
    await daemon.remove()
    rmSync(dir, { recursive: true })
  })
  await daemon.start({ NODE_OPTIONS: `--require ${join(dir, 'witness.cjs')}`, WITNESS: file })
  const isLoaded = async (name: string) => {
    rmSync(file, { force: true })
    daemon.signal('SIGUSR2')
    return (await until(() => readFileSync(file, 'utf8'))).includes(name)
  }

  // What `Request` and `Response` are made of; whoever answers for the page or the command line needs it.
  expect(await isLoaded('undici')).toBe(false)
  expect(await isLoaded('markdown-it')).toBe(false)
  const { url = '' } = await connectDaemon(daemon.data).ask(calls.link, {})
  expect(await isLoaded('undici')).toBe(true)
  expect((await fetch(new URL('/', url))).status).toBeLessThan(500)
})
