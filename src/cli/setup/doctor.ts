import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { examineTalk } from '../../channels/talk/wire/doctor.ts'
import { PUBLIC_ROOT } from '../../channels/telegram/telegram.ts'
import { examineTelegram } from '../../channels/telegram/wire/doctor.ts'
import type { Config } from '../../config/config.ts'
import { loadConfig } from '../../config/load.ts'
import { socketProblem } from '../../config/paths.ts'
import { findContainment } from '../../lib/process-tree.ts'
import { claudeOptions } from '../../spawner/claude/from-config.ts'
import { probeClaude } from '../../spawner/claude/probe.ts'
import { findSandbox, type Sandbox, type SandboxOptions, sandboxOptions } from '../../spawner/claude/sandbox.ts'
import { openReadOnly } from '../../store/database.ts'
import { storeFiles, whyMissing } from '../../store/file/condition.ts'
import { readMemory } from '../../store/messages/channel-memory.ts'
import { countUnread } from '../../store/messages/unread.ts'
import { troubleWords, unreadWords } from '../../tasks/reports/overview.ts'
import { overviewShape } from '../../web/control/overview-wire.ts'
import { calls } from '../../web/control/wire.ts'
import { connectDaemon } from '../daemon.ts'
import { type Place, placeOf } from '../place.ts'
import { version } from '../version.ts'
import { checkProviders } from './providers-check.ts'
import { checkVectors } from './vectors-check.ts'

const ASK_MS = 10_000
const MAIL_MS = 30_000

interface Finding {
  what: string
  verdict: 'ok' | 'note' | 'bad'
  says: string
}

export function addDoctor(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('doctor')
    .description('look at everything Skein needs and say what to do about what is wrong')
    .addHelpText('after', '\nExample:\n  skein doctor')
    .action(async (_options, command: Command) => {
      const place = placeOf(command, env)
      const findings = await examine(place, env)
      if (place.json) console.log(JSON.stringify(findings))
      else for (const { what, verdict, says } of findings) console.log(`${verdict.padEnd(4)}  ${what}: ${says}`)
      process.exitCode = findings.some((finding) => finding.verdict === 'bad') ? 1 : 0
    })
}

async function examine(place: Place, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { finding, config } = examineConfig(place, env)
  return [
    { what: 'node', verdict: 'ok', says: process.version },
    ...finding,
    examineData(place.dataDir),
    ...examineStore(place.dataDir),
    ...(await examineDaemon(place.dataDir)),
    ...(config ? [await examineClaude(config, place.dataDir, env)] : []),
    ...(config ? await checkProviders(config, env, version()) : []),
    ...(config ? await examineBot(config) : []),
    ...(config ? await examineRooms(config) : []),
    ...(config ? await examineMail(config, place.dataDir) : []),
    ...(config ? await examineVectors(config, place.dataDir) : []),
    await examineContainment(env),
    ...(config ? [await examineSandbox(config, place.dataDir, env)] : []),
  ]
}

function examineConfig(place: Place, env: NodeJS.ProcessEnv): { finding: Finding[]; config?: Config } {
  try {
    const config = loadConfig(place.configFile, env)
    const file: Finding = { what: 'configuration', verdict: 'ok', says: config.file ?? 'none, the defaults hold' }
    return {
      config,
      finding: [file, ...config.warnings.map((says): Finding => ({ what: 'configuration', verdict: 'note', says }))],
    }
  } catch (error) {
    return { finding: [{ what: 'configuration', verdict: 'bad', says: reasonOf(error) }] }
  }
}

function examineData(dir: string): Finding {
  let existing = dir
  while (!existsSync(existing)) existing = dirname(existing)
  try {
    const tooLong = socketProblem(dir)
    if (tooLong) throw new Error(tooLong)
    if (!statSync(existing).isDirectory()) throw new Error(`${existing} is not a folder`)
    accessSync(existing, constants.W_OK)
    const { bavail, bsize } = statfsSync(existing)
    const freeMb = Math.round((bavail * bsize) / 1024 / 1024)
    const verdict = freeMb < 500 ? 'note' : 'ok'
    return {
      what: 'data directory',
      verdict,
      says: `${dir}${existing === dir ? '' : ' (will be made)'}, ${freeMb} MB free`,
    }
  } catch (error) {
    return { what: 'data directory', verdict: 'bad', says: `${dir} cannot be used: ${reasonOf(error)}` }
  }
}

function examineStore(dataDir: string): Finding[] {
  const file = join(dataDir, 'skein.db')
  try {
    const missing = whyMissing(storeFiles(dataDir))
    if (missing !== undefined) return [{ what: 'store', verdict: 'bad', says: missing }]
    if (!existsSync(file)) return [{ what: 'store', verdict: 'ok', says: 'none yet; the first start makes it' }]
    const db = openReadOnly(file)
    const check: unknown = db.raw.pragma('quick_check', { simple: true })
    const unread = check === 'ok' ? countUnread(db) : []
    db.close()
    if (check !== 'ok') {
      const copies = join(dataDir, 'backups')
      const says = `${file} is damaged: ${String(check)}. Put a copy from ${copies} in its place.`
      return [{ what: 'store', verdict: 'bad', says }]
    }
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const notes = unread.map(
      (one): Finding => ({ what: 'messages', verdict: 'note', says: unreadWords(one, timeZone) }),
    )
    return [{ what: 'store', verdict: 'ok', says: file }, ...notes]
  } catch (error) {
    return [{ what: 'store', verdict: 'bad', says: `${file} cannot be read: ${reasonOf(error)}` }]
  }
}

