import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { UsageError, UserFacingError } from '../../domain/errors.ts'
import { parseJson } from '../../lib/text/json.ts'
import type { Commands } from './commands.ts'
import { readVersion, type UpdatePlace, type Version } from './place.ts'
import { type Candidate, newNotices, type Source } from './source.ts'

const SHOWN_COMMITS = 200
const SHOWN_FILES = 5

/** A git checkout: the new version is a later commit of the branch that it follows. */
export function createCheckout(place: UpdatePlace, { run, must }: Commands): Source {
  const { folder, updateFolder, next } = place
  const git = (what: string, args: string[], signal: AbortSignal) => must(what, ['git', ...args], folder, signal)
  const read = async (args: string[], signal: AbortSignal) => {
    const outcome = await run(['git', ...args], folder, signal)
    return outcome.status === 'exited' && outcome.code === 0 ? outcome.stdout.trim() : undefined
  }

  async function refuseChanges(signal: AbortSignal): Promise<void> {
    const status = await git('Git cannot read the checkout', ['status', '--porcelain'], signal)
    const files = status.split('\n').filter(Boolean)
    if (files.length === 0) return
    const shown = files.slice(0, SHOWN_FILES).map((line) => `  ${line}`)
    if (files.length > SHOWN_FILES) shown.push(`  and ${files.length - SHOWN_FILES} more`)
    throw new UserFacingError(
      [
        `${folder} has changes that are not in a commit:`,
        ...shown,
        'Commit them, or put them away with "git stash -u". Then run this command again.',
      ].join('\n'),
    )
  }

  async function findCommit(to: string | undefined, signal: AbortSignal): Promise<string> {
    const upstream = await read(['rev-parse', '--abbrev-ref', '--symbolic-full-name', '@{upstream}'], signal)
    const remote = upstream?.split('/')[0] ?? (await read(['remote'], signal))?.split('\n')[0]
    if (remote) await git(`Git cannot fetch from "${remote}"`, ['fetch', '--quiet', remote], signal)
    if (to === undefined && upstream === undefined)
      throw new UsageError('This checkout follows no branch of a remote. Name what to update to, such as "--to main".')
    const names = to === undefined ? ['@{upstream}'] : [...(remote ? [`${remote}/${to}`] : []), to]
    for (const name of names) {
      const commit = await read(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], signal)
      if (commit) return commit
    }
    throw new UsageError(`There is no branch, tag or commit "${to}"${remote ? ` here or at "${remote}"` : ''}.`)
  }

  const isAncestor = async (older: string, newer: string, signal: AbortSignal) =>
    (await read(['merge-base', '--is-ancestor', older, newer], signal)) !== undefined

  const trackedFiles = async (commit: string, signal: AbortSignal) =>
    (await git('Git cannot list files', ['ls-tree', '-r', '-z', '--name-only', commit], signal))
      .split('\0')
      .filter(Boolean)

  return {
    async find(to, signal) {
      await refuseChanges(signal)
      const from = await git('Git cannot read the checkout', ['rev-parse', 'HEAD'], signal).then((text) => text.trim())
      const commit = await findCommit(to, signal)
      if (commit === from) return undefined
      if (!(await isAncestor(from, commit, signal))) {
        if (to === undefined && (await isAncestor(commit, from, signal))) return undefined
        throw new UserFacingError(
          (await isAncestor(commit, from, signal))
            ? `"${to}" is older than what is installed. The database cannot go back; restore a backup with that version instead.`
            : `${folder} has diverged: it has commits that the new version does not have. Rebase or merge them yourself, then run this command again.`,
        )
      }
      const show = (file: string) => git(`The commit has no ${file}`, ['show', `${commit}:${file}`], signal)
      const { version } = z.object({ version: z.string() }).parse(parseJson(await show('package.json')))
      const range = `${from}..${commit}`
      const count = await git('Git cannot read the history', ['rev-list', '--count', '--no-merges', range], signal)
      const log = ['log', '--no-merges', '--format=%h %s', `--max-count=${SHOWN_COMMITS}`, range]
      const changelog = join(folder, 'CHANGELOG.md')
      const before = existsSync(changelog) ? readFileSync(changelog, 'utf8') : ''
      return {
        from: { version: readVersion(folder), commit: from },
        to: { version, commit },
        changes: {
          notices: newNotices(before, (await read(['show', `${commit}:CHANGELOG.md`], signal)) ?? ''),
          commits: (await git('Git cannot read the history', log, signal)).split('\n').filter(Boolean),
          commitCount: Number(count),
        },
      }
    },

    async prepare({ to }: Candidate, signal) {
      mkdirSync(next, { recursive: true })
      const archive = join(updateFolder, 'next.tar')
      await git(
        'Git cannot unpack the new version',
        ['archive', `--output=${archive}`, '--end-of-options', commitOf(to)],
        signal,
      )
      await must('The new version cannot be unpacked', ['tar', '-xf', archive, '-C', next], folder, signal)
      rmSync(archive)
      // If the new version needs the same packages, both use those of the installation.
      if (hasSamePackages(folder, next)) symlinkSync('../../../node_modules', join(next, 'node_modules'))
      const build = [process.execPath, join(next, 'scripts/build.mjs')]
      await must('The new version cannot be built', build, next, signal)
    },

    async confirm({ from }, signal) {
      await refuseChanges(signal)
      if ((await read(['rev-parse', 'HEAD'], signal)) === from.commit) return
      throw new UserFacingError('The checkout has moved to another commit meanwhile. Run this command again.')
    },

    async listFiles({ from, to }, signal) {
      const present = await trackedFiles(commitOf(to), signal)
      const kept = new Set(present)
      const removed = (await trackedFiles(commitOf(from), signal)).filter((file) => !kept.has(file))
      const built = filesIn(next, 'dist')
      const isBuilt = new Set(built)
      return {
        present: [...present, ...built],
        removed: [...removed, ...filesIn(folder, 'dist').filter((file) => !isBuilt.has(file))],
      }
    },

    // Moves the branch and the index. The files are there already, and this does not touch them.
    async conclude({ to }, signal) {
      // Left behind if an update was killed right here. Nobody else works in the checkout during an update.
      const lock = await git('Git cannot read the checkout', ['rev-parse', '--git-path', 'index.lock'], signal)
      rmSync(resolve(folder, lock.trim()), { force: true })
      await git('Git cannot move the branch', ['reset', '--quiet', commitOf(to)], signal)
    },
  }
}

function commitOf({ commit }: Version): string {
  if (commit === undefined) throw new Error('the version of a checkout has no commit')
  return commit
}

/** Only the version of Skein itself may differ. */
function hasSamePackages(folder: string, next: string): boolean {
  const packages = (root: string) => {
    const lock = z.object({ packages: z.record(z.string(), z.unknown()) })
    const { '': _own, ...others } = lock.parse(
      JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
    ).packages
    return others
  }
  if (!existsSync(join(folder, 'node_modules')) || !existsSync(join(folder, 'package-lock.json'))) return false
  return isDeepStrictEqual(packages(folder), packages(next))
}

/** Every file below a folder of the root, by its path from the root. */
export function filesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    return entry.isDirectory() ? filesIn(root, path) : [path]
  })
}
