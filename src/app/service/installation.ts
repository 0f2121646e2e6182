import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { defaultPaths } from '../../config/paths.ts'
import { machineKeyFile } from '../../config/secrets/machine-key.ts'
import type { ServiceLayout } from './layout.ts'
import { type Run, readSecretsKey, type SecretsKeyState } from './secrets-key.ts'
import { readRecord, type UnitRecord } from './unit-text.ts'

/** What there is on this machine before an installation or a removal. */
export interface Installation {
  /** The text of the unit; undefined if there is none. */
  unit: string | undefined
  /** Undefined if the unit was not written by `skein service install`. */
  record: UnitRecord | undefined
  isActive: boolean
  /** The number of the account; undefined if there is no such account. */
  accountId: number | undefined
  /** Whether there is anything in the folder for data. */
  hasData: boolean
  dataOwner: number | undefined
  /** The text of the configuration file; undefined if there is none. */
  config: string | undefined
  /** The names of the credentials that were copied before. */
  credentials: string[]
  secretsKey: SecretsKeyState
  hasDropIns: boolean
}

/** The conversations of a person who used Skein before it became a service. */
export interface PersonalData {
  data: string
  configFile: string | undefined
  /** The configuration of that person. */
  config: string | undefined
  /** The key of the stored secrets, if there are any. */
  machineKey: string | undefined
  owner: number
  group: number
}

export async function readInstallation(layout: ServiceLayout, run: Run): Promise<Installation> {
  const unit = readText(layout.unitFile)
  const id = await run(['id', '-u', layout.account])
  const active =
    unit === undefined ? undefined : await run([...layout.systemctl, 'is-active', basename(layout.unitFile)])
  return {
    unit,
    record: unit === undefined ? undefined : readRecord(unit),
    isActive: active?.status === 'exited' && active.code === 0,
    accountId: id.status === 'exited' && id.code === 0 ? Number(id.stdout) : undefined,
    hasData: entriesOf(layout.data).length > 0,
    dataOwner: statSync(layout.data, { throwIfNoEntry: false })?.uid,
    config: readText(layout.configFile),
    credentials: entriesOf(layout.credentials).toSorted(),
    secretsKey: await readSecretsKey(layout, run),
    hasDropIns: entriesOf(layout.dropIns).length > 0,
  }
}

/** Looks where the person who runs the command, or who called `sudo`, would have their conversations. */
export async function findPersonalData(
  env: NodeJS.ProcessEnv,
  layout: ServiceLayout,
  run: Run,
): Promise<PersonalData | undefined> {
  const home = env.SUDO_USER === undefined ? undefined : await homeOf(env.SUDO_USER, run)
  const places = [env, ...(home === undefined ? [] : [{ HOME: home }])].map((own) => ({
    ...defaultPaths(own),
    machineKey: machineKeyFile(own),
  }))
  const place = places.find(({ data }) => data !== layout.data && existsSync(join(data, 'skein.db')))
  if (!place) return undefined
  const { uid, gid } = statSync(place.data)
  const config = readText(place.config)
  return {
    data: place.data,
    configFile: config === undefined ? undefined : place.config,
    config,
    machineKey: existsSync(place.machineKey) ? place.machineKey : undefined,
    owner: uid,
    group: gid,
  }
}

/** Whether this machine was booted with systemd (the same check as sd_booted). */
export function runsSystemd(): boolean {
  return existsSync('/run/systemd/system')
}

export function isLingering(user: string): boolean {
  return existsSync(join('/var/lib/systemd/linger', user))
}

/** The parent folders that do not exist yet, outermost first. */
export function missingFolders(path: string): string[] {
  const parent = dirname(path)
  return existsSync(path) || parent === path ? [] : [...missingFolders(parent), path]
}

async function homeOf(user: string, run: Run): Promise<string | undefined> {
  const { stdout } = await run(['getent', 'passwd', user])
  return stdout.trim().split(':')[5] || undefined
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES'))
      return undefined
    throw error
  }
}

/** Without the right to look, as before there is anything, the answer is nothing. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