/** As little as is needed: it may be of another version. */
const state = { ...calls.status, answer: overviewShape.pick({ pid: true, brain: true }) }

async function examineDaemon(dataDir: string): Promise<Finding[]> {
  try {
    const { pid, brain } = await connectDaemon(dataDir).ask(state, {})
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
    const here = { now: new Date(), timezone, prefix: '/' } as const
    return [
      { what: 'daemon', verdict: 'ok', says: `running as process ${pid}` },
      ...(brain.trouble ? [{ what: 'model', verdict: 'bad', says: troubleWords(brain.trouble, here) } as const] : []),
    ]
  } catch {
    return [{ what: 'daemon', verdict: 'note', says: 'not running; start it with "npm start" or "skein start"' }]
  }
}

async function examineClaude(config: Config, dataDir: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const probe = await probeClaude(claudeOptions(config, dataDir, env), new AbortController().signal)
  if (probe.status === 'ready')
    return { what: 'claude CLI', verdict: 'ok', says: `version ${probe.version}, with a credential` }
  return { what: 'claude CLI', verdict: config.brain.default === 'claude' ? 'bad' : 'note', says: probe.sentence }
}

async function examineBot({ telegram: { token, apiRoot = PUBLIC_ROOT } }: Config): Promise<Finding[]> {
  if (token === undefined) return []
  const findings = await examineTelegram({ token, apiRoot }, AbortSignal.timeout(ASK_MS))
  return findings.map((finding) => ({ what: 'Telegram', ...finding }))
}

async function examineRooms({ talk: { url, user, password } }: Config): Promise<Finding[]> {
  if (url === undefined || user === undefined || password === undefined) return []
  const findings = await examineTalk({ url, user, password }, AbortSignal.timeout(ASK_MS))
  return findings.map((finding) => ({ what: 'Nextcloud Talk', ...finding }))
}

async function examineMail(config: Config, dataDir: string): Promise<Finding[]> {
  const { address, accounts } = config.email
  if (address === undefined && Object.keys(accounts).length === 0) return []
  const { mailAccounts } = await import('../../channels/email/from-config.ts')
  const { examineMailbox } = await import('../../channels/email/wire/doctor.ts')
  try {
    const each = mailAccounts(config).map((account) => {
      const kept = () => keptToken(dataDir, account.address)
      return examineMailbox({ account, kept }, AbortSignal.timeout(MAIL_MS))
    })
    return (await Promise.all(each)).flat().map((finding) => ({ what: 'mail', ...finding }))
  } catch (error) {
    return [{ what: 'mail', verdict: 'bad', says: reasonOf(error) }]
  }
}

/** What a provider gave in exchange for the refresh token of the configuration. */
function keptToken(dataDir: string, account: string): string | undefined {
  const file = join(dataDir, 'skein.db')
  if (!existsSync(file)) return undefined
  const db = openReadOnly(file)
  try {
    return readMemory(db, 'email', account, 'refresh-token')
  } finally {
    db.close()
  }
}

async function examineVectors(config: Config, dataDir: string): Promise<Finding[]> {
  const finding = await checkVectors(config, dataDir, AbortSignal.timeout(ASK_MS))
  return finding ? [{ what: 'vectors', ...finding }] : []
}

async function examineContainment(env: NodeJS.ProcessEnv): Promise<Finding> {
  const containment = await findContainment(env.PATH ?? '', new AbortController().signal)
  return containment === 'bwrap'
    ? { what: 'bwrap', verdict: 'ok', says: 'works' }
    : {
        what: 'bwrap',
        verdict: 'note',
        says: 'missing or not allowed here; install bubblewrap to keep what the CLI starts in a box of its own',
      }
}

async function examineSandbox(config: Config, dataDir: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const { command, tools } = config.brain.claude
  if (tools.length === 0) return { what: "the CLI's tools", verdict: 'ok', says: 'off, as the configuration says' }
  const options = sandboxOptions(claudeOptions(config, dataDir, env))
  const found = await findSandbox(command, options, new AbortController().signal)
  return 'sandbox' in found
    ? {
        what: "the CLI's tools",
        verdict: 'ok',
        says: `${tools.join(', ')}, ${describeSandbox(found.sandbox, options)}`,
      }
    : {
        what: "the CLI's tools",
        verdict: 'note',
        says: `off, because nothing would keep them in their place: ${found.missing}`,
      }
}

function describeSandbox({ account }: Sandbox, { limits, network }: SandboxOptions): string {
  const who = account ? `user ${account.uid}, because Skein runs as root` : 'the user of Skein'
  const each = `${limits.memoryMb} MB and ${limits.cpuSeconds} s of processor time for each process of a command`
  return `in a sandbox, as ${who}; ${each}, at most ${limits.processes} of them, ${network ? 'with' : 'without'} the network`
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
