import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { socketPath } from '../../src/config/paths.ts'
import { createBuild } from '../peers/build.ts'
import { finished } from '../peers/ran.ts'

/** Accepts connections and never answers. */
async function startSilent(listen: (server: Server) => void): Promise<{ server: Server; asked: Promise<void> }> {
  let resolve = () => {}
  const asked = new Promise<void>((heard) => (resolve = heard))
  const server = createServer((socket) => {
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    resolve()
  })
  await new Promise<void>((ready) => {
    server.once('listening', ready)
    listen(server)
  })
  onTestFinished(() => void server.close())
  return { server, asked }
}

function startDoctor(toml = '') {
  const home = mkdtempSync(join(tmpdir(), 'skein-doctor-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const dataDir = join(home, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const config = join(home, 'config.toml')
  writeFileSync(config, toml, { mode: 0o600 })
  const run = () => {
    const args = [createBuild().main, '--config', config, '--data', dataDir, 'doctor']
    const child = spawn(process.execPath, args, { env: { PATH: '/nowhere', HOME: home }, stdio: 'pipe' })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  return { dataDir, run }
}

test('it ends although a daemon that hangs never answers', async () => {
  const { dataDir, run } = startDoctor()
  await startSilent((server) => server.listen(socketPath(dataDir)))
  const { code, out } = await finished(run())
  expect([code, out]).toEqual([0, expect.stringContaining('daemon: not running')])
})

test('Ctrl-C ends it at once, without findings that nobody made', async () => {
  const { server, asked } = await startSilent((opened) => opened.listen(0, '127.0.0.1'))
  const { port } = server.address() as { port: number }
  const { run } = startDoctor(`[telegram]\ntoken = "1:a-token-of-a-bot"\napi_root = "http://127.0.0.1:${port}"\n`)
  const child = run()
  void asked.then(() => child.kill('SIGINT'))
  expect(await finished(child)).toMatchObject({ code: 130, out: '', err: 'skein: interrupted\n' })
})
