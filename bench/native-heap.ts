import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connectDaemon } from '../src/cli/daemon.ts'
import { calls } from '../src/web/control/calls.ts'
import { judge, print } from './figures.ts'
import { type ModelServer, startModel } from './model-server.ts'
import { withScratch } from './scratch.ts'

const CHATS = 20
const TURNS = 5_000
const WARM_TURNS = 1_000
const GOAL_MB = 10
const MB = 1024 * 1024

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const build = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))

/**
 * The heap of a real daemon that answers with a native provider, after everything that nobody holds was collected: at turn
 * 1,000 and at turn 5,000. `--turns N` asks for another number, the first fifth of which is the warm-up.
 */
export async function benchNativeHeap(options: string[]): Promise<void> {
  const asked = Number(options[options.indexOf('--turns') + 1])
  const turns = options.includes('--turns') && asked > 0 ? asked : TURNS
  const warm = Math.round((turns * WARM_TURNS) / TURNS)
  execFileSync(process.execPath, [build], { stdio: 'inherit' })
  await withScratch(async (home) => {
    // Answers at once, some hundred letters each time.
    const provider = await startModel([`Written down. ${'It is in order. '.repeat(30)}`])
    const daemon = await startDaemon(home, provider)
    try {
      const ask = connectDaemon(join(home, 'data'))
      let warmHeap = 0
      for (let turn = 1; turn <= turns; turn++) {
        const chat = `web:chat-${turn % CHATS}`
        const words = `Note ${turn}: the ${things[turn % things.length]} costs ${turn * 7} crowns. ${'And so on. '.repeat(20)}`
        const { message } = await ask.ask(calls.send, { chat, key: `turn ${turn}`, text: words, files: [] })
        if (message === undefined) throw new Error('the daemon did not take a message')
        while (!(await ask.ask(calls.outcome, { message })));
        if (turn === warm) warmHeap = await collectedHeap(daemon, home)
        if (turn > warm && turn % warm === 0 && turn < turns)
          print(`heap at turn ${turn}`, megabytes(await collectedHeap(daemon, home)))
      }
      const heap = await collectedHeap(daemon, home)
      judge(`heap at turn ${turns}`, `${megabytes(heap)}, at turn ${warm} ${megabytes(warmHeap)}`, {
        says: `at most ${GOAL_MB} MB more`,
        met: heap - warmHeap <= GOAL_MB * MB,
      })
    } finally {
      daemon.kill()
      await once(daemon, 'close')
      provider.close()
    }
  })
}

const things = ['lamp', 'boat', 'roof', 'oven', 'fence', 'piano', 'ladder', 'kettle', 'window', 'saddle', 'tractor']

async function startDaemon(home: string, provider: ModelServer): Promise<ChildProcess> {
  mkdirSync(join(home, 'data'))
  writeFileSync(
    join(home, 'config.toml'),
    `[brain]\ndefault = "box"\n[web]\nport = ${await freePort()}\n${provider.config}`,
  )
  // Told by a signal, the daemon collects its heap and writes down what is left.
  writeFileSync(
    join(home, 'heap.cjs'),
    `require('v8').setFlagsFromString('--expose-gc')
     const collect = require('vm').runInNewContext('gc')
     process.on('SIGUSR2', () => {
       collect()
       collect()
       require('fs').writeFileSync(process.env.HEAP_FILE, String(process.memoryUsage().heapUsed))
     })`,
  )
  const args = ['--require', join(home, 'heap.cjs'), program, '--data', join(home, 'data')]
  const daemon = spawn(process.execPath, [...args, '--config', join(home, 'config.toml'), 'start', '--json'], {
    env: { PATH: process.env.PATH, HOME: home, HEAP_FILE: join(home, 'heap') },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ready = daemon.stdout && once(createInterface(daemon.stdout), 'line')
  const died = once(daemon, 'exit').then(([code]) => Promise.reject(new Error(`the daemon ended with ${code}`)))
  await Promise.race([ready, died])
  died.catch(() => {})
  return daemon
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function collectedHeap(daemon: ChildProcess, home: string): Promise<number> {
  const file = join(home, 'heap')
  rmSync(file, { force: true })
  daemon.kill('SIGUSR2')
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(20)
  return Number(readFileSync(file, 'utf8'))
}

function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`
}
