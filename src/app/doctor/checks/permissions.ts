import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { socketProblem } from '../../../config/paths.ts'
import { machineKeyFile } from '../../../config/secrets/machine-key.ts'
import { storedSecretsFile } from '../../../config/secrets/stored-secrets.ts'
import { reasonOf } from '../../../domain/errors.ts'
import { isOfAnotherUser, isWritableByOthers, openFolderAbove } from '../../../lib/folders.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { bad, type CheckResult, check, configCheck, type Fix, note, ok, shellCommand } from '../check.ts'
import { secretReferences } from '../secret-references.ts'
import { permissionMessages as texts } from '../words/permission-messages.ts'

const dataFolder = check('permissions.data-folder', texts.dataFolder, ({ dataDir }) => {
  const unusable = (why: AnyText, step: AnyText) => bad(texts.dataFolder.unusable(dataDir, why), step)
  let existing = dataDir
  while (!existsSync(existing)) existing = dirname(existing)
  const tooLong = socketProblem(dataDir)
  if (tooLong) return unusable(tooLong, texts.dataFolder.shorter)
  if (!statSync(existing).isDirectory()) return unusable(texts.dataFolder.notFolder(existing), texts.dataFolder.other)
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return unusable(reasonOf(error), texts.dataFolder.owner(shellCommand('chown', '-R', userName(), dataDir)))
  }
  return ok(existing === dataDir ? dataDir : texts.dataFolder.willBeCreated(dataDir))
})

/** Other users must not even list the names in it. */
const dataFolderMode = check('permissions.data-folder-mode', texts.dataFolderMode, ({ dataDir }) => {
  const stat = lstatSync(dataDir, { throwIfNoEntry: false })
  if (!stat?.isDirectory() || !isOurs(stat)) return undefined
  return closed([dataDir], 0o077) ?? ok(texts.closed)
})

/** SQLite gives its log the mode of the database, and so do we. */
const storeFiles = check('permissions.store-files', texts.storeFiles, ({ dataDir }) => {
  const files = ownEntries(dataDir).filter((name) => /^(skein\.db|lock\.|set-here\.json|last-words\.json)/.test(name))
  if (files.length === 0) return undefined
  const paths = files.map((name) => join(dataDir, name))
  return closed(paths, 0o077) ?? ok(texts.closed)
})

const folders = check('permissions.folders', texts.folders, ({ dataDir }) => {
  const found = ['backups', 'claude', 'files', 'notes', 'profile', 'run', 'workspaces'].map((name) =>
    join(dataDir, name),
  )
  const ours = found.filter((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    return stat?.isDirectory() && isOurs(stat)
  })
  return ours.length === 0 ? undefined : (closed(ours, 0o022) ?? ok(texts.closed))
})

const configFile = check('permissions.configuration', texts.configFile, ({ configPath }) => {
  const stat = statSync(configPath, { throwIfNoEntry: false })
  if (!stat?.isFile()) return undefined
  if (isOfAnotherUser(stat))
    return bad(texts.configFile.foreign(configPath, stat.uid), shellCommand('chown', userName(), configPath))
  if ((stat.mode & 0o022) === 0 || (!isWritableByOthers(stat) && (stat.mode & 0o002) === 0)) return ok(configPath)
  const says = texts.configFile.writable(configPath)
  return bad(
    says,
    shellCommand('chmod', 'go-w', configPath),
    isOurs(stat) ? modeFix('go-w', configPath, 0o022) : undefined,
  )
})

