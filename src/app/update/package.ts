import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { UsageError, UserFacingError } from '../../domain/errors.ts'
import { filesIn } from './checkout.ts'
import type { Commands } from './commands.ts'
import type { UpdatePlace } from './place.ts'
import { newNotices, type Source } from './source.ts'

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  private: z.boolean().optional(),
  bin: z.object({ skein: z.string() }),
  dependencies: z.record(z.string(), z.string()).default({}),
  overrides: z.unknown().optional(),
})

/** A package that npm installed: the new version is the archive of another package, or a version in the registry. */
export function createPackage(place: UpdatePlace, { must }: Commands): Source {
  const { folder, updateFolder, next } = place

  /** The archive of the package, as `npm pack` makes it. */
  async function fetchArchive(to: string | undefined, signal: AbortSignal): Promise<string> {
    if (to !== undefined && existsSync(to)) return resolve(to)
    const { name, private: isPrivate } = readManifest(folder)
    // A stranger could have published something under that name.
    if (isPrivate)
      throw new UsageError(
        `This package was not published in a registry. Name the archive that "npm pack" made of the new version: skein update --to ${name}-NEW.tgz`,
      )
    if (to !== undefined && !/^[\w.+-]+$/.test(to)) throw new UsageError(`"${to}" is neither a file nor a version.`)
    const pack = ['npm', 'pack', `${name}@${to ?? 'latest'}`, '--pack-destination', updateFolder, '--silent']
    await must('npm cannot fetch the new version', pack, updateFolder, signal)
    const archive = readdirSync(updateFolder).find((file) => file.endsWith('.tgz'))
    if (archive === undefined) throw new UserFacingError('npm fetched no archive.')
    return join(updateFolder, archive)
  }

  return {
    async find(to, signal) {
      mkdirSync(updateFolder, { recursive: true })
      const archive = await fetchArchive(to, signal)
      const part = join(updateFolder, 'next.part')
      rmSync(part, { recursive: true, force: true })
      mkdirSync(part)
      const unpack = ['tar', '-xzf', archive, '-C', part, '--strip-components=1', '--no-same-owner']
      await must(`${archive} cannot be unpacked`, unpack, updateFolder, signal)
      const [before, after] = [readManifest(folder), readManifest(part, archive)]
      if (after.name !== before.name)
        throw new UsageError(`${archive} is the package "${after.name}" and not "${before.name}".`)
      const difference = compareVersions(after.version, before.version)
      if (difference < 0)
        throw new UserFacingError(
          `Version ${after.version} is older than ${before.version}, which is installed. The database cannot go back; restore a backup with that version instead.`,
        )
      if (difference === 0) return undefined
      rmSync(next, { recursive: true, force: true })
      renameSync(part, next)
      const changelog = (root: string) => {
        const file = join(root, 'CHANGELOG.md')
        return existsSync(file) ? readFileSync(file, 'utf8') : ''
      }
      return {
        from: { version: before.version },
        to: { version: after.version },
        changes: { notices: newNotices(changelog(folder), changelog(next)), commits: [], commitCount: 0 },
      }
    },

    async prepare(_candidate, signal) {
      const [before, after] = [readManifest(folder), readManifest(next)]
      // With the same packages, those of the installation serve both: Node finds them in the folders above.
      const isSame =
        isDeepStrictEqual(before.dependencies, after.dependencies) &&
        isDeepStrictEqual(before.overrides, after.overrides)
      if (isSame) return
      const install = [
        'npm',
        'install',
        '--omit=dev',
        '--ignore-scripts',
        '--no-package-lock',
        '--no-audit',
        '--no-fund',
      ]
      await must('npm cannot install what the new version needs', install, next, signal)
      const driver = [process.execPath, join(next, 'scripts/sqlite-driver.mjs')]
      await must('The SQLite driver of the new version cannot be provided', driver, next, signal)
    },

    async confirm({ from }) {
      if (readManifest(folder).version === from.version) return
      throw new UserFacingError('npm has changed the package meanwhile. Run this command again.')
    },

    async listFiles() {
      const own = (root: string) => filesIn(root, '').filter((file) => !/^(?:node_modules|\.cache)\//.test(file))
      const present = own(next)
      const kept = new Set(present)
      return { present, removed: own(folder).filter((file) => !kept.has(file)) }
    },

    async conclude() {},
  }
}

function readManifest(root: string, what = root) {
  const file = join(root, 'package.json')
  const manifest = existsSync(file) ? manifestSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
  if (!manifest?.success) throw new UserFacingError(`${what} is not a package of Skein.`)
  return manifest.data
}

/** Negative if the first is older. A version with a suffix comes before the one without. */
export function compareVersions(first: string, second: string): number {
  const parts = (version: string) => {
    const [numbers = '', suffix] = version.split('+')[0]?.split(/-(.*)/s) ?? []
    return { numbers: numbers.split('.').map(Number), suffix }
  }
  const [a, b] = [parts(first), parts(second)]
  for (let index = 0; index < 3; index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.suffix === b.suffix) return 0
  if (a.suffix === undefined || b.suffix === undefined) return a.suffix === undefined ? 1 : -1
  return a.suffix.localeCompare(b.suffix, 'en', { numeric: true })
}
