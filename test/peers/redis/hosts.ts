import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Another machine, from which Redis is reached over a network. */
export interface Host {
  /** Goes in front of a program that runs there. */
  under: string[]
  redisUrl: string
  /** From now on the network drops everything silently, in both directions. */
  cut(): void
  mend(): void
}

export interface Hosts {
  list: Host[]
  remove(): Promise<void>
}

export interface HostsOptions {
  count: number
  /** The socket of Redis. */
  redis: string
  /** A port of this machine's loopback, which is also there on the loopback of each host and is never cut. */
  port: number
}

/**
 * Hosts as network namespaces that are connected by a bridge, whose ports are unplugged for a cut. They end with this
 * process. Where the system does not allow them, a relay on loopback keeps everything to itself instead.
 */
export async function openHosts(options: HostsOptions): Promise<Hosts> {
  const isAllowed = spawnSync('unshare', ['--net', 'ip', 'link', 'add', 'br0', 'type', 'bridge']).status === 0
  if (isAllowed) return await openNamespaces(options)
  console.error('test: network namespaces are not allowed here: hosts are relays on loopback instead')
  return await openRelays(options)
}

const REDIS_PORT = 6379
/** Only inside of the namespaces. */
const addressOf = (host: number) => `10.77.0.${host}`

async function openNamespaces({ count, redis, port }: HostsOptions): Promise<Hosts> {
  const dir = mkdtempSync(join(tmpdir(), 'skein-hosts-'))
  const api = join(dir, 'api.sock')
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    incoming.on('error', () => outgoing.destroy()).pipe(outgoing)
    outgoing.on('error', () => incoming.destroy()).pipe(incoming)
  }).listen(api)
  await once(server, 'listening')
  const bridge = `ip link add br0 type bridge && ip addr add ${addressOf(1)}/24 dev br0 && ip link set br0 up`
  const middle = await openNamespace(bridge, addressOf(1), REDIS_PORT, redis)
  const list: Host[] = []
  const all = [middle]
  for (let at = 0; at < count; at++) {
    const namespace = await openNamespace('true', '127.0.0.1', port, api)
    all.push(namespace)
    const plug = `plug${at}`
    inNamespace(middle, `ip link add ${plug} type veth peer name eth0 netns ${namespace.pid}`)
    inNamespace(middle, `ip link set ${plug} master br0 up`)
    inNamespace(namespace, `ip addr add ${addressOf(at + 2)}/24 dev eth0 && ip link set eth0 up`)
    list.push({
      under: enter(namespace),
      redisUrl: `redis://${addressOf(1)}:${REDIS_PORT}`,
      cut: () => inNamespace(middle, `ip link set ${plug} nomaster`),
      mend: () => inNamespace(middle, `ip link set ${plug} master br0`),
    })
  }
  return {
    list,
    async remove() {
      await Promise.all(all.map(end))
      server.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Passes connections on to a socket of this machine, because files are the same in all namespaces. */
const relay = `
const net = require('node:net')
const [address, port, path] = process.argv.slice(1)
const server = net.createServer((incoming) => {
  const outgoing = net.connect(path)
  for (const [from, to] of [[incoming, outgoing], [outgoing, incoming]])
    from.on('error', () => to.destroy()).on('close', () => to.destroy()).pipe(to)
}).listen(Number(port), address, () => console.log(server.address().port))`

/** The namespace exists as long as its relay. */
async function openNamespace(setUp: string, address: string, port: number, path: string): Promise<ChildProcess> {
  const under = ['unshare', '--net', 'sh', '-c', `ip link set lo up && ${setUp} && exec "$0" "$@"`]
  return (await start(under, address, port, path)).child
}

async function start(under: string[], address: string, port: number, path: string) {
  const args = ['--pdeathsig', 'KILL', ...under, process.execPath, '-e', relay, address, String(port), path]
  const child = spawn('setpriv', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { child, port: Number(line) }
}

function enter({ pid }: ChildProcess): string[] {
  return ['nsenter', `--net=/proc/${pid}/ns/net`, '--']
}

function inNamespace(namespace: ChildProcess, script: string): void {
  const [program, ...args] = [...enter(namespace), 'sh', '-c', script]
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${script}: ${stderr}`)
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  if (child.kill('SIGKILL')) await ended
}

/** A relay that stands still passes nothing on and refuses nothing. */
async function openRelays({ count, redis }: HostsOptions): Promise<Hosts> {
  const relays = await Promise.all(Array.from({ length: count }, () => start([], '127.0.0.1', 0, redis)))
  return {
    list: relays.map(({ child, port }) => ({
      under: [],
      redisUrl: `redis://127.0.0.1:${port}`,
      cut: () => void child.kill('SIGSTOP'),
      mend: () => void child.kill('SIGCONT'),
    })),
    remove: async () => void (await Promise.all(relays.map(({ child }) => end(child)))),
  }
}