/** The configuration file if it contains secrets, and the files from which it takes secrets. */
const secretFiles = configCheck('permissions.secret-files', texts.secretFiles, (_config, { configPath, env }) => {
  const references = secretReferences(configPath, env)
  const files = new Set(references.flatMap(({ kind, file }) => (kind === 'value' || kind === 'file' ? [file] : [])))
  const open = [...files].filter((file) => (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o004)
  if (files.size === 0) return undefined
  if (open.length === 0) return ok(texts.closed)
  return open.map((file) =>
    bad(
      texts.secretFiles.open(file),
      shellCommand('chmod', 'o-rwx', file),
      isOurs(statSync(file)) ? modeFix('o-rwx', file, 0o007) : undefined,
    ),
  )
})

/** What `skein secret` keeps, and the key with which it is encrypted. */
const storedSecrets = check('permissions.stored-secrets', texts.storedSecrets, ({ dataDir, env }) => {
  const files = [storedSecretsFile({ ...env, SKEIN_DATA: dataDir }), machineKeyFile(env)]
  const existing = files.filter((file) => existsSync(file))
  return existing.length === 0 ? undefined : (closed(existing, 0o077) ?? ok(texts.closed))
})

/** A command that was once run as root leaves files that the daemon cannot write. */
const owner = check('permissions.owner', texts.owner, ({ dataDir, machine: { userId } }) => {
  if (userId === undefined || !existsSync(dataDir)) return undefined
  const owners = ['.', ...ownEntries(dataDir)].flatMap(
    (name) => lstatSync(join(dataDir, name), { throwIfNoEntry: false })?.uid ?? [],
  )
  const folderOwner = owners[0] ?? userId
  const other = owners.find((uid) => uid !== folderOwner)
  const step = shellCommand('chown', '-R', folderOwner, dataDir)
  if (other !== undefined) return bad(texts.owner.mixed(dataDir, folderOwner, other), step)
  if (folderOwner === userId) return ok(texts.owner.own)
  return note(texts.owner.otherUser(dataDir, folderOwner, userId), texts.owner.runAs(folderOwner))
})

const folderAbove = check('permissions.folder-above', texts.folderAbove, ({ dataDir, configPath }): CheckResult[] => {
  const paths = [dataDir, configPath].filter((path) => existsSync(path))
  const open = paths.flatMap((path) => openFolderAbove(path) ?? [])
  const unique = [...new Map(open.map((found) => [found.says, found])).values()]
  return unique.length === 0
    ? [ok(texts.closed)]
    : unique.map(({ says, step }) => bad(says, step.replace(/^Run "(.*)"$/, '$1')))
})

const signIn = configCheck('permissions.claude-sign-in', texts.signIn, (config, { dataDir }) => {
  const file = join(config.brain.claude.configDir ?? join(dataDir, 'claude'), '.credentials.json')
  return existsSync(file) ? (closed([file], 0o077) ?? ok(texts.closed)) : undefined
})

/** A finding if one of the paths grants others any of these bits. The daemon may delete some of the paths meanwhile. */
function closed(paths: string[], bits: number): CheckResult | undefined {
  const found = paths.flatMap((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    return stat && !stat.isSymbolicLink() && (stat.mode & bits) !== 0 ? [{ path, stat }] : []
  })
  if (found.length === 0) return undefined
  const open = found.map(({ path }) => path)
  const change = bits === 0o022 ? 'go-w' : 'go-rwx'
  const canFix = found.every(({ stat }) => isOurs(stat))
  const fix = canFix
    ? { shows: shellCommand('chmod', change, ...open), apply: () => open.forEach((path) => takeBits(path, bits)) }
    : undefined
  return bad(texts.open(open), shellCommand('chmod', change, ...open), fix)
}

/** Changes the file itself if the path is a link to it. */
function modeFix(change: string, path: string, bits: number): Fix {
  return { shows: shellCommand('chmod', change, path), apply: () => takeBits(realpathSync(path), bits) }
}

function takeBits(path: string, bits: number): void {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat && !stat.isSymbolicLink()) chmodSync(path, stat.mode & 0o7777 & ~bits)
}

function isOurs({ uid }: Stats): boolean {
  const own = process.geteuid?.()
  return own === undefined || own === uid || own === 0
}

function ownEntries(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function userName(): number {
  return process.geteuid?.() ?? 0
}

export const permissionChecks = [
  dataFolder,
  dataFolderMode,
  storeFiles,
  folders,
  configFile,
  secretFiles,
  storedSecrets,
  owner,
  folderAbove,
  signIn,
]
