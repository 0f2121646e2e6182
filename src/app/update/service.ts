import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { RunOutcome } from '../../lib/child.ts'
import { printable } from '../../lib/text/visible.ts'
import { type ServiceLayout, systemLayout, userLayout } from '../service/layout.ts'
import { readSeconds } from '../service/service-state.ts'
import { PROGRAM } from './entries.ts'

/** The service of systemd that runs an installation. */
export interface Service {
  layout: ServiceLayout
  /** The Node of its unit, if that names one. */
  node: string | undefined
  /** How long systemd waits for a start. */
  startSeconds(signal: AbortSignal): Promise<number | undefined>
  isActive(signal: AbortSignal): Promise<boolean>
  /** Each returns why it failed. `restart` and `start` wait until the daemon is ready. */
  restart(signal: AbortSignal): Promise<string | undefined>
  start(signal: AbortSignal): Promise<string | undefined>
  stop(signal: AbortSignal): Promise<string | undefined>
}

type Run = (command: string[], signal: AbortSignal, timeoutMs?: number) => Promise<RunOutcome>

/** Where systemd itself has no limit, or one in other words than we read. */
const DEFAULT_START_SECONDS = 3600
/** More than the daemon before it may take to stop. */
const STOP_SECONDS = 120

/** Undefined if no unit starts the program of this folder. */
export function findServiceOf(folder: string, env: NodeJS.ProcessEnv, run: Run): Service | undefined {
  const starts = ({ unitFile }: ServiceLayout) =>
    existsSync(unitFile) && readFileSync(unitFile, 'utf8').includes(`${folder}/${PROGRAM}`)
  const layout = [systemLayout, userLayout(env)].find(starts)
  if (!layout) return undefined
  const unit = basename(layout.unitFile)
  const systemctl = async (words: string[], signal: AbortSignal, timeoutMs?: number) => {
    const outcome = await run([...layout.systemctl, ...words, unit], signal, timeoutMs)
    if (outcome.status === 'exited' && outcome.code === 0) return undefined
    return printable(outcome.stderr.trim() || outcome.stdout.trim() || outcome.status)
  }
  const isActive = async (signal: AbortSignal) => (await systemctl(['is-active', '--quiet'], signal)) === undefined
  const startSeconds = async (signal: AbortSignal) => {
    const show = [...layout.systemctl, 'show', '--property=TimeoutStartUSec', '--value', unit]
    return readSeconds((await run(show, signal)).stdout.trim())
  }
  const launch = async (verb: 'restart' | 'start', signal: AbortSignal) => {
    // Too many failures in a row would make systemd refuse another start.
    await systemctl(['reset-failed'], signal)
    // systemd decides when a start has taken too long: the unit of somebody with a large database may allow half an hour.
    const seconds = ((await startSeconds(signal)) || DEFAULT_START_SECONDS) + STOP_SECONDS
    return await systemctl([verb], signal, seconds * 1000)
  }
  return {
    layout,
    node: nodeOf(readFileSync(layout.unitFile, 'utf8')),
    startSeconds,
    isActive,
    restart: (signal) => launch('restart', signal),
    start: (signal) => launch('start', signal),
    stop: (signal) => systemctl(['stop'], signal),
  }
}

function nodeOf(unit: string): string | undefined {
  const line = unit.split('\n').find((text) => text.startsWith('ExecStart='))
  return line?.split(/[\s="]/).find((word) => word.startsWith('/') && word.endsWith('/node'))
}
