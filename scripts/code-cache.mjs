import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { compileProgram } from './program-loader.mjs'

// node code-cache.mjs PROGRAM: starts the program once, in a home of its own, and keeps what V8 compiled for that.

const [file] = process.argv.slice(2)

const home = mkdtempSync(join(tmpdir(), 'skein-build-'))
process.on('exit', () => rmSync(home, { recursive: true, force: true }))
const config = join(home, 'config.toml')
writeFileSync(config, `[web]\nport = ${await freePort()}\n`, { mode: 0o600 })

const { script, run } = compileProgram(file)
const { runCli } = run()
process.stdout.write = () => {
  const data = script.createCachedData()
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(data))
  writeFileSync(`${file}.part`, Buffer.concat([check, data]))
  renameSync(`${file}.part`, `${file}.cache`)
  process.kill(process.pid, 'SIGTERM')
  return true
}
const argv = ['node', 'skein', '--config', config, '--data', join(home, 'data'), 'start', '--json']
process.exitCode = await runCli(argv, { HOME: home, PATH: '' })

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
