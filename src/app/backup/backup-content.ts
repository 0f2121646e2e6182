import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readConfigFile } from '../../config/config-file.ts'
import { configMessages } from '../../config/config-messages.ts'
import { readOverrides } from '../../config/overrides/override-file.ts'
import { readStoredSecrets } from '../../config/secrets/stored-secrets.ts'
import { overridesWithoutSecrets, overrideTrees, secretFilesIn, withoutSecrets } from '../../config/without-secrets.ts'
import { ConfigError } from '../../domain/errors.ts'
import { isMemberName, STORED_SECRETS } from './archive-format.ts'
import type { MemberSource } from './archive-writer.ts'

export interface ContentOptions {
  dataDir: string
  configFile: string | undefined
  env: NodeJS.ProcessEnv
  withSecrets: boolean
}

export interface BackupContent {
  members: MemberSource[]
  bytes: number
  /** Links, sockets and names that no other system could hold. */
  leftOut: number
}

/** What a backup holds besides the store. The copies of received files, workspaces and sessions are read later. */
export function collectContent({ dataDir, configFile, env, withSecrets }: ContentOptions): BackupContent {
  const content: BackupContent = { members: [], bytes: 0, leftOut: 0 }
  addFolder(content, dataDir, 'files', ({ name }) => /^[0-9a-f]{2}$|^[0-9a-f]{64}$/.test(name))
  // `turn` is the scratch folder of running turns.
  addFolder(content, dataDir, 'workspaces', ({ name }, depth) => depth > 1 || name !== 'turn')
  addFolder(content, dataDir, 'profile', () => true)
  addFolder(content, dataDir, 'notes', () => true)
  // The conversations of the CLI. Its own settings and its login are not part of them.
  addFolder(content, dataDir, 'claude', ({ name }, depth) => depth > 1 || name === 'projects')
  if (withSecrets) for (const name of loginFiles) addFile(content, dataDir, `claude/${name}`)
  addConfig(content, { dataDir, configFile, env, withSecrets })
  return content
}

const loginFiles = ['.credentials.json', '.claude.json']

function addFolder(
  content: BackupContent,
  dataDir: string,
  folder: string,
  isWanted: (entry: Dirent, depth: number) => boolean,
  depth = 1,
): void {
  for (const entry of entriesOf(join(dataDir, folder))) {
    if (!isWanted(entry, depth)) continue
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) addFolder(content, dataDir, name, isWanted, depth + 1)
    else if (entry.isFile() && isMemberName(name)) addFile(content, dataDir, name)
    else content.leftOut++
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function addFile(content: BackupContent, dataDir: string, name: string, path = join(dataDir, name)): void {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return
  content.members.push({ name, from: path })
  content.bytes += stat.size
}

function addConfig(content: BackupContent, { dataDir, configFile, env, withSecrets }: ContentOptions): void {
  const config = readConfigFile(configFile, env)
  const { overrides, problem } = readOverrides(dataDir)
  const add = (name: string, text: string) => content.members.push({ name, from: Buffer.from(text) })
  if (config.exists) add('config/config.toml', withSecrets ? config.text : withoutSecrets(config.path, config.text))
  if (withSecrets) {
    const file = join(dataDir, 'set-here.json')
    if (statSync(file, { throwIfNoEntry: false })) add('config/set-here.json', readFileSync(file, 'utf8'))
    for (const name of secretFilesIn(dataDir, [config.tree(), ...overrideTrees(overrides)]))
      addFile(content, dataDir, `secrets/${name}`, join(dataDir, name))
    addStoredSecrets(content, { ...env, SKEIN_DATA: dataDir })
  } else if (overrides.size > 0 && problem === undefined)
    add('config/set-here.json', overridesWithoutSecrets(overrides))
}

function addStoredSecrets(content: BackupContent, env: NodeJS.ProcessEnv): void {
  const stored = readStoredSecrets(env)
  if ('problem' in stored) throw new ConfigError(configMessages.sentence(stored.problem))
  const text = JSON.stringify(Object.fromEntries(stored.secrets))
  if (stored.secrets.size > 0) content.members.push({ name: STORED_SECRETS, from: Buffer.from(text) })
}
