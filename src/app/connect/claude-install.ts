import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { TryLaterError } from '../../domain/errors.ts'
import { childEnv, type RunOutcome, runChild } from '../../lib/child.ts'
import { makeFolder } from '../../lib/folders.ts'
import { parseJson } from '../../lib/text/json.ts'
import { printable } from '../../lib/text/visible.ts'
import { sleep } from '../../lib/time/timers.ts'
import type { AnyText } from '../../messages/localized.ts'
import { testedClaude } from '../doctor/tested-versions.ts'
import { connectMessages } from './connect-messages.ts'
import type { ConnectionDeps } from './connection.ts'

const PACKAGE = '@anthropic-ai/claude-code'
const LIMITS = { timeoutMs: 30 * 60_000, maxBytes: 16 * 1024 * 1024 }
const LOOK_EVERY_MS = 500
const MAX_REASON_CHARS = 300

/** Where the CLI is installed, and the path of the program. */
export function claudeInstallation(dataDir: string): { folder: string; command: string } {
  const folder = join(dataDir, 'claude-cli')
  return { folder, command: join(folder, 'node_modules/.bin/claude') }
}

/**
 * Installs the newest version of the CLI that was tested, with npm, into a folder of the data folder and nowhere else.
 * Nothing is left of an installation that fails. Returns the path of the program.
 */
export async function installClaude(
  { dataDir, env }: Pick<ConnectionDeps, 'dataDir' | 'env'>,
  progress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { folder, command } = claudeInstallation(dataDir)
  const [part, old] = [`${folder}.part`, `${folder}.old`]
  const ended = new AbortController()
  for (const path of [part, old]) rmSync(path, { recursive: true, force: true })
  makeFolder(part)
  try {
    const measuring = reportSize(part, progress, ended.signal)
    const run = (args: string[], cwd: string) =>
      runChild({ file: args[0] ?? '', args: args.slice(1), env: npmEnv(env, part), cwd }, LIMITS, signal)
    try {
      const options = ['--prefix', part, '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
      assertInstalled(await run(['npm', 'install', ...options, `${PACKAGE}@${testedClaude.newest}`], part), signal)
      // npm may refuse to run the script of the package, which puts the program in place.
      const root = join(part, 'node_modules', PACKAGE)
      const script = installScript(root)
      if (script !== undefined) assertInstalled(await run([process.execPath, script], root), signal)
      assertInstalled(await run([join(part, 'node_modules/.bin/claude'), '--version'], part), signal)
    } finally {
      ended.abort()
      await measuring
    }
    rmSync(join(part, 'cache'), { recursive: true, force: true })
    if (existsSync(folder)) renameSync(folder, old)
    renameSync(part, folder)
    return command
  } finally {
    for (const path of [part, old]) rmSync(path, { recursive: true, force: true })
  }
}

/** npm gets the settings of its own and nothing that is secret, because it runs programs of others. */
function npmEnv(env: NodeJS.ProcessEnv, part: string): Record<string, string> {
  const own = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && /^(?:npm_config_|HOME$)/i.test(entry[0]),
  )
  return {
    ...childEnv(env),
    ...Object.fromEntries(own),
    // npm must be of the Node that runs Skein.
    PATH: `${dirname(process.execPath)}:${env.PATH ?? '/usr/bin:/bin'}`,
    npm_config_cache: join(part, 'cache'),
    npm_config_update_notifier: 'false',
    npm_config_fetch_retries: '1',
    npm_config_fetch_retry_mintimeout: '1000',
  }
}

const manifestShape = z.object({ scripts: z.object({ postinstall: z.string().optional() }).optional() })

/** The file that the package runs with Node after it was installed. */
function installScript(root: string): string | undefined {
  const manifest = manifestShape.safeParse(parseJson(readFileSync(join(root, 'package.json'), 'utf8')))
  const [, file] = /^node ([\w./-]+)$/.exec(manifest.data?.scripts?.postinstall ?? '') ?? []
  return file && join(root, file)
}

async function reportSize(folder: string, progress: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    progress(await sizeOf(folder))
    await sleep(LOOK_EVERY_MS, signal)
  }
}

/** Files may come and go meanwhile. */
async function sizeOf(path: string): Promise<number> {
  const entry = await lstat(path).catch(() => undefined)
  if (!entry?.isDirectory()) return entry?.size ?? 0
  const names = await readdir(path).catch(() => [])
  const sizes = await Promise.all(names.map((name) => sizeOf(join(path, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function assertInstalled(outcome: RunOutcome, signal: AbortSignal): void {
  signal.throwIfAborted()
  if (outcome.status === 'exited' && outcome.code === 0) return
  throw new TryLaterError(connectMessages.claudeNotInstalled(reasonOf(outcome)))
}

function reasonOf(outcome: RunOutcome): AnyText {
  const texts = connectMessages.installProblems
  if (outcome.status === 'not_started') return outcome.code === 'ENOENT' ? texts.noNpm : outcome.code
  if (outcome.status === 'timeout') return texts.late
  const [, code = ''] = /^npm error code (\S+)$/m.exec(outcome.stderr) ?? []
  if (/^(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ERR_SOCKET\w*|FETCH_ERROR)$/.test(code)) return texts.noRegistry(code)
  if (code === 'ENOSPC') return texts.diskFull
  if (/^E4\d\d$/.test(code)) return texts.notInRegistry(code)
  const lines = outcome.stderr.trim().split('\n')
  return printable((lines.at(-1) ?? '').slice(0, MAX_REASON_CHARS)) || code || outcome.status
}
